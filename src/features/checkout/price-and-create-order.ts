import type { Tx } from '#db/client.ts';
import { sendTogether } from '#db/send-together.ts';
import { AppError } from '#shared/errors.ts';
import { countryName } from '../addresses/addresses.ts';
import { type CartView, MAX_LINES } from '../cart/cart.schema.ts';
import { closeCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import {
  cheapestOf,
  cityOfShop,
  type DeliveryOption,
  type Destination,
  deliveryOptions,
  destinationOf,
  findOption,
  noDelivery,
  type Parcel,
} from '../delivery/delivery.ts';
import { lockForSale, requireStock, type VariantForSale } from '../inventory/inventory.ts';
import type { OrderLine, OrderView } from '../orders/orders.schema.ts';
import { createOrder, type OrderAddresses, type ReplacedOrder } from '../orders/orders.ts';
import { taxesAt } from '../taxes/taxes.ts';
import {
  type PricedLine,
  type PricedOrder,
  priceLines,
  priceOrder,
  type Totals,
  toQuote,
  type WantedLine,
} from './pricing.ts';
import { type Buyer, type Payment, requireWithinUnpaidLimits } from './unpaid-limits.ts';

const NO_ADDRESSES: OrderAddresses = { delivery: null, billing: null };

/** How an order is placed, whatever its lines. */
export interface OrderTerms {
  /** Where the order goes: the city that the shipping is priced by. */
  city: string;
  /** Its whole address; null when only the city is known. */
  addresses?: OrderAddresses;
  /**
   * The way of delivery that was asked for, by id or name. If it is not offered, the order is
   * refused. Null means the preferred one if it is still offered, else the cheapest.
   */
  method: string | null;
  preferredMethod?: string | null;
  idempotencyKey: string | null;
  /** Throws when the client expects other prices. For a new order it runs under the locks. */
  assertExpectedTotals(lines: OrderLine[], totals: Totals): void;
  buyer: Buyer;
  payment: Payment;
  zip?: string | null;
  /** The order whose deletion is undone by this order. */
  replaces?: ReplacedOrder;
}

/** What is ordered, with its variants locked. */
export interface LockedLines {
  wanted: WantedLine[];
  variants: Map<string, VariantForSale>;
}

/** Locks the variants of an order until the transaction ends; 422 for too many lines. */
export async function lockLines(tx: Tx, wanted: WantedLine[]): Promise<LockedLines> {
  if (wanted.length > MAX_LINES) {
    throw new AppError(
      'invalid_request',
      `An order can hold at most ${MAX_LINES} different items.`,
    );
  }
  const ids = wanted.map(({ variantId }) => variantId);
  return { wanted, variants: await lockForSale(tx, ids) };
}

/**
 * Places an order in the caller's transaction, with the buyer locked: prices, limits, stock, rows.
 */
export async function priceAndCreateOrder(
  ctx: Ctx,
  tx: Tx,
  terms: OrderTerms,
  { wanted, variants }: LockedLines,
  fingerprint: string,
  cart: CartView | null,
): Promise<OrderView> {
  const { buyer, payment, city, idempotencyKey, assertExpectedTotals, replaces } = terms;
  const { addresses = NO_ADDRESSES } = terms;
  const { delivery } = addresses;
  const priced = priceLines(wanted, variants);
  // An order without an address is one to a city of the shop's own country.
  const estimated = cart?.country ? null : cart;
  const zip = delivery ? delivery.postcode : (estimated?.zip ?? terms.zip ?? null);
  // The zip code of the cart's estimate says nothing about another city.
  const isOfCity = cart === null || estimated?.city === city;
  const to = delivery ? destinationOf(delivery) : cityOfShop(ctx, city, isOfCity ? zip : null);
  const there = taxesAt(await ctx.taxes.at(tx, buyer.taxVersion), to);
  const priceWith = (option: DeliveryOption) => priceOrder(priced, option.priceMinor, there);
  const parcel = parcelOf(priced, variants);
  const chosen = await chooseOption(ctx, tx, terms, { to, parcel, priceWith });
  const { lines, totals, taxes } = priceWith(chosen);
  assertExpectedTotals(lines, totals);
  if (totals.totalMinor === 0) {
    const message = 'This order costs nothing, so it cannot be placed here. Please write to us.';
    throw new AppError('invalid_request', message);
  }
  requireStock(wanted, variants);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  requireWithinUnpaidLimits(ctx, buyer, { units, minor: totals.totalMinor }, payment);
  const { shippingMinor } = totals;
  const awaitsCard = payment !== 'later';
  const order = { buyer, lines, units, city, shippingMinor, taxes, idempotencyKey, awaitsCard };
  const [placed] = await sendTogether([
    () =>
      createOrder(ctx, tx, {
        ...order,
        zip,
        delivery: { method: chosen.name, isPickUp: chosen.isPickUp, arrival: chosen.arrival },
        country: delivery ? countryName(delivery.country) : ctx.shop.shipping.country,
        addresses,
        cartId: cart?.id ?? null,
        fingerprint,
        ...(replaces && { replaces }),
      }),
    () => (cart?.id ? closeCart(tx, cart.id, ctx.now()) : null),
  ]);
  return placed;
}

/**
 * The way of delivery of a new order: 422 where none is offered, 409 for one that is no longer
 * offered.
 */
async function chooseOption(
  ctx: Ctx,
  tx: Tx,
  { method, preferredMethod = null, buyer }: OrderTerms,
  order: {
    to: Destination;
    parcel: Parcel;
    priceWith(option: DeliveryOption): PricedOrder;
  },
): Promise<DeliveryOption> {
  const { to, parcel, priceWith } = order;
  const settings = await ctx.delivery.at(tx, buyer.deliveryVersion);
  const options = deliveryOptions(ctx, settings, to, parcel);
  const cheapest = cheapestOf(options);
  if (!cheapest) throw noDelivery(to);
  if (method === null) return findOption(options, preferredMethod) ?? cheapest;
  const asked = findOption(options, method);
  if (asked) return asked;
  const { lines, totals } = priceWith(cheapest);
  throw new AppError(
    'price_changed',
    'That way of delivery is not offered any more. Please choose another one.',
    { details: { quote: toQuote(lines, totals) } },
  );
}

/** What is sent. It has only what prices of delivery depend on. */
function parcelOf(lines: PricedLine[], variants: Map<string, VariantForSale>): Parcel {
  const sum = (of: (line: PricedLine) => number) => lines.reduce((all, line) => all + of(line), 0);
  return {
    subtotalMinor: sum(({ lineTotalMinor }) => lineTotalMinor),
    weightGrams: sum(
      ({ variantId, quantity }) => (variants.get(variantId)?.weightGrams ?? 0) * quantity,
    ),
  };
}
