/**
 * Money that goes back. A refund is written, committed and only then asked of the provider, under
 * its own id as the key; a crash or an outage in between leaves it requested, and it is carried out
 * later. The database refuses to give back more than came in.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import {
  insertLedgerEntry,
  insertRefund,
  lockRequestedRefund,
  markRefundDone,
  type PaymentRow,
  type RefundView,
  selectById,
  selectRefund,
  selectRefunds,
  selectRequestedRefunds,
} from './payments.store.ts';
import { requirePayments } from './provider.ts';

/** What became of a payment: what may still go back, and the refund that a key stands for. */
export async function refundsOf(
  tx: Tx,
  payment: PaymentRow,
  key: string,
): Promise<{ leftMinor: number; earlier: { id: string; amountMinor: number } | null }> {
  const rows = await selectRefunds(tx, payment.id);
  const given = rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    leftMinor: payment.amountMinor - given,
    earlier: rows.find((row) => row.key === key) ?? null,
  };
}

/** Writes a refund that `carryOutRefund` is to make; answers its id. */
export async function requestRefund(
  tx: Tx,
  payment: PaymentRow,
  refund: { amountMinor: number; reason: string; key: string | null; at: Date },
): Promise<string> {
  const { at: createdAt, ...what } = refund;
  const id = newId('rfd');
  const { id: paymentId, currency } = payment;
  await insertRefund(tx, { id, paymentId, currency, ...what, status: 'requested', createdAt });
  return id;
}

/** Writes a refund that was made at the provider, without the shop. */
export async function recordForeignRefund(
  tx: Tx,
  payment: PaymentRow,
  amountMinor: number,
  at: Date,
): Promise<string> {
  const id = newId('rfd');
  const { id: paymentId, orderId, currency } = payment;
  const reason = 'made at the provider';
  const times = { createdAt: at, doneAt: at };
  await insertRefund(tx, {
    id,
    paymentId,
    currency,
    amountMinor,
    reason,
    status: 'done',
    ...times,
  });
  await insertLedgerEntry(tx, {
    kind: 'refund',
    paymentId,
    orderId,
    refundId: id,
    amountMinor: -amountMinor,
    currency,
    at,
  });
  return id;
}

/** A refund and the payment that it is of, for telling whoever paid. */
export async function viewRefund(ctx: Ctx, refundId: string): Promise<RefundView> {
  const refund = await selectRefund(ctx.db, refundId);
  if (!refund) throw new Error(`Refund ${refundId} is gone.`);
  return refund;
}

/** Asks the provider for a requested refund and writes that it is done; repeating is harmless. */
export async function carryOutRefund(ctx: Ctx, refundId: string): Promise<void> {
  const provider = requirePayments(ctx);
  const [refund, payment] = await inTransaction(ctx.db, async (tx) => {
    const requested = await lockRequestedRefund(tx, refundId);
    return [requested, requested && (await selectById(tx, requested.paymentId))];
  });
  if (!refund || !payment?.intentId) return;
  const { refundId: providerRefundId } = await provider.refund({
    intentId: payment.intentId,
    amountMinor: refund.amountMinor,
    idempotencyKey: refund.id,
  });
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockRequestedRefund(tx, refundId))) return;
    const at = ctx.now();
    await markRefundDone(tx, refundId, providerRefundId, at);
    await insertLedgerEntry(tx, {
      kind: 'refund',
      paymentId: payment.id,
      orderId: payment.orderId,
      refundId,
      amountMinor: -refund.amountMinor,
      currency: refund.currency,
      at,
    });
  });
}

/** Carries out refunds that a crash or an outage left behind; answers how many were tried. */
export async function carryOutOpenRefunds(ctx: Ctx): Promise<number> {
  const open = await selectRequestedRefunds(ctx.db, 100);
  for (const { id } of open) {
    await carryOutRefund(ctx, id).catch((error) => ctx.log.error('refund.failed', error, { id }));
  }
  return open.length;
}
