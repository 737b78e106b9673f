/**
 * Placing an order: one transaction that locks, in this order, the shopper, the cart and the
 * variants; re-prices under the locks; takes the stock; writes the order; closes the cart. The lock
 * on the shopper makes submissions of one shopper come one after the other, so that the second of
 * two equal ones finds the order of the first. No network call is made inside.
 */
import { createHash } from 'node:crypto';
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../accounts/actor.ts';
import { type CartView, MAX_LINES, MAX_QUANTITY } from '../cart/cart.schema.ts';
import { closeCart, lockCartForOrder } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import { type LockedVariant, lockForSale } from '../inventory/inventory.ts';
import type { OrderLineView, OrderView } from '../orders/orders.schema.ts';
import {
  createOrder,
  findOrderByKey,
  findOrderLike,
  ordersOf,
  type ReplacedOrder,
  viewOrder,
} from '../orders/orders.ts';
import { bindToOrder, lockForSettling } from '../payments/payments.ts';
import { shippingCost } from '../shipping/shipping.ts';
import type { SubmittedLine } from './checkout.schema.ts';
import { resolveVariants, shopperExists } from './checkout.store.ts';
import { priceLines, sumByVariant, type Totals, totalsOf, type WantedLine } from './pricing.ts';
import { type Buyer, lockBuyer, type Payment, requireRoom } from './unpaid-limits.ts';

/** Two equal submissions within this time are one, unless a key or a cart says otherwise. */
export const REPEAT_WINDOW_MS = 10 * 60_000;

export interface Submission {
  actor: Actor;
  wanted: WantedLine[];
  city: string;
  idempotencyKey: string | null;
  /** Our payment that was captured before there was an order; the new order is tied to it at once. */
  prepaidId?: string;
  /** It is being paid by card right now. */
  awaitsCard: boolean;
  /** Refuses (by throwing) what the client believed about prices; for a new order under the locks. */
  agree(lines: OrderLineView[], totals: Totals): void;
}

/**
 * Places the order of a submission, or finds the one that it was placed as before. A repeat is held
 * to what that order costs, not to today's prices.
 */
export async function placeOrder(ctx: Ctx, submission: Submission): Promise<string> {
  const { id, repeated } = await inTransaction(ctx.db, (tx) => placeOnce(ctx, tx, submission));
  if (repeated) {
    const order = await viewOrder(ctx, id);
    if (!isSameOrder(order, submission.wanted, submission.city)) throw paidAnother(id);
    submission.agree(order.lines, order);
  }
  return id;
}

async function placeOnce(
  ctx: Ctx,
  tx: Tx,
  submission: Submission,
): Promise<{ id: string; repeated: boolean }> {
  const { actor, city, idempotencyKey, prepaidId } = submission;
  const wanted = sumByVariant(submission.wanted);
  if (wanted.some(({ quantity }) => quantity > MAX_QUANTITY)) {
    throw new AppError('invalid_request', `You can order at most ${MAX_QUANTITY} of one item.`);
  }
  const fingerprint = fingerprintOf(wanted, city);
  const buyer = await lockBuyer(tx, actor);
  const { user } = buyer;
  // A payment pays one order: another submission may have tied it to one meanwhile.
  const prepaid = prepaidId ? await lockForSettling(tx, prepaidId) : null;
  if (prepaid?.orderId) return { id: prepaid.orderId, repeated: true };
  // It came too late: an order of it would hold stock and could not be paid by it.
  if (prepaid?.status === 'refunded') {
    throw new AppError('transaction_used', 'That payment was refunded.');
  }

  const underKey = idempotencyKey && (await findOrderByKey(tx, user.id, idempotencyKey));
  if (underKey) {
    if (underKey.fingerprint === fingerprint) return { id: underKey.id, repeated: true };
    throw new AppError('invalid_request', 'That Idempotency-Key was used for another order.');
  }
  const cart = await lockCartForOrder(ctx, tx, user.id);
  const cartIsMeant = cart !== null && fingerprintOf(cart.lines, '') === fingerprintOf(wanted, '');
  if (!cartIsMeant && !idempotencyKey) {
    const since = new Date(ctx.now().getTime() - REPEAT_WINDOW_MS);
    const like = await findOrderLike(tx, user.id, fingerprint, since);
    if (like) return { id: like.id, repeated: true };
  }
  const meant = cartIsMeant ? cart : null;
  const payment = prepaidId ? 'prepaid' : 'later';
  const how = { ...submission, buyer, payment } as const;
  const id = await writeOrder(ctx, tx, how, wanted, fingerprint, meant);
  if (prepaidId) await bindToOrder(tx, prepaidId, id);
  return { id, repeated: false };
}

/** Places the order of the shopper's stored cart, in whatever state the locks find it. */
export async function placeOrderOfCart(
  ctx: Ctx,
  tx: Tx,
  how: Pick<OrderTerms, 'buyer' | 'payment' | 'agree'>,
  cart: CartView,
): Promise<string> {
  if (!cart.city) throw new AppError('invalid_request', 'Please estimate the shipping first.');
  const wanted = cart.lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
  const terms = { ...how, city: cart.city, idempotencyKey: null };
  return writeOrder(ctx, tx, terms, wanted, fingerprintOf(wanted, cart.city), cart);
}

/** One submission of a shopper at a time, whichever process it reaches; 401 when the account is gone. */
export async function lockShopper(tx: Tx, userId: string): Promise<void> {
  await lockInTransaction(tx, ordersOf(userId));
  if (!(await shopperExists(tx, userId))) {
    throw new AppError('unauthenticated', 'Please sign in first.');
  }
}

/**
 * Finds the variants that submitted lines mean: by SKU, or the only one of the product. 422
 * `variant_required` when a product has several and the line names none. What left the shop is found
 * as well, because it may have been ordered before; a new order of it is refused under the locks.
 */
export async function resolveLines(ctx: Ctx, lines: SubmittedLine[]): Promise<WantedLine[]> {
  const known = await resolveVariants(ctx.db, [...new Set(lines.map(({ _id }) => _id))]);
  return lines.map((line) => {
    const ofProduct = known.filter(({ productId }) => productId === line._id);
    if (ofProduct.length === 0) {
      throw new AppError('product_unavailable', 'Something in this order is not in the shop.', {
        details: { products: [line._id] },
      });
    }
    const onSale = ofProduct.filter(({ active }) => active);
    const choice = onSale.length > 0 ? onSale : ofProduct;
    const meant = line.sku
      ? ofProduct.find(({ sku }) => sku === line.sku)
      : choice.length === 1
        ? choice[0]
        : undefined;
    if (meant) return { variantId: meant.variantId, quantity: line.quantity };
    throw new AppError('variant_required', 'Please choose a size or colour for each item.', {
      details: { product: line._id, skus: choice.map(({ sku }) => sku) },
    });
  });
}

/** Whether an order is the one that was submitted. */
export function isSameOrder(order: OrderView, wanted: WantedLine[], city: string): boolean {
  return fingerprintOf(wanted, city) === fingerprintOf(order.lines, order.city);
}

/** The submission is another one than the order that its payment belongs to. */
export function paidAnother(orderId: string): AppError {
  return new AppError('transaction_used', 'That payment belongs to another order.', {
    details: { orderId },
  });
}

/** What makes two submissions equal: the same units of the same variants to the same city. */
export function fingerprintOf(lines: WantedLine[], city: string): string {
  const sorted = sumByVariant(lines)
    .map(({ variantId, quantity }) => `${variantId}*${quantity}`)
    .sort();
  const text = JSON.stringify([sorted, city.trim().toLowerCase()]);
  return createHash('sha256').update(text).digest('base64url');
}

/** How an order is placed, whatever is in it. */
interface OrderTerms extends Pick<Submission, 'city' | 'idempotencyKey' | 'agree'> {
  buyer: Buyer;
  payment: Payment;
  zip?: string | null;
  /** The order whose deletion is undone by placing this one. */
  replaces?: ReplacedOrder;
}

/** Places an order in the caller's transaction, with the buyer locked: prices, limits, stock, rows. */
export async function writeOrder(
  ctx: Ctx,
  tx: Tx,
  { buyer, payment, city, zip = null, idempotencyKey, agree, replaces }: OrderTerms,
  wanted: WantedLine[],
  fingerprint: string,
  cart: CartView | null,
): Promise<string> {
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
  const totals = totalsOf(lines, shippingCost(ctx.shop.shipping, city));
  agree(lines, totals);
  requireStock(wanted, variants);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  requireRoom(ctx, buyer, { units, minor: totals.totalMinor }, payment);
  const { shippingMinor } = totals;
  const awaitsCard = payment !== 'later';
  const order = { buyer, lines, units, city, shippingMinor, idempotencyKey, awaitsCard };
  const id = await createOrder(ctx, tx, {
    ...order,
    zip: cart?.zip ?? zip,
    cartId: cart?.id ?? null,
    fingerprint,
    ...(replaces && { replaces }),
  });
  if (cart?.id) await closeCart(tx, cart.id, ctx.now());
  return id;
}

// The constraint would refuse as well; here the answer can say what is short and how many are left.
function requireStock(wanted: WantedLine[], variants: Map<string, LockedVariant>): void {
  const short = wanted.flatMap(({ variantId, quantity }) => {
    const variant = variants.get(variantId);
    if (!variant || variant.onHand >= quantity) return [];
    const { productId, sku, name, onHand } = variant;
    return [{ _id: productId, sku, name, wanted: quantity, left: onHand }];
  });
  if (short.length === 0) return;
  const names = [...new Set(short.map(({ name }) => name))].join(', ');
  throw new AppError('out_of_stock', `There is not enough left of: ${names}.`, {
    details: { short },
  });
}
