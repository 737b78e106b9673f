/**
 * Places an order in one transaction. It locks the customer, the cart and the variants, in this
 * order; prices again under the locks; takes the stock; writes the order; closes the cart. The lock
 * on the customer serializes their submissions, so that the second of two equal ones finds the
 * order of the first. No network call is made inside. Statements that don't need each other's
 * results are sent at once (`sendTogether`), because waiting for PostgreSQL takes most of the time.
 */
import type { Tx } from '#db/client.ts';
import { sendTogether } from '#db/send-together.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { cityOf } from '../addresses/addresses.ts';
import { type CartView, MAX_QUANTITY } from '../cart/cart.schema.ts';
import { type CartOwner, lockCartForOrder } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { findOrderByKey, findOrderLike, findOrderOfCart, viewOrder } from '../orders/orders.ts';
import { sendNewOrderEmailsNow } from '../outbox/outbox.ts';
import { bindToOrder, lockForSettling, openPaymentOfNewOrder } from '../payments/payments.ts';
import { requireUser } from '../permissions.ts';
import { requireSeenAddress, selectDelivery } from './delivery.ts';
import { fingerprintOf, isSameOrder, paidAnother } from './find-repeat.ts';
import { cartHasChanged, findOrderer } from './guest-details.ts';
import { lockLines, type OrderTerms, priceAndCreateOrder } from './price-and-create-order.ts';
import { createTotalAssertion, sumByVariant, type WantedLine } from './pricing.ts';
import { refuseSoldOut, refuseSoldOutCart } from './refuse-sold-out.ts';
import { accountOrderer, getBuyer, inOrderTransaction, type Orderer } from './unpaid-limits.ts';
import type { ResolvedLine } from './wanted-lines.ts';

/** Two equal submissions within this time are one, unless a key or a cart says otherwise. */
export const REPEAT_WINDOW_MS = 10 * MINUTE_MS;

export interface Submission
  extends Pick<OrderTerms, 'city' | 'method' | 'idempotencyKey' | 'assertExpectedTotals'> {
  actor: Actor;
  wanted: ResolvedLine[];
  /**
   * Our payment that was captured before the order existed. The new order is tied to it at once.
   */
  prepaidId?: string;
  /** A card payment is in progress. */
  awaitsCard: boolean;
}

/** What tells a submission from others, and what it asks for. */
interface SubmittedOnce {
  orderer: Orderer;
  userId: string;
  /** One entry per variant. */
  wanted: WantedLine[];
  idempotencyKey: string | null;
  fingerprint: string;
  /** An equal submission since then is the same one. */
  since: Date;
}

/**
 * Places the order of a submission, or returns the order of an earlier equal one. A repeat is
 * compared with that order's price and not with current prices.
 */
export async function placeOrder(ctx: Ctx, submission: Submission): Promise<OrderView> {
  const orderer = accountOrderer(submission.actor);
  const { id: userId } = requireUser(submission.actor);
  const { wanted: lines, city, method, idempotencyKey } = submission;
  const wanted = sumByVariant(lines);
  if (wanted.some(({ quantity }) => quantity > MAX_QUANTITY)) {
    throw new AppError('invalid_request', `You can order at most ${MAX_QUANTITY} of one item.`);
  }
  const fingerprint = fingerprintOf(wanted, city, method);
  const since = new Date(ctx.now().getTime() - REPEAT_WINDOW_MS);
  const once = { userId, idempotencyKey, fingerprint, since };
  // What is paid already is refused only where its money goes back.
  if (!submission.prepaidId) await refuseSoldOut(ctx, { ...once, lines });
  const placed = await inOrderTransaction(ctx, orderer, (tx) =>
    placeOnce(ctx, tx, { orderer, wanted, ...once }, submission),
  );
  if (!('repeatOf' in placed)) return placed;
  const order = await viewOrder(ctx, placed.repeatOf);
  if (!(await isSameOrder(ctx, order, submission))) throw paidAnother(order.id);
  submission.assertExpectedTotals(order.lines, order);
  return order;
}

async function placeOnce(
  ctx: Ctx,
  tx: Tx,
  { orderer, wanted, userId, idempotencyKey, fingerprint, since }: SubmittedOnce,
  submission: Submission,
): Promise<OrderView | { repeatOf: string }> {
  const { prepaidId } = submission;
  const [buyer, prepaid, underKey, cart, like, locked] = await sendTogether([
    () => getBuyer(tx, orderer),
    () => (prepaidId ? lockForSettling(tx, prepaidId) : null),
    () => (idempotencyKey ? findOrderByKey(tx, userId, idempotencyKey) : null),
    () => lockCartForOrder(ctx, tx, { userId }),
    () => (idempotencyKey ? null : findOrderLike(tx, userId, fingerprint, since)),
    () => lockLines(tx, wanted),
  ]);
  // A payment pays one order, and another submission may have tied this one to its order meanwhile.
  if (prepaid?.orderId) return { repeatOf: prepaid.orderId };
  // It came too late and was refunded. An order would reserve stock that it can't pay.
  if (prepaid?.status === 'refunded') {
    throw new AppError('transaction_used', 'That payment was refunded.');
  }
  if (underKey) {
    if (underKey.fingerprint === fingerprint) return { repeatOf: underKey.id };
    throw new AppError('invalid_request', 'That Idempotency-Key was used for another order.');
  }
  const cartIsMeant = cart !== null && fingerprintOf(cart.lines, '') === fingerprintOf(wanted, '');
  if (!cartIsMeant && like) return { repeatOf: like.id };
  const meant = cartIsMeant ? cart : null;
  const payment = prepaidId ? 'prepaid' : 'later';
  const how = { ...submission, buyer, payment } as const;
  const order = await priceAndCreateOrder(ctx, tx, how, locked, fingerprint, meant);
  if (prepaidId) await bindToOrder(tx, prepaidId, order.id);
  return order;
}

/** What the page showed when the customer placed the order of their stored cart. */
export interface ShownCart {
  cartId: string;
  expectedTotalMinor: number;
  /** The taxes that the page showed; if absent, they are not compared. */
  expectedTaxMinor?: number | null;
  /** The id of the delivery address that the page showed; none if absent. */
  addressId?: string | null;
  /** The id of the way of delivery that the page showed; if absent, that of the cart. */
  methodId?: string | null;
  byCard?: boolean;
}

/**
 * Places the order of the customer's stored cart at the total that the page showed; 409
 * `price_changed` when the total has changed. The same cart again returns the same order.
 */
export async function placeOrderFromCart(
  ctx: Ctx,
  actor: Actor,
  shown: ShownCart,
): Promise<OrderView> {
  const whose = await findOrderer(ctx, actor, shown.cartId);
  await refuseSoldOutCart(ctx, actor, shown);
  const placed = await inOrderTransaction(ctx, whose.orderer, (tx) =>
    placeCartOnce(ctx, tx, whose, shown),
  );
  return 'repeatOf' in placed ? viewOrder(ctx, placed.repeatOf) : placed;
}

async function placeCartOnce(
  ctx: Ctx,
  tx: Tx,
  { orderer, owner }: { orderer: Orderer; owner: CartOwner },
  shown: ShownCart,
): Promise<OrderView | { repeatOf: string }> {
  const { cartId, expectedTotalMinor, expectedTaxMinor = null } = shown;
  const { addressId = null, methodId = null, byCard = false } = shown;
  const { userId } = orderer;
  const [buyer, placed, cart] = await sendTogether([
    () => getBuyer(tx, orderer),
    () => findOrderOfCart(tx, userId, cartId),
    () => lockCartForOrder(ctx, tx, owner),
  ]);
  if (placed?.status === 'cancelled') {
    throw new AppError(
      'order_closed',
      'The order of this cart has been cancelled in the meantime.',
    );
  }
  // A card was tried first. The emails do not wait for that payment any more.
  if (placed && !byCard) await sendNewOrderEmailsNow(tx, placed.id, ctx.now());
  if (placed) return { repeatOf: placed.id };
  if (cart?.id !== cartId) throw cartHasChanged();
  const settings = await ctx.delivery.at(tx, buyer.deliveryVersion);
  const addresses = await selectDelivery(ctx, tx, settings, userId, cartId);
  requireSeenAddress(ctx, cart, addresses, addressId);
  const payment = byCard ? 'card' : 'later';
  const assertExpectedTotals = createTotalAssertion(expectedTotalMinor, expectedTaxMinor);
  const how = { buyer, payment, method: methodId, assertExpectedTotals, addresses } as const;
  return placeOrderOfCart(ctx, tx, how, cart);
}

/** Places the order of the customer's stored cart as it is under the locks. */
export async function placeOrderOfCart(
  ctx: Ctx,
  tx: Tx,
  how: Pick<OrderTerms, 'buyer' | 'payment' | 'method' | 'assertExpectedTotals' | 'addresses'>,
  cart: CartView,
): Promise<OrderView> {
  if (!cart.city) throw new AppError('invalid_request', 'Please estimate the shipping first.');
  const wanted = cart.lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
  const delivery = how.addresses?.delivery;
  const city = delivery ? cityOf(delivery) : cart.city;
  const terms = { ...how, city, preferredMethod: cart.methodId, idempotencyKey: null };
  const fingerprint = fingerprintOf(wanted, city);
  const locked = await lockLines(tx, wanted);
  const order = await priceAndCreateOrder(ctx, tx, terms, locked, fingerprint, cart);
  if (how.payment === 'card') {
    const { id: orderId, totalMinor: amountMinor } = order;
    await openPaymentOfNewOrder(ctx, tx, { orderId, userId: how.buyer.userId, amountMinor });
  }
  return order;
}
