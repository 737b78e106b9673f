/**
 * Finds captures that no page or event reported: a tab was closed after the card was charged, a
 * process died before it stored the payment, or old keys were restored. Asks the provider about
 * every payment that is open or unknown at the provider, at growing intervals.
 */
import { HOUR_MS } from '#shared/durations.ts';
import { AppError, logFault } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import {
  cancelIntentOf,
  claimPaymentsToCheck,
  closePayment,
  findIntentOf,
  findOrderOfPayment,
  findUnknownPayment,
  isUnknownAtProvider,
  type PaymentRow,
  unclaimPayments,
} from '../../payments/payments.ts';
import { requireAdmin } from '../../permissions.ts';
import { selectView } from '../orders.store.ts';
import { toView } from '../view/order-view.ts';
import { callProviderForEach } from './call-provider-for-each.ts';
import { acceptRefusal, refundUnbound, settle } from './settle.ts';

/** How long a client that pays first may take to send its order, in milliseconds. */
const UNBOUND_GRACE = HOUR_MS;

/**
 * Settles captures, refunds those without an order, and closes abandoned payments; returns how many
 * captures it found.
 */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  let found = 0;
  const left = await callProviderForEach(
    await claimPaymentsToCheck(ctx),
    async (payment) => {
      found += await reconcile(ctx, payment);
    },
    (error, { id }) => logFault(ctx.log, 'payment.reconcile', error, { id }),
  );
  await unclaimPayments(ctx, left);
  return found;
}

/**
 * Checks a payment that was unknown at the provider now (admin); 409 while the provider does not
 * know it.
 */
export async function recheckPayment(ctx: Ctx, actor: Actor, paymentId: string): Promise<void> {
  requireAdmin(actor);
  const payment = await findUnknownPayment(ctx.db, paymentId);
  if (payment) await reconcile(ctx, payment);
  if (!(await findUnknownPayment(ctx.db, paymentId))) return;
  throw new AppError(
    'payment_incomplete',
    'The current card provider does not know this payment, or can not stop it yet. Please look it up with the provider where it was started.',
  );
}

/** Checks one claimed payment; returns how many captures it found. */
async function reconcile(ctx: Ctx, payment: PaymentRow): Promise<number> {
  const isLate = payment.createdAt.getTime() <= ctx.now().getTime() - UNBOUND_GRACE;
  const isAbandoned = payment.orderId === null && payment.returnId === null && isLate;
  if (payment.intentId === null) {
    // The provider never reported an intent, so nobody received a way to pay it.
    if (isAbandoned || (await hasEnded(ctx, payment))) await closePayment(ctx, payment);
    return 0;
  }
  let intent = await findIntentOf(ctx, payment);
  // It has to be paid now or closed: no order came for it, or its order may have another payment by
  // now.
  const isOver = isAbandoned || isUnknownAtProvider(payment) || (await hasEnded(ctx, payment));
  if (intent && intent.status !== 'succeeded' && isOver)
    intent = await cancelIntentOf(ctx, payment);
  if (intent?.status === 'canceled') await closePayment(ctx, payment);
  if (intent?.status !== 'succeeded') return 0;
  if (payment.orderId || payment.returnId) {
    await settle(ctx, intent.id, { actor: 'reconciler' }).catch(acceptRefusal);
    return 1;
  }
  if (!isAbandoned) return 0;
  await refundUnbound(ctx, { payment, intent }, 'no_order');
  return 1;
}

/** Whether this is the extra payment of exchanges that have ended, or were paid otherwise. */
async function hasEnded(ctx: Ctx, payment: PaymentRow): Promise<boolean> {
  const { returnId } = payment;
  const orderId = returnId && (await findOrderOfPayment(ctx.db, payment));
  if (!orderId) return false;
  const row = await selectView(ctx.db, orderId);
  const one = row && toView(row).returns.find(({ id }) => id === returnId);
  return one?.extra?.isPayable !== true;
}
