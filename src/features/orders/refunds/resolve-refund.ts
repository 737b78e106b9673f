/** What staff do about a refund that the provider refuses. */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import type { Actor, SignedInUser } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import { issueDebitNote } from '../../documents/documents.ts';
import {
  type FailedRefund,
  findOrderOfRefund,
  findRefund,
  issueCreditNotesOf,
  lockRefundThatFailed,
  requestAgain,
  settleOutside,
  viewRefund,
  withdrawRefund,
} from '../../payments/payments.ts';
import { requireAdmin } from '../../permissions.ts';
import { insertEvent, lockOrder } from '../orders.store.ts';
import { recordProviderRefunds } from './provider-refunds.ts';
import { refundNow } from './refund-now.ts';

/**
 * Requests the refund again under a new key (admin). First stores the provider's refunds: if
 * somebody has refunded the same amount by hand, it is done. Returns whether it is done; 409
 * `refund_refused` when it is refused again. While the provider is unreachable it throws, and
 * nothing is requested.
 */
export async function retryRefund(
  ctx: Ctx,
  actor: Actor,
  refundId: string,
): Promise<{ isDone: boolean }> {
  requireAdmin(actor);
  const before = await findRefund(ctx, refundId);
  if (before?.status === 'failed' && before.intentId) {
    await recordProviderRefunds(ctx, before.intentId);
    if ((await viewRefund(ctx, refundId)).status === 'done') return { isDone: true };
  }
  await resolve(ctx, actor, refundId, async (tx, failed, admin) => {
    await requestAgain(tx, failed);
    await recordAudit(tx, admin.id, 'refund.retry', refundId, { failure: failed.refund.failure });
  });
  await refundNow(ctx, refundId);
  const { status, failure } = await viewRefund(ctx, refundId);
  if (status === 'failed') {
    throw new AppError('refund_refused', `The card provider refused this refund again: ${failure}`);
  }
  return { isDone: status === 'done' };
}

/**
 * Closes the refund without the provider (admin), because the money was returned in another way;
 * `note` says how. It counts as refunded. The shop sends no email about it.
 */
export async function settleRefundOutside(
  ctx: Ctx,
  actor: Actor,
  refundId: string,
  note: string,
): Promise<void> {
  await resolve(ctx, actor, refundId, async (tx, failed, admin) => {
    await settleOutside(tx, refundId, ctx.now());
    await recordClosed(ctx, tx, failed, { admin, note, how: 'settled' });
    await issueCreditNotesOf(ctx, tx, [refundId]);
  });
}

/**
 * Closes the refund although nothing was returned (admin); `note` says why. It counts no more, so
 * the same money and units can be refunded again. A debit note takes its credit note back, if it has
 * one. The shop sends no email about it. 409
 * `order_closed` for a payment that paid no order, because all of it has to go back.
 */
export async function withdrawFailedRefund(
  ctx: Ctx,
  actor: Actor,
  refundId: string,
  note: string,
): Promise<void> {
  await resolve(ctx, actor, refundId, async (tx, failed, admin) => {
    if (!failed.hasPaidOrder) {
      const message = 'This payment paid no order, so all of it has to be returned.';
      throw new AppError('order_closed', message);
    }
    await withdrawRefund(tx, refundId);
    await recordClosed(ctx, tx, failed, { admin, note, how: 'withdrawn' });
    await issueDebitNote(ctx, tx, refundId);
  });
}

const closed = {
  settled: { action: 'refund.settle', event: 'refund-settled' },
  withdrawn: { action: 'refund.withdraw', event: 'refund-withdrawn' },
} as const;

/**
 * Records how the refund was closed, in the audit log and in the history of its order if it has
 * one.
 */
async function recordClosed(
  ctx: Ctx,
  tx: Tx,
  { refund, orderId }: FailedRefund,
  { admin, note, how }: { admin: SignedInUser; note: string; how: keyof typeof closed },
): Promise<void> {
  const { action, event } = closed[how];
  await recordAudit(tx, admin.id, action, refund.id, { failure: refund.failure, note });
  const order = orderId && (await lockOrder(tx, orderId));
  if (!order) return;
  await insertEvent(tx, {
    orderId: order.id,
    event,
    fromStatus: order.status,
    toStatus: order.status,
    actor: admin.id,
    detail: `${formatMoney(refund.amountMinor)}: ${note}`,
    at: ctx.now(),
  });
}

async function resolve(
  ctx: Ctx,
  actor: Actor,
  refundId: string,
  work: (tx: Tx, failed: FailedRefund, admin: SignedInUser) => Promise<void>,
): Promise<void> {
  const admin = requireAdmin(actor);
  const orderId = await findOrderOfRefund(ctx, refundId);
  await inTransaction(ctx.db, async (tx) => {
    // The order is locked before its payment, as everywhere.
    if (orderId) await lockOrder(tx, orderId);
    const failed = await lockRefundThatFailed(tx, refundId);
    if (!failed) throw new AppError('not_found', 'That refund no longer needs a decision.');
    await work(tx, failed, admin);
  });
}
