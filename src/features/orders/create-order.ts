import type { Tx } from '#db/client.ts';
import { sendTogether } from '#db/send-together.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { OrderTaxes } from '#shared/taxes.ts';
import { toAddress } from '../addresses/addresses.schema.ts';
import type { Ctx } from '../context.ts';
import type { Arrival } from '../delivery/delivery.ts';
import { takeStock } from '../inventory/inventory.ts';
import { announceOrder } from '../outbox/outbox.ts';
import { GUEST } from './access/order-access.ts';
import { insertOrder } from './insert-order.store.ts';
import { insertOrderAddresses, type OrderAddresses } from './order-address.store.ts';
import { newOrderNumber } from './order-number.ts';
import type { OrderLine, OrderView } from './orders.schema.ts';
import type { OrderRow } from './orders.store.ts';
import { dueTimes } from './payment/payment-due.ts';
import { toView, type ViewRow } from './view/order-view.ts';

export interface OrderToPlace {
  /** Without `userId`, a guest. */
  buyer: {
    userId: string | null;
    email: string;
    name: string;
    emailVerified: boolean;
    network: string | null;
  };
  lines: OrderLine[];
  units: number;
  city: string;
  zip: string | null;
  /** The name of the country. */
  country: string;
  /**
   * The order's own copies of its addresses: a part is null when it is unknown or the same as the
   * other.
   */
  addresses: OrderAddresses;
  shippingMinor: number;
  /** The taxes of the whole order. Those of the lines are also in the lines. */
  taxes: OrderTaxes;
  /** The way of delivery, with the days that it promises. */
  delivery: PromisedDelivery;
  cartId: string | null;
  idempotencyKey: string | null;
  fingerprint: string;
  /** A card payment is in progress, so its email waits a few minutes for it. */
  awaitsCard: boolean;
  /** The order whose deletion is undone by this order. */
  replaces?: ReplacedOrder;
}

/** What an order stores about its way of delivery. */
export interface PromisedDelivery {
  method: string;
  isPickUp: boolean;
  arrival: Arrival | null;
}

export interface ReplacedOrder {
  id: string;
  /** The due times, which the new order takes over. */
  due: Pick<OrderRow, 'paymentDueAt' | 'verifiedDueAt'>;
  /** The tags that staff gave it. */
  tags: string[];
  /** Who undid the deletion. */
  undoneBy: string;
}

/**
 * Writes a pending order and takes its stock, in the caller's transaction, with the variants locked
 * and the prices read under that lock. Returns the new order.
 */
export async function createOrder(ctx: Ctx, tx: Tx, input: OrderToPlace): Promise<OrderView> {
  const { buyer, lines, units, city, zip, shippingMinor, replaces } = input;
  const { userId, email, name } = buyer;
  const id = newId('ord');
  const at = ctx.now();
  const actor = replaces?.undoneBy ?? userId ?? GUEST;
  const subtotalMinor = lines.reduce((sum, line) => sum + line.lineTotalMinor, 0);
  const order = {
    id,
    number: newOrderNumber(),
    userId,
    isGuest: userId === null,
    ...{ email, name },
    city,
    zip,
    country: input.country,
    deliveryCountry: input.addresses.delivery?.country ?? null,
    currency: ctx.shop.currency,
    subtotalMinor,
    shippingMinor,
    totalMinor: subtotalMinor + shippingMinor + input.taxes.addedMinor,
    ...toTaxColumns(input.taxes),
    ...toDeliveryColumns(input.delivery),
    status: 'pending',
    cartId: input.cartId,
    idempotencyKey: input.idempotencyKey,
    fingerprint: input.fingerprint,
    createdAt: at,
    units,
    network: buyer.network,
    ...(replaces?.due ?? dueTimes(ctx, buyer.emailVerified, at)),
    tags: replaces?.tags ?? [],
    replacesId: replaces?.id ?? null,
  } as const;
  const event = { event: 'place', fromStatus: null, toStatus: 'pending', actor, at } as const;
  const [first, ...others] = lines.map((line, position) => ({ ...line, orderId: id, position }));
  if (!first) throw new AppError('invalid_request', 'An order needs at least one item.');
  const [row] = await sendTogether([
    () => insertOrder(tx, order, [first, ...others], { ...event, orderId: id }),
    () => insertOrderAddresses(tx, id, input.addresses, at),
    () => takeStock(tx, { id, actor, at }, lines),
    () => announceOrder(ctx, tx, { orderId: id, at, awaitsCard: input.awaitsCard }),
  ]);
  return toView(newViewRow(row, lines, input.addresses));
}

/** What `selectView` reads of an order that was just written. Reading it costs as much as writing. */
function newViewRow(
  order: OrderRow,
  lines: OrderLine[],
  { delivery, billing }: OrderAddresses,
): ViewRow {
  const addresses = {
    ...(delivery && { delivery: { ...toAddress(delivery), version: 1 } }),
    ...(billing && { billing: { ...toAddress(billing), version: 1 } }),
  };
  return {
    order,
    lines,
    capture: null,
    addresses: delivery || billing ? addresses : null,
    fulfillments: null,
    cancellations: null,
    refunds: null,
    returns: null,
    documents: null,
    version: 1,
  };
}

function toTaxColumns({ isIncluded, taxMinor, shipping }: OrderTaxes) {
  return {
    taxesIncluded: isIncluded,
    taxMinor,
    shippingTaxMinor: shipping.taxMinor,
    shippingTaxName: shipping.taxName,
    shippingTaxPpm: shipping.taxPpm,
  };
}

function toDeliveryColumns({ method, isPickUp, arrival }: PromisedDelivery) {
  return {
    deliveryMethod: method,
    isPickUp,
    arrivesFrom: arrival?.from ?? null,
    arrivesTo: arrival?.to ?? null,
    arrivesIfPaidBy: arrival && new Date(arrival.ifPaidBy),
  };
}
