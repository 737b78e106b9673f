/**
 * Finds the money that nobody told us of: a tab closed after the card was charged, a process that
 * died before it could write. The provider is asked about every open payment, ever more rarely.
 */
import type { Ctx } from '../context.ts';
import {
  claimPaymentsToCheck,
  closePayment,
  type PaymentRow,
  requirePayments,
} from '../payments/payments.ts';
import { findTransaction, type KnownPayment, refundUnbound, settle } from './settle.ts';

/** How long the order of a client that pays first may take to arrive, in milliseconds. */
const UNBOUND_GRACE = 60 * 60_000;

/**
 * Settles captures that were left, refunds those that no order came for, and closes what was given
 * up; answers how many captures it found.
 */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  let found = 0;
  for (const payment of await claimPaymentsToCheck(ctx)) {
    found += await reconcile(ctx, payment).catch((error: unknown) => {
      ctx.log.error('payment.reconcile', error, { id: payment.id });
      return 0;
    });
  }
  return found;
}

async function reconcile(ctx: Ctx, payment: PaymentRow): Promise<number> {
  const isLate = payment.createdAt.getTime() <= ctx.now().getTime() - UNBOUND_GRACE;
  const isAbandoned = payment.orderId === null && isLate;
  if (payment.intentId === null) {
    // The provider was never heard of: nobody can pay what nobody was told of.
    if (isAbandoned) await closePayment(ctx, payment);
    return 0;
  }
  let known = await findTransaction(ctx, payment.intentId);
  if (isAbandoned) known = await giveUp(ctx, known);
  if (known.intent.status === 'canceled') await closePayment(ctx, payment);
  if (known.intent.status !== 'succeeded') return 0;
  if (payment.orderId) {
    await settle(ctx, known.intent.id, { actor: 'reconciler' });
    return 1;
  }
  if (!isAbandoned) return 0;
  await refundUnbound(ctx, known, 'no_order');
  return 1;
}

/** Sees to it that a payment without an order is paid now or never. */
async function giveUp(ctx: Ctx, known: KnownPayment): Promise<KnownPayment> {
  if (known.intent.status === 'succeeded') return known;
  return { ...known, intent: await requirePayments(ctx).cancelIntent(known.intent.id) };
}
