import type { Tx } from '#db/client.ts';
import { together } from '#db/together.ts';
import { AppError } from '#shared/errors.ts';
import { countryName } from '../addresses/addresses.ts';
import { type CartView, MAX_LINES } from '../cart/cart.schema.ts';
import { closeCart } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { lockForSale, requireStock } from '../inventory/inventory.ts';
import type { OrderLine, OrderView } from '../orders/orders.schema.ts';
import { createOrder, type OrderAddresses, type ReplacedOrder } from '../orders/orders.ts';
import { shippingCost } from '../shipping/shipping.ts';
import { priceLines, type Totals, totalsOf, type WantedLine } from './pricing.ts';
import { type Buyer, type Payment, requireRoom } from './unpaid-limits.ts';

const NO_ADDRESSES: OrderAddresses = { delivery: null, billing: null };

/** How an order is placed, whatever its lines. */
export interface OrderTerms {
  /** Where the order goes: the city that the shipping is priced by. */
  city: string;
  /** Its whole address; null when only the city is known. */
  addresses?: OrderAddresses;
  idempotencyKey: string | null;
  /** Throws when the client expects other prices. For a new order it runs under the locks. */
  assertExpectedTotals(lines: OrderLine[], totals: Totals): void;
  buyer: Buyer;
  payment: Payment;
  zip?: string | null;
  /** The order whose deletion is undone by this order. */
  replaces?: ReplacedOrder;
}

/**
 * Places an order in the caller's transaction, with the buyer locked: prices, limits, stock, rows.
 */
export async function writeOrder(
  ctx: Ctx,
  tx: Tx,
  terms: OrderTerms,
  wanted: WantedLine[],
  fingerprint: string,
  cart: CartView | null,
): Promise<OrderView> {
  const { buyer, payment, city, idempotencyKey, assertExpectedTotals, replaces } = terms;
  const { addresses = NO_ADDRESSES } = terms;
  const { delivery } = addresses;
  if (wanted.length > MAX_LINES) {
    throw new AppError(
      'invalid_request',
      `An order can hold at most ${MAX_LINES} different items.`,
    );
  }
  const variants = await lockForSale(
    tx,
    wanted.map(({ variantId }) => variantId),
  );
  const lines = priceLines(wanted, variants);
  const totals = totalsOf(lines, shippingCost(ctx.shop.shipping, city, delivery?.country));
  assertExpectedTotals(lines, totals);
  requireStock(wanted, variants);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  requireRoom(ctx, buyer, { units, minor: totals.totalMinor }, payment);
  const { shippingMinor } = totals;
  const awaitsCard = payment !== 'later';
  const order = { buyer, lines, units, city, shippingMinor, idempotencyKey, awaitsCard };
  const [placed] = await together([
    () =>
      createOrder(ctx, tx, {
        ...order,
        zip: delivery ? delivery.postcode : (cart?.zip ?? terms.zip ?? null),
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
