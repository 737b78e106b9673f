/**
 * Refunds. A refund is written and committed before the provider is asked, with its own id as the
 * key. After a crash or an outage it stays requested, and is carried out later. One that the
 * provider refuses for good is failed and waits for staff. The database refuses to refund more than
 * was captured.
 */
import type { ProviderRefund } from '#adapters/payments/port.ts';
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { formatMoney } from '#shared/money.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import { selectOrderOfPayment } from './extra-payments.store.ts';
import { insertLedgerEntry, lockPayment, type PaymentRow, selectById } from './payments.store.ts';
import {
  insertRefund,
  insertRefundLines,
  lockFailedRefund,
  type RefundRow,
  type RefundView,
  selectRefund,
  selectRefunds,
  selectWithdrawn,
  updateRefund,
} from './refunds.store.ts';

/** The sums of a payment's refunds, and the refund with the given key. */
export async function refundsOf(
  tx: Tx,
  payment: PaymentRow,
  key: string | null = null,
): Promise<{
  /** What may still be refunded. */
  remainingMinor: number;
  /** What was or will be refunded through the provider. */
  throughProviderMinor: number;
  earlier: { id: string; amountMinor: number } | null;
}> {
  const rows = await selectRefunds(tx, payment.id);
  const sumOf = (some: RefundRow[]) => some.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const counted = rows.filter(({ status }) => status !== 'withdrawn');
  const ours = rows.filter(({ status }) => status === 'requested' || status === 'done');
  return {
    remainingMinor: Math.max(0, payment.amountMinor - sumOf(counted)),
    throughProviderMinor: sumOf(ours),
    earlier: rows.find((row) => key !== null && row.key === key) ?? null,
  };
}

/** Units of a line of an order that a refund is for. */
interface RefundedLine {
  position: number;
  quantity: number;
  /** Units whose price is lowered; `quantity` is 0 then. */
  lowered?: number;
  /** With their tax. */
  amountMinor: number;
  taxMinor: number;
  /** Whether the units went back into the stock. */
  restocked?: boolean;
}

/** What a refund is for. Without parts, it is an amount alone. */
export type RefundedParts =
  | { shippingMinor: number; shippingTaxMinor: number; lines: RefundedLine[] }
  | { shippingMinor?: never; shippingTaxMinor?: never; lines?: never };

/** Writes a refund for `carryOutRefund`; returns its id. */
export async function requestRefund(
  tx: Tx,
  payment: PaymentRow,
  refund: {
    amountMinor: number;
    reason: string;
    key: string | null;
    at: Date;
  } & RefundedParts,
): Promise<string> {
  const { at: createdAt, lines = [], ...what } = refund;
  const id = newId('rfd');
  const { id: paymentId, orderId, currency } = payment;
  await insertRefund(tx, { id, paymentId, currency, ...what, status: 'requested', createdAt });
  if (orderId !== null) await insertRefundLines(tx, { refundId: id, orderId }, lines);
  return id;
}

/**
 * Writes a refund that was made at the provider without the shop, and enqueues an email to the
 * customer. Returns its id for `issueCreditNotesOf`.
 */
export async function recordForeignRefund(
  tx: Tx,
  payment: PaymentRow,
  refund: { amountMinor: number; providerRefundId: string | null; at: Date },
): Promise<string> {
  const id = newId('rfd');
  const { at, ...made } = refund;
  await insertRefund(tx, {
    id,
    paymentId: payment.id,
    currency: payment.currency,
    reason: 'made at the provider',
    status: 'done',
    createdAt: at,
    doneAt: at,
    ...made,
  });
  const { amountMinor } = refund;
  await insertLedgerEntry(tx, refundEntry('refund', payment, { id, amountMinor }, at));
  await enqueue(tx, { kind: 'payment.refunded', payload: { refundId: id } }, at);
  return id;
}

/** A refund and its payment, for the email to the customer. */
export async function viewRefund(ctx: Ctx, refundId: string): Promise<RefundView> {
  const refund = await findRefund(ctx, refundId);
  if (!refund) throw new Error(`Refund ${refundId} is gone.`);
  return refund;
}

/** A refund and its payment; null for an unknown id. */
export async function findRefund(ctx: Ctx, refundId: string): Promise<RefundView | null> {
  return (await selectRefund(ctx.db, refundId)) ?? null;
}

/** The refunds among these that staff withdrew, because the provider refused or returned them. */
export function findWithdrawnRefunds(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  return selectWithdrawn(ctx.db, ids);
}

/** The order of a refund; null for an unknown refund, or one without an order. */
export async function findOrderOfRefund(ctx: Ctx, refundId: string): Promise<string | null> {
  return (await selectRefund(ctx.db, refundId))?.orderId ?? null;
}

/** A refund that the provider refuses, with its payment. */
export interface FailedRefund {
  refund: RefundRow;
  orderId: string | null;
  /** Whether the payment paid its order. If not, all of it goes back. */
  hasPaidOrder: boolean;
}

/** A failed refund, locked with its payment; null once staff handled it. */
export async function lockRefundThatFailed(tx: Tx, refundId: string): Promise<FailedRefund | null> {
  const refund = await lockFailedRefund(tx, refundId);
  const payment = refund && (await lockPayment(tx, refund.paymentId));
  if (!payment) return null;
  const orderId = await selectOrderOfPayment(tx, payment);
  const hasPaidOrder = payment.status === 'captured' && payment.returnId === null;
  return { refund, orderId, hasPaidOrder };
}

/**
 * Requests a failed refund again; 409 when less than its amount remains of the payment. Uses the
 * next key, because the provider stores refusals under the old one.
 */
export async function requestAgain(tx: Tx, { refund }: FailedRefund): Promise<void> {
  const payment = await selectById(tx, refund.paymentId);
  const left = payment && payment.amountMinor - (await refundsOf(tx, payment)).throughProviderMinor;
  if (left === undefined || left < refund.amountMinor) {
    const rest = `Only ${formatMoney(left ?? 0)} of this payment is left.`;
    throw new AppError('amount_mismatch', `${rest} Please settle or withdraw this refund.`);
  }
  const keyAttempt = refund.keyAttempt + 1;
  await updateRefund(tx, refund.id, {
    status: 'requested',
    nextAttemptAt: null,
    keyAttempt,
  });
}

/**
 * Closes a failed refund without the provider, because its money was returned in another way. The
 * caller calls `issueCreditNotesOf` at the end of its transaction.
 */
export async function settleOutside(tx: Tx, refundId: string, at: Date): Promise<void> {
  await updateRefund(tx, refundId, { status: 'settled', doneAt: at });
}

/** Closes a failed refund that is not made. Its money can be refunded again. */
export async function withdrawRefund(tx: Tx, refundId: string): Promise<void> {
  await updateRefund(tx, refundId, { status: 'withdrawn' });
}

/** True when the bank did not return the refund. */
export const hasNotFailed = ({ failure }: ProviderRefund): boolean => failure === null;

/**
 * Records that the provider accepted a locked refund, and enqueues an email to the customer. The
 * caller calls `issueCreditNotesOf` at the end of its transaction. `providerRefundId` is null for a
 * payment outside of the shop.
 */
export async function recordRefundDone(
  tx: Tx,
  payment: PaymentRow,
  refund: RefundRow,
  { providerRefundId, at }: { providerRefundId: string | null; at: Date },
): Promise<void> {
  const { id, amountMinor } = refund;
  await updateRefund(tx, id, { status: 'done', providerRefundId, doneAt: at });
  await insertLedgerEntry(tx, refundEntry('refund', payment, { id, amountMinor }, at));
  await enqueue(tx, { kind: 'payment.refunded', payload: { refundId: id } }, at);
}

/** Records that the bank returned a locked refund that was done; it waits for staff. */
export async function recordRefundReturned(
  tx: Tx,
  payment: PaymentRow,
  { id, amountMinor }: RefundRow,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await updateRefund(tx, id, { status: 'failed', failure, doneAt: null });
  await insertLedgerEntry(tx, refundEntry('refund-failed', payment, { id, amountMinor }, at));
}

/** The ledger entry for money out, or back in. */
function refundEntry(
  kind: 'refund' | 'refund-failed',
  { id: paymentId, orderId, currency }: PaymentRow,
  refund: { id: string; amountMinor: number },
  at: Date,
) {
  const amountMinor = kind === 'refund' ? -refund.amountMinor : refund.amountMinor;
  return { kind, paymentId, orderId, refundId: refund.id, amountMinor, currency, at };
}
