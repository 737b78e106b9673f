/**
 * Finds the money that nobody told us of: a tab closed after the card was charged, a process that
 * died before it could write. The provider is asked about every payment that is open for a while.
 */
import type { Ctx } from '../context.ts';
import { findUnsettled, type PaymentRow } from '../payments/payments.ts';
import { findTransaction, refundUnbound, settle } from './settle.ts';

const MINUTE = 60_000;
/** A page that is still there tells us itself; it gets this long. */
const GRACE = 2 * MINUTE;
/** How long the order of a client that pays first may take to arrive. */
const UNBOUND_GRACE = 60 * MINUTE;
/** Longer than any order waits for its payment. */
const WINDOW = 30 * 24 * 60 * MINUTE;

/** Settles captures that were left, and refunds those that no order came for; answers how many. */
export async function reconcilePayments(ctx: Ctx): Promise<number> {
  const now = ctx.now().getTime();
  const open = await findUnsettled(ctx, new Date(now - WINDOW), new Date(now - GRACE));
  let found = 0;
  for (const payment of open) {
    found += await reconcile(ctx, payment, now).catch((error: unknown) => {
      ctx.log.error('payment.reconcile', error, { id: payment.id });
      return 0;
    });
  }
  return found;
}

async function reconcile(ctx: Ctx, payment: PaymentRow, now: number): Promise<number> {
  const known = await findTransaction(ctx, payment.intentId ?? '');
  if (known.intent.status !== 'succeeded') return 0;
  if (payment.orderId) {
    await settle(ctx, known.intent.id, { actor: 'reconciler' });
    return 1;
  }
  if (payment.createdAt.getTime() > now - UNBOUND_GRACE) return 0;
  await refundUnbound(ctx, known, 'no_order');
  return 1;
}
