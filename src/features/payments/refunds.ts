/**
 * Money that goes back. A refund is written, committed and only then asked of the provider, under
 * its own id as the key; a crash or an outage in between leaves it requested, and it is carried out
 * later. What the provider refuses for good is failed, and waits for staff. The database refuses to
 * give back more than came in.
 */
import {
  PaymentRefusal,
  type PaymentsPort,
  ProviderFailure,
  type ProviderRefund,
} from '#adapters/payments/port.ts';
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { formatMoney } from '#shared/money.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import { keyOf } from './ensure-intent.ts';
import { isElsewhere } from './out-of-sight.ts';
import { insertLedgerEntry, lockPayment, type PaymentRow, selectById } from './payments.store.ts';
import { requirePayments } from './provider.ts';
import {
  claimRefund,
  insertRefund,
  lockFailedRefund,
  lockRequestedRefund,
  type RefundRow,
  type RefundView,
  selectDueRefunds,
  selectRefund,
  selectRefunds,
  updateRefund,
} from './refunds.store.ts';

/** What became of a payment's money, and the refund that a key stands for. */
export async function refundsOf(
  tx: Tx,
  payment: PaymentRow,
  key: string | null = null,
): Promise<{
  /** What may still be given back. */
  leftMinor: number;
  /** What went back through the provider, or is about to. */
  throughProviderMinor: number;
  earlier: { id: string; amountMinor: number } | null;
}> {
  const rows = await selectRefunds(tx, payment.id);
  const sumOf = (some: RefundRow[]) => some.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const ours = rows.filter(({ status }) => status === 'requested' || status === 'done');
  return {
    leftMinor: Math.max(0, payment.amountMinor - sumOf(rows)),
    throughProviderMinor: sumOf(ours),
    earlier: rows.find((row) => key !== null && row.key === key) ?? null,
  };
}

/** Writes a refund that `carryOutRefund` is to make; returns its id. */
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

/** Writes a refund that was made at the provider, without the shop, and lets the customer know. */
export async function recordForeignRefund(
  tx: Tx,
  payment: PaymentRow,
  refund: { amountMinor: number; providerRefundId: string | null; at: Date },
): Promise<void> {
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
}

/** A refund and the payment that it is of, for telling whoever paid. */
export async function viewRefund(ctx: Ctx, refundId: string): Promise<RefundView> {
  const refund = await selectRefund(ctx.db, refundId);
  if (!refund) throw new Error(`Refund ${refundId} is gone.`);
  return refund;
}

/** The order whose payment a refund is of; null for one that is not there, or of no order. */
export async function findOrderOfRefund(ctx: Ctx, refundId: string): Promise<string | null> {
  return (await selectRefund(ctx.db, refundId))?.orderId ?? null;
}

/** A refund that the provider refuses, and what it is of. */
export interface FailedRefund {
  refund: RefundRow;
  orderId: string | null;
}

/** A refund that failed, locked with its payment; null once somebody dealt with it. */
export async function lockRefundThatFailed(tx: Tx, refundId: string): Promise<FailedRefund | null> {
  const refund = await lockFailedRefund(tx, refundId);
  const payment = refund && (await lockPayment(tx, refund.paymentId));
  return payment ? { refund, orderId: payment.orderId } : null;
}

/**
 * Has a failed refund carried out again; 409 when less is left of its payment by now. Its key is
 * spent: the provider keeps refusals under it, too.
 */
export async function requestAgain(tx: Tx, { refund }: FailedRefund): Promise<void> {
  const payment = await selectById(tx, refund.paymentId);
  const left = payment && payment.amountMinor - (await refundsOf(tx, payment)).throughProviderMinor;
  if (left === undefined || left < refund.amountMinor) {
    const rest = `Only ${formatMoney(left ?? 0)} of this payment is left.`;
    throw new AppError('amount_mismatch', `${rest} Please settle this refund with a note.`);
  }
  const keyRound = refund.keyRound + 1;
  await updateRefund(tx, refund.id, { status: 'requested', nextTryAt: null, keyRound });
}

/** Closes a failed refund without the provider. */
export async function settleOutside(tx: Tx, refundId: string, at: Date): Promise<void> {
  await updateRefund(tx, refundId, { status: 'settled', doneAt: at });
}

/** How carrying a refund out ended; `waiting`: it is not due, or the provider can't be asked. */
export type RefundOutcome = 'done' | 'failed' | 'waiting';

/**
 * Asks the provider for a requested refund that is due and writes how that ended; repeating is
 * harmless. Throws while the provider can't be asked: then it is due again later.
 */
export async function carryOutRefund(ctx: Ctx, refundId: string): Promise<RefundOutcome> {
  const provider = requirePayments(ctx);
  const refund = await claimRefund(ctx.db, refundId, ctx.now());
  const payment = refund && (await selectById(ctx.db, refund.paymentId));
  if (!refund || !payment?.intentId) return 'waiting';
  const asked = { ...refund, intentId: payment.intentId };
  try {
    if (isElsewhere(ctx, payment)) throw takenElsewhere(payment);
    const made =
      (await findMade(ctx, provider, asked)) ?? (await askForRefund(ctx, provider, asked));
    await finish(ctx, payment, refund, made);
    return 'done';
  } catch (error) {
    if (!(error instanceof PaymentRefusal)) throw error;
    return reconcile(ctx, payment, asked, error);
  }
}

/** Ids of refunds that are due to be carried out, the oldest first. */
export async function findDueRefunds(ctx: Ctx): Promise<string[]> {
  return (await selectDueRefunds(ctx.db, ctx.now(), 100)).map(({ id }) => id);
}

/** Whether a refund at the provider was not returned by the bank. */
export const stands = ({ failure }: ProviderRefund): boolean => failure === null;

type AskedRefund = RefundRow & { intentId: string };

/** Only a first try is so soon: whoever claims a refund keeps it for as long. */
const FIRST_TRY_MS = 60_000;

// An earlier request may have made it, under an earlier key, or under this one longer ago than the
// provider keeps keys (a day). So before every repeat its refunds are listed.
async function findMade(
  ctx: Ctx,
  provider: PaymentsPort,
  refund: AskedRefund,
): Promise<string | null> {
  const isFirstTry = ctx.now().getTime() - refund.createdAt.getTime() < FIRST_TRY_MS;
  if (refund.keyRound === 0 && isFirstTry) return null;
  const made = await provider.listRefunds(refund.intentId);
  const own = made.filter(({ reference }) => reference === refund.id);
  const standing = own.find(stands);
  if (standing) return standing.id;
  // Under its first key the provider would repeat that it accepted what has failed since.
  const failure = refund.keyRound === 0 ? own[0]?.failure : null;
  if (failure) throw new PaymentRefusal('refund_failed', failure);
  return null;
}

async function askForRefund(
  ctx: Ctx,
  provider: PaymentsPort,
  refund: AskedRefund,
): Promise<string> {
  const { intentId, amountMinor, currency, id: reference, keyRound } = refund;
  try {
    const { refundId } = await provider.refund({
      intentId,
      amountMinor,
      currency,
      reference,
      idempotencyKey: keyOf(refund.id, keyRound),
    });
    return refundId;
  } catch (error) {
    if (error instanceof ProviderFailure) {
      await updateRefund(ctx.db, refund.id, { keyRound: keyRound + 1 });
    }
    throw error;
  }
}

/**
 * What a refusal comes to: the refund is done when the provider has given the money back all the same
 * (by us, or by somebody on its own pages), and otherwise failed, which is for staff.
 */
async function reconcile(
  ctx: Ctx,
  payment: PaymentRow,
  refund: AskedRefund,
  refusal: PaymentRefusal,
): Promise<RefundOutcome> {
  const made = isElsewhere(ctx, payment)
    ? []
    : (await requirePayments(ctx).listRefunds(refund.intentId)).filter(stands);
  const own = made.find(({ reference }) => reference === refund.id);
  const alike = await findUnaccounted(ctx, payment, refund, made);
  const standing = own ?? alike;
  if (standing) {
    await finish(ctx, payment, refund, standing.id);
    return 'done';
  }
  const failure = `${refusal.message} (${refusal.code})`.slice(0, 500);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockRequestedRefund(tx, refund.id))) return;
    await updateRefund(tx, refund.id, { status: 'failed', failure });
  });
  ctx.log.warn('refund.refused', { id: refund.id, paymentId: payment.id, failure });
  return 'failed';
}

/** A refund of the same amount that the books don't know, as long as they miss that much. */
async function findUnaccounted(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundRow,
  made: ProviderRefund[],
): Promise<ProviderRefund | undefined> {
  const rows = await selectRefunds(ctx.db, payment.id);
  const known = new Set(rows.flatMap(({ id, providerRefundId }) => [id, providerRefundId]));
  const others = rows
    .filter(({ id, status }) => id !== refund.id && (status === 'done' || status === 'requested'))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const total = made.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (total - others < refund.amountMinor) return undefined;
  return made.find(
    ({ id, amountMinor, reference }) =>
      amountMinor === refund.amountMinor && !known.has(id) && !known.has(reference),
  );
}

async function finish(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundRow,
  providerRefundId: string,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockRequestedRefund(tx, refund.id))) return;
    await recordRefundDone(tx, payment, refund, { providerRefundId, at: ctx.now() });
  });
}

/** Writes that the provider has accepted a refund, which is locked, and lets the customer know. */
export async function recordRefundDone(
  tx: Tx,
  payment: PaymentRow,
  refund: RefundRow,
  { providerRefundId, at }: { providerRefundId: string; at: Date },
): Promise<void> {
  const { id, amountMinor } = refund;
  await updateRefund(tx, id, { status: 'done', providerRefundId, doneAt: at });
  await insertLedgerEntry(tx, refundEntry('refund', payment, { id, amountMinor }, at));
  await enqueue(tx, { kind: 'payment.refunded', payload: { refundId: id } }, at);
}

/** Writes that the bank returned a refund that was done, which is locked: it waits for staff. */
export async function recordRefundReturned(
  tx: Tx,
  payment: PaymentRow,
  { id, amountMinor }: RefundRow,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await updateRefund(tx, id, { status: 'failed', failure, doneAt: null });
  await insertLedgerEntry(tx, refundEntry('refund-failed', payment, { id, amountMinor }, at));
}

/** Money out, or back in again. */
function refundEntry(
  kind: 'refund' | 'refund-failed',
  { id: paymentId, orderId, currency }: PaymentRow,
  refund: { id: string; amountMinor: number },
  at: Date,
) {
  const amountMinor = kind === 'refund' ? -refund.amountMinor : refund.amountMinor;
  return { kind, paymentId, orderId, refundId: refund.id, amountMinor, currency, at };
}

function takenElsewhere({ provider }: PaymentRow): PaymentRefusal {
  return new PaymentRefusal(
    'other_provider',
    `This payment was taken through ${provider}, which the shop is not connected to now.`,
  );
}
