/** `POST /orders`: an order of submitted lines, to be paid later or already paid. */
import { AppError } from '#shared/errors.ts';
import { parseMoney } from '#shared/parse-money.ts';
import type { Actor, SignedInUser } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  findTransaction,
  type KnownPayment,
  refundUnbound,
  requireOwnTransaction,
  settle,
  settleKnown,
  viewOrder,
} from '../orders/orders.ts';
import { requireUser } from '../permissions.ts';
import type { OrderSubmission } from './checkout.schema.ts';
import { assertExpectedPayment } from './expected-payment.ts';
import { isSameOrder, paidAnother } from './find-repeat.ts';
import { placeOrder } from './place-order.ts';
import { expectedTotalsMatch, priceChanged, toQuote } from './pricing.ts';
import { limitProviderRequests } from './provider-rate-limits.ts';
import { resolveLines } from './wanted-lines.ts';

/** Places the order of the submitted lines, and pays it when the submission has a payment. */
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
  if (!transaction) return placeSubmitted(ctx, actor, submission, idempotencyKey);
  await limitProviderRequests(ctx, actor);
  const known = await findTransaction(ctx, transaction);
  requireOwnTransaction(known, { userId: user.id, orderId: null });
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

async function placeSubmitted(
  ctx: Ctx,
  actor: Actor,
  submission: OrderSubmission,
  idempotencyKey: string | null,
  prepaid?: KnownPayment,
): Promise<OrderView> {
  const wanted = await resolveLines(ctx, submission.cart);
  return placeOrder(ctx, {
    actor,
    wanted,
    city: submission.city,
    method: submission.deliveryMethod ?? null,
    idempotencyKey,
    ...(prepaid && { prepaidId: prepaid.payment.id }),
    awaitsCard: prepaid !== undefined,
    assertExpectedTotals(lines, totals) {
      const prices = new Map(lines.map((line) => [line.variantId, line.unitPriceMinor]));
      const linesMatch = submission.cart.every(({ price, quantity, totalAmount }, index) => {
        const unitPriceMinor = prices.get(wanted[index]?.variantId ?? '');
        return (
          unitPriceMinor !== undefined &&
          (price === undefined || parseMoney(price) === unitPriceMinor) &&
          (totalAmount === undefined || parseMoney(totalAmount) === unitPriceMinor * quantity)
        );
      });
      if (!linesMatch || !expectedTotalsMatch(submission, totals))
        throw priceChanged(lines, totals);
      if (prepaid && prepaid.intent.amountMinor !== totals.totalMinor) {
        throw new AppError('amount_mismatch', 'The amount paid is not what this order costs.', {
          details: { quote: toQuote(lines, totals) },
        });
      }
    },
  });
}

// The payment came first. If no order can be placed, it is refunded before the refusal is sent.
async function placePrepaid(
  ctx: Ctx,
  actor: Actor,
  submission: OrderSubmission,
  idempotencyKey: string | null,
  known: KnownPayment,
): Promise<string> {
  try {
    return (await placeSubmitted(ctx, actor, submission, idempotencyKey, known)).id;
  } catch (error) {
    if (error instanceof AppError) await refundUnbound(ctx, known, error.code);
    throw error;
  }
}

// The intent's order was placed with it. The submission must be that order.
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
  const { city, deliveryMethod: method = null } = submission;
  if (await isSameOrder(ctx, order, { wanted, city, method })) return orderId;
  // The paid order stays paid. This submission is refused because it is another order.
  await settle(ctx, submission.transaction ?? '', { orderId, actor: user.id });
  throw paidAnother(orderId);
}
