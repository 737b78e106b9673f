/**
 * Stores the provider's state of a payment's refunds. It goes by the provider's ids, and a refund
 * that failed there stays failed, so repeated, late and reordered events have the same result:
 *
 * done, and failed at the provider ................ failed, back in the ledger, for staff
 * requested, and failed at the provider ........... failed, for staff
 * not done, and accepted at the provider .......... done
 * not ours, with the amount of one that staff
 *   have to decide about, or settled outside,
 *   and made since (`match-manual-refunds.ts`) .......... that one is done: it is the same money
 * not ours otherwise .............................. a new refund
 *
 * When staff refund by hand at the provider and also record it here, the shop receives both. Only
 * the amount connects the two.
 */
import type { ProviderRefund } from '#adapters/payments/port.ts';
import type { Executor, Tx } from '#db/client.ts';
import type { Ctx } from '../context.ts';
import { canCountAs, findUnrecorded, isCovered } from './match-manual-refunds.ts';
import { lockPayment, type PaymentRow } from './payments.store.ts';
import { lockRefunds, type RefundRow, selectRefunds, updateRefund } from './refunds.store.ts';
import {
  hasNotFailed,
  recordForeignRefund,
  recordRefundDone,
  recordRefundReturned,
} from './refunds.ts';

/** The state of a payment's refunds in the database. Read it before you ask the provider. */
export async function fingerprintOfRefunds(db: Executor, paymentId: string): Promise<string> {
  return fingerprintOf(await selectRefunds(db, paymentId));
}

/** What `reconcileRefunds` changed. */
export interface ReconciledRefunds {
  /** The amounts of refunds that were missing in the database. */
  added: number[];
  /** The refunds that are done now. The caller issues their credit notes, as its last step. */
  done: string[];
}

/**
 * Stores the refunds of `existingRefunds`. Returns null and changes nothing when the database
 * changed since `fingerprint`, because `existingRefunds` may then be older. The caller has to lock
 * the order before.
 */
export async function reconcileRefunds(
  ctx: Ctx,
  tx: Tx,
  paymentId: string,
  { fingerprint, existingRefunds }: { fingerprint: string; existingRefunds: ProviderRefund[] },
): Promise<ReconciledRefunds | null> {
  const changes: ReconciledRefunds = { added: [], done: [] };
  const rows = await lockRefunds(tx, paymentId);
  const payment = await lockPayment(tx, paymentId);
  if (fingerprintOf(rows) !== fingerprint) return null;
  if (payment?.status !== 'captured' && payment?.status !== 'refunded') return changes;
  for (const row of rows) {
    if (await follow(ctx, tx, payment, row, existingRefunds)) changes.done.push(row.id);
  }
  await addMissing(ctx, tx, payment, existingRefunds.filter(hasNotFailed), changes);
  return changes;
}

/** Updates one of our refunds to its state at the provider. Returns whether this made it done. */
async function follow(
  ctx: Ctx,
  tx: Tx,
  payment: PaymentRow,
  row: RefundRow,
  existingRefunds: ProviderRefund[],
): Promise<boolean> {
  const at = ctx.now();
  if (row.status === 'done') {
    const failure = existingRefunds.find(({ id }) => id === row.providerRefundId)?.failure;
    if (!failure) return false;
    await recordRefundReturned(tx, payment, row, { failure, at });
    ctx.log.warn('refund.returned', { id: row.id, paymentId: payment.id, failure });
    return false;
  }
  const own = existingRefunds.filter(({ reference }) => reference === row.id);
  const standing = own.find(hasNotFailed);
  if (standing) {
    await recordRefundDone(tx, payment, row, { providerRefundId: standing.id, at });
    return true;
  }
  // Under a later key, the failure may belong to an earlier attempt.
  const failure = row.keyAttempt === 0 ? own[0]?.failure : null;
  if (row.status === 'requested' && failure) {
    await updateRefund(tx, row.id, { status: 'failed', failure });
  }
  return false;
}

/** Records refunds that were made without the shop, up to the amount that the database lacks. */
async function addMissing(
  ctx: Ctx,
  tx: Tx,
  payment: PaymentRow,
  standing: ProviderRefund[],
  changes: ReconciledRefunds,
): Promise<void> {
  const at = ctx.now();
  const rows = await selectRefunds(tx, payment.id);
  const counted = rows.filter(({ status }) => status === 'done' || status === 'requested');
  const refunds = { payment, rows, existingRefunds: standing };
  // Refunds that wait for a decision come first.
  const undone = ['failed', 'settled'].flatMap((status) =>
    rows.filter((row) => row.status === status),
  );
  let missing = sumOf(standing) - sumOf(counted);
  const addForeign = async (amountMinor: number, providerRefundId: string | null) => {
    if (payment.status !== 'captured') return;
    const foreign = { amountMinor, providerRefundId, at };
    changes.done.push(await recordForeignRefund(tx, payment, foreign));
    changes.added.push(amountMinor);
  };
  for (const one of findUnrecorded(refunds)) {
    if (one.amountMinor > missing) continue;
    missing -= one.amountMinor;
    const same =
      undone.find((row) => isCovered(row, one)) ??
      undone.find((row) => row.amountMinor === one.amountMinor && canCountAs(refunds, row, one));
    if (same) {
      undone.splice(undone.indexOf(same), 1);
      await recordRefundDone(tx, payment, same, { providerRefundId: one.id, at });
      changes.done.push(same.id);
    } else await addForeign(one.amountMinor, one.id);
  }
  // The part that no recorded or requested refund covers.
  if (missing > 0) await addForeign(missing, null);
}

const fingerprintOf = (rows: RefundRow[]) =>
  rows
    .map(({ id, status, providerRefundId, keyAttempt }) =>
      [id, status, providerRefundId, keyAttempt].join(' '),
    )
    .sort()
    .join();

const sumOf = (some: { amountMinor: number }[]) =>
  some.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
