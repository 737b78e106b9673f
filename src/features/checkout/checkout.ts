/**
 * Owns the way from a cart to a paid order. Promises: prices and shipping are computed here, a
 * client's figures are compared and never stored; one submission makes one order; stock is held
 * before any money is asked for; whatever was captured is an order's or goes back.
 */
import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { parseMoney, toDecimal } from '#shared/money.ts';
import { type Actor, requireUser, type SignedInUser } from '../accounts/actor.ts';
import { lockCartForOrder } from '../cart/cart.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  findOrderBeingPaid,
  findOrderOfCart,
  findTransaction,
  getOwnOrder,
  getPayableOrder,
  type KnownPayment,
  refundUnbound,
  requireOwnTransaction,
  settle,
  settleKnown,
  viewOrder,
} from '../orders/orders.ts';
import { announceAtOnce } from '../outbox/outbox.ts';
import { ensureIntent, findOpenPayment, requirePayments } from '../payments/payments.ts';
import type { ExpectedPayment, OrderSubmission } from './checkout.schema.ts';
import {
  isSameOrder,
  lockShopper,
  paidAnother,
  placeOrder,
  placeOrderOfCart,
  REPEAT_WINDOW_MS,
  resolveLines,
  type Submission,
} from './place-order.ts';
import { expectedTotalsMatch, priceChanged, toQuote } from './pricing.ts';
import { lockBuyer } from './unpaid-limits.ts';

export { reopenOrder } from './reopen-order.ts';
export { undoDeletion } from './undo-deletion.ts';
export { lockShopper };

/** `POST /orders`: places the order of the submitted lines, and pays it when it brings a payment. */
export async function submitOrder(
  ctx: Ctx,
  actor: Actor,
  submission: OrderSubmission,
  idempotencyKey: string | null,
): Promise<OrderView> {
  const user = requireUser(actor);
  if (submission.email && submission.email.trim().toLowerCase() !== user.email) {
    throw new AppError('forbidden', 'An order can only be placed for your own account.');
  }
  const { transaction } = submission;
  if (!transaction)
    return viewOrder(ctx, await placeSubmitted(ctx, actor, submission, idempotencyKey));
  const known = await findTransaction(ctx, transaction);
  requireOwnTransaction(known, user.id);
  assertExpectedPayment({ ...submission, transaction }, known);
  if (known.intent.status !== 'succeeded') {
    throw new AppError('payment_incomplete', 'The payment has not gone through yet.');
  }
  const orderId = known.payment.orderId
    ? await confirmBoundOrder(ctx, user, submission, known.payment.orderId)
    : await placePrepaid(ctx, actor, submission, idempotencyKey, known);
  const bound = { ...known, payment: { ...known.payment, orderId } };
  return viewOrder(ctx, await settleKnown(ctx, bound, { actor: user.id }));
}

/**
 * Places the order of the shopper's stored cart at the total that the page showed; 409
 * `price_changed` when it costs something else by now. The same cart again is the same order.
 */
export async function placeOrderFromCart(
  ctx: Ctx,
  actor: Actor,
  input: { cartId: string; expectedTotalMinor: number; byCard?: boolean },
): Promise<OrderView> {
  const user = requireUser(actor);
  const id = await inTransaction(ctx.db, async (tx) => {
    const buyer = await lockBuyer(tx, actor);
    const placed = await findOrderOfCart(tx, user.id, input.cartId);
    if (placed?.status === 'cancelled') {
      throw new AppError(
        'order_closed',
        'The order of this cart has been cancelled in the meantime.',
      );
    }
    // A card was tried first: its payment is no longer waited for.
    if (placed && !input.byCard) await announceAtOnce(tx, placed.id, ctx.now());
    if (placed) return placed.id;
    const cart = await lockCartForOrder(ctx, tx, user.id);
    if (cart?.id !== input.cartId) {
      throw new AppError('invalid_request', 'Your cart has changed. Please look at it again.');
    }
    const agree: Submission['agree'] = (lines, totals) => {
      if (totals.totalMinor !== input.expectedTotalMinor) throw priceChanged(lines, totals);
    };
    return placeOrderOfCart(
      ctx,
      tx,
      { buyer, payment: input.byCard ? 'card' : 'later', agree },
      cart,
    );
  });
  return viewOrder(ctx, id);
}

/**
 * `POST /create-payment-intent`: an intent for an order, or for the stored cart, whose order is
 * placed with it (stock before money), or for a client that keeps its cart to itself.
 */
export async function createPaymentIntent(
  ctx: Ctx,
  actor: Actor,
  input: { totalAmount: number; orderId?: string | undefined },
): Promise<{ clientSecret: string; orderId: string | null }> {
  const user = requireUser(actor);
  requirePayments(ctx);
  const expectedMinor = parseMoney(input.totalAmount);
  if (!expectedMinor) throw new AppError('invalid_request', 'An amount above zero is needed.');
  const orderId = input.orderId ?? (await orderOfStoredCart(ctx, actor, expectedMinor));
  if (!orderId) {
    const intent = await ensureIntent(ctx, {
      orderId: null,
      userId: user.id,
      amountMinor: expectedMinor,
    });
    return { clientSecret: intent.clientSecret, orderId: null };
  }
  const order = await getPayableOrder(ctx, actor, orderId);
  if (order.totalMinor !== expectedMinor) {
    throw new AppError('price_changed', 'That is not what this order costs.', {
      details: {
        quote: {
          grandTotalAmount: toDecimal(order.subtotalMinor),
          shippingCost: toDecimal(order.shippingMinor),
          totalAmount: toDecimal(order.totalMinor),
        },
      },
    });
  }
  return { ...(await startCardPayment(ctx, actor, orderId)), orderId };
}

/** The client secret with which the card form pays this order; the order's one open intent. */
export async function startCardPayment(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
): Promise<{ clientSecret: string; provider: 'sandbox' | 'stripe' }> {
  const user = requireUser(actor);
  const { name: provider } = requirePayments(ctx);
  const order = await getPayableOrder(ctx, actor, orderId);
  const { id, status, clientSecret } = await ensureIntent(ctx, {
    orderId,
    userId: user.id,
    amountMinor: order.totalMinor,
  });
  if (status === 'succeeded') {
    // The money came before, and whoever waited for the answer did not get it.
    await settle(ctx, id, { orderId, actor: user.id });
    throw new AppError('already_paid', 'This order is paid already.');
  }
  return { clientSecret, provider };
}

/** `PUT /orders/{id}`: pays a pending order with a payment that the provider has taken. */
export async function payOrder(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  claim: ExpectedPayment,
): Promise<OrderView> {
  const user = requireUser(actor);
  await getOwnOrder(ctx, actor, orderId);
  const known = await findTransaction(ctx, claim.transaction);
  requireOwnTransaction(known, user.id);
  if (known.payment.orderId && known.payment.orderId !== orderId) {
    throw new AppError('transaction_used', 'That payment belongs to another order.');
  }
  assertExpectedPayment(claim, known);
  return viewOrder(ctx, await settleKnown(ctx, known, { orderId, actor: user.id }));
}

/**
 * The same for the page, which knows the transaction alone; or not even that, when the provider's
 * answer was lost: then the order's own payment is meant.
 */
export async function settleOrderPayment(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  transaction: string | null,
): Promise<OrderView> {
  if (transaction) return payOrder(ctx, actor, orderId, { transaction });
  const order = await getOwnOrder(ctx, actor, orderId);
  if (order.status === 'paid') return viewOrder(ctx, orderId);
  const open = await findOpenPayment(ctx.db, orderId);
  if (!open?.intentId) {
    throw new AppError('payment_incomplete', 'The payment has not gone through yet.');
  }
  return payOrder(ctx, actor, orderId, { transaction: open.intentId });
}

async function placeSubmitted(
  ctx: Ctx,
  actor: Actor,
  submission: OrderSubmission,
  idempotencyKey: string | null,
  prepaid?: KnownPayment,
): Promise<string> {
  return placeOrder(ctx, {
    actor,
    wanted: await resolveLines(ctx, submission.cart),
    city: submission.city,
    idempotencyKey,
    ...(prepaid && { prepaidId: prepaid.payment.id }),
    awaitsCard: prepaid !== undefined,
    agree(lines, totals) {
      const linesAgree = submission.cart.every(({ _id, sku, price, quantity, totalAmount }) =>
        lines
          .filter((line) => line.productId === _id && (!sku || line.sku === sku))
          .some(
            ({ unitPriceMinor }) =>
              (price === undefined || parseMoney(price) === unitPriceMinor) &&
              (totalAmount === undefined || parseMoney(totalAmount) === unitPriceMinor * quantity),
          ),
      );
      if (!linesAgree || !expectedTotalsMatch(submission, totals))
        throw priceChanged(lines, totals);
      if (prepaid && prepaid.intent.amountMinor !== totals.totalMinor) {
        throw new AppError('amount_mismatch', 'The amount paid is not what this order costs.', {
          details: { quote: toQuote(lines, totals) },
        });
      }
    },
  });
}

// The money came first: if no order can be made of it, it goes back before the refusal goes out.
async function placePrepaid(
  ctx: Ctx,
  actor: Actor,
  submission: OrderSubmission,
  idempotencyKey: string | null,
  known: KnownPayment,
): Promise<string> {
  try {
    return await placeSubmitted(ctx, actor, submission, idempotencyKey, known);
  } catch (error) {
    if (error instanceof AppError) await refundUnbound(ctx, known, error.code);
    throw error;
  }
}

// The intent's order was placed with it; what is submitted must be that order.
async function confirmBoundOrder(
  ctx: Ctx,
  user: SignedInUser,
  submission: OrderSubmission,
  orderId: string,
): Promise<string> {
  const [order, wanted] = await Promise.all([
    viewOrder(ctx, orderId),
    resolveLines(ctx, submission.cart),
  ]);
  if (isSameOrder(order, wanted, submission.city)) return orderId;
  // The order that was paid is kept and paid; this submission is told that it is another.
  await settle(ctx, submission.transaction ?? '', { orderId, actor: user.id });
  throw paidAnother(orderId);
}

async function orderOfStoredCart(
  ctx: Ctx,
  actor: Actor,
  expectedMinor: number,
): Promise<string | null> {
  return inTransaction(ctx.db, async (tx) => {
    const buyer = await lockBuyer(tx, actor);
    const { user } = buyer;
    const cart = await lockCartForOrder(ctx, tx, user.id);
    if (cart) {
      const agree: Submission['agree'] = (lines, totals) => {
        if (totals.totalMinor !== expectedMinor) throw priceChanged(lines, totals);
      };
      return placeOrderOfCart(ctx, tx, { buyer, payment: 'card', agree }, cart);
    }
    // Asked again after the cart became an order: that order is meant. A client that keeps its cart
    // to itself has no such order.
    const since = new Date(ctx.now().getTime() - REPEAT_WINDOW_MS);
    return (await findOrderBeingPaid(tx, user.id, expectedMinor, since))?.id ?? null;
  });
}

function assertExpectedPayment(claim: ExpectedPayment, { intent }: KnownPayment): void {
  const { amount, created, last4 } = claim;
  const isTrue =
    (amount === undefined || amount === intent.amountMinor) &&
    (created === undefined || created === intent.created) &&
    (last4 === undefined || last4 === intent.last4);
  if (!isTrue) {
    throw new AppError('amount_mismatch', 'The payment is not what the request says it is.');
  }
}
