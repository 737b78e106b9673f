/**
 * Finds the money that nobody told us of: a tab closed after the card was charged, a process that
 * died before it could write, keys that are back. The provider is asked about every payment that is
 * open or out of sight, ever more rarely.
 */
import { AppError, logFault } from '#shared/errors.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import type { Ctx } from '../context.ts';
import {
  cancelIntentOf,
  claimPaymentsToCheck,
  closePayment,
  findIntentOf,
  findUnknownPayment,
  isAway,
  isOutOfSight,
  type PaymentRow,
} from '../payments/payments.ts';
import { acceptRefusal, refundUnbound, settle } from './settle.ts';

/** How long the order of a client that pays first may take to arrive, in milliseconds. */
const UNBOUND_GRACE = 60 * 60_000;

/**
 * Settles captures that were left, refunds those that no order came for, and closes what was given
 * up; returns how many captures it found.
 */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  let found = 0;
  for (const payment of await claimPaymentsToCheck(ctx)) {
    try {
      found += await reconcile(ctx, payment);
    } catch (error) {
      logFault(ctx.log, 'payment.reconcile', error, { id: payment.id });
      // Each of the others would wait for the same provider; they are due again soon.
      if (isAway(error)) break;
    }
  }
  return found;
}

/** Looks for a payment that was out of sight, at once (admin); 409 while the provider does not know it. */
export async function lookAgain(ctx: Ctx, actor: Actor, paymentId: string): Promise<void> {
  requireAdmin(actor);
  const payment = await findUnknownPayment(ctx.db, paymentId);
  if (payment) await reconcile(ctx, payment);
  if (!(await findUnknownPayment(ctx.db, paymentId))) return;
  throw new AppError(
    'payment_incomplete',
    'The current card provider does not know this payment. Please look it up with the provider where it was started.',
  );
}

/** Looks at one payment, as it was claimed; returns how many captures it found. */
async function reconcile(ctx: Ctx, payment: PaymentRow): Promise<number> {
  const isLate = payment.createdAt.getTime() <= ctx.now().getTime() - UNBOUND_GRACE;
  const isAbandoned = payment.orderId === null && isLate;
  if (payment.intentId === null) {
    // The provider was never heard of: nobody can pay what nobody was told of.
    if (isAbandoned) await closePayment(ctx, payment);
    return 0;
  }
  let intent = await findIntentOf(ctx, payment);
  // Paid now or never: no order came for it, or its order may have another payment by now.
  const isOver = isAbandoned || isOutOfSight(payment);
  if (intent && intent.status !== 'succeeded' && isOver)
    intent = await cancelIntentOf(ctx, payment);
  if (intent?.status === 'canceled') await closePayment(ctx, payment);
  if (intent?.status !== 'succeeded') return 0;
  if (payment.orderId) {
    await settle(ctx, intent.id, { actor: 'reconciler' }).catch(acceptRefusal);
    return 1;
  }
  if (!isAbandoned) return 0;
  await refundUnbound(ctx, { payment, intent }, 'no_order');
  return 1;
}
