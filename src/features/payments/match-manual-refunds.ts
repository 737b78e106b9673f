/**
 * Which refund that somebody made on the provider's own pages counts as which of the shop's. They
 * share nothing but their amount, so times decide:
 *
 * made after the shop's was requested ........... it is the same money
 * made before .................................... other money, unless too little is left for both
 * made before another of the amount was settled .. it belongs to that one
 */
import type { ProviderRefund } from '#adapters/payments/port.ts';
import type { PaymentRow } from './payments.store.ts';
import type { RefundRow } from './refunds.store.ts';

/** What the shop knows of a payment's refunds, and those that stand at the provider. */
export interface Refunds {
  payment: PaymentRow;
  rows: RefundRow[];
  existingRefunds: ProviderRefund[];
}

/** The refund made by hand that counts as one of the shop's, which waits or was refused. */
export function matchManualRefund(refunds: Refunds, refund: RefundRow): ProviderRefund | undefined {
  const free = findUnrecorded(refunds).filter(
    ({ amountMinor }) => amountMinor === refund.amountMinor,
  );
  for (const row of refunds.rows) {
    const its = row.id === refund.id ? undefined : free.find((one) => isCovered(row, one));
    if (its) free.splice(free.indexOf(its), 1);
  }
  return free.find((one) => canCountAs(refunds, refund, one));
}

/** The provider's refunds that the database lacks. */
export function findUnrecorded({ rows, existingRefunds }: Refunds): ProviderRefund[] {
  const known = new Set(rows.flatMap(({ id, providerRefundId }) => [id, providerRefundId]));
  return existingRefunds.filter(({ id, reference }) => !known.has(id) && !known.has(reference));
}

/** Whether a refund made by hand can count as this one, of the same amount. */
export function canCountAs(
  { payment, existingRefunds }: Refunds,
  refund: RefundRow,
  { madeAt }: ProviderRefund,
): boolean {
  const total = existingRefunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const isRoomForBoth = total + refund.amountMinor <= payment.amountMinor;
  return !isRoomForBoth || (madeAt !== null && madeAt >= wholeSecond(refund.createdAt));
}

/** Whether a row without a provider's id already counts this refund. */
export function isCovered(row: RefundRow, { amountMinor, madeAt }: ProviderRefund): boolean {
  if (row.amountMinor !== amountMinor || row.providerRefundId !== null) return false;
  if (row.status !== 'settled' && row.status !== 'done') return false;
  const isSince =
    row.status === 'done' || (madeAt !== null && madeAt >= wholeSecond(row.createdAt));
  return isSince && madeAt !== null && row.doneAt !== null && madeAt <= row.doneAt;
}

/** The provider's times have no fractions. */
const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1_000) * 1_000);
