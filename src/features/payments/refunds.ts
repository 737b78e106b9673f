/**
 * Refunds. A refund is written and committed before the provider is asked, with its own id as the
 * key. After a crash or an outage it stays requested, and is carried out later. One that the
 * provider refuses for good is failed and waits for staff. The database refuses to refund more than
 * was captured.
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
  insertRefundLines,
  lockFailedRefund,
  lockRequestedRefund,
  type RefundRow,
  type RefundView,
  selectDueRefunds,
  selectRefund,
  selectRefunds,
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
  const ours = rows.filter(({ status }) => status === 'requested' || status === 'done');
  return {
    remainingMinor: Math.max(0, payment.amountMinor - sumOf(rows)),
    throughProviderMinor: sumOf(ours),
    earlier: rows.find((row) => key !== null && row.key === key) ?? null,
  };
}

/** Units of a line of an order that a refund is for. */
export interface RefundedLine {
  position: number;
  quantity: number;
  amountMinor: number;
  /** Whether they went back into the stock. */
  restocked?: boolean;
}

/** Writes a refund for `carryOutRefund`; returns its id. */
export async function requestRefund(
  tx: Tx,
  payment: PaymentRow,
  refund: {
    amountMinor: number;
    /** What of its order it is for; without, it is an amount alone. */
    shippingMinor?: number;
    lines?: RefundedLine[];
    reason: string;
    key: string | null;
    at: Date;
  },
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
 * customer.
 */
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

/** A refund and its payment, for the email to the customer. */
export async function viewRefund(ctx: Ctx, refundId: string): Promise<RefundView> {
  const refund = await findRefund(ctx, refundId);
  if (!refund) throw new Error(`Refund ${refundId} is gone.`);
  return refund;
}

/** The same; null for an unknown id. */
export async function findRefund(ctx: Ctx, refundId: string): Promise<RefundView | null> {
  return (await selectRefund(ctx.db, refundId)) ?? null;
}

/** The order of a refund; null for an unknown refund, or one without an order. */
export async function findOrderOfRefund(ctx: Ctx, refundId: string): Promise<string | null> {
  return (await selectRefund(ctx.db, refundId))?.orderId ?? null;
}

/** A refund that the provider refuses, with its payment. */
export interface FailedRefund {
  refund: RefundRow;
  orderId: string | null;
}

/** A failed refund, locked with its payment; null once staff handled it. */
export async function lockRefundThatFailed(tx: Tx, refundId: string): Promise<FailedRefund | null> {
  const refund = await lockFailedRefund(tx, refundId);
  const payment = refund && (await lockPayment(tx, refund.paymentId));
  return payment ? { refund, orderId: payment.orderId } : null;
}

/**
 * Requests a failed refund again; 409 when its payment has less left by now. Uses the next key,
 * because the provider stores refusals under the old one.
 */
export async function requestAgain(tx: Tx, { refund }: FailedRefund): Promise<void> {
  const payment = await selectById(tx, refund.paymentId);
  const left = payment && payment.amountMinor - (await refundsOf(tx, payment)).throughProviderMinor;
  if (left === undefined || left < refund.amountMinor) {
    const rest = `Only ${formatMoney(left ?? 0)} of this payment is left.`;
    throw new AppError('amount_mismatch', `${rest} Please settle this refund with a note.`);
  }
  const keyRound = refund.keyRound + 1;
  await updateRefund(tx, refund.id, { status: 'requested', nextAttemptAt: null, keyRound });
}

/** Closes a failed refund without the provider. */
export async function settleOutside(tx: Tx, refundId: string, at: Date): Promise<void> {
  await updateRefund(tx, refundId, { status: 'settled', doneAt: at });
}

/**
 * The result of carrying out a refund. `waiting`: it is not due, or the provider is unreachable.
 */
export type RefundOutcome = 'done' | 'failed' | 'waiting';

/**
 * Asks the provider for a requested refund that is due and records the result. Safe to repeat.
 * Throws while the provider is unreachable; the refund is then due again later.
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
      (await findMade(ctx, payment, asked)) ?? (await askForRefund(ctx, provider, asked));
    await finish(ctx, payment, refund, made);
    return 'done';
  } catch (error) {
    if (!(error instanceof PaymentRefusal)) throw error;
    return reconcile(ctx, payment, asked, error);
  }
}

/** The ids of due refunds, oldest first. */
export async function findDueRefunds(ctx: Ctx): Promise<string[]> {
  return (await selectDueRefunds(ctx.db, ctx.now(), 100)).map(({ id }) => id);
}

/** True when the bank did not return the refund. */
export const stands = ({ failure }: ProviderRefund): boolean => failure === null;

type AskedRefund = RefundRow & { intentId: string };

/** Only a first attempt comes this early, because a claim lasts as long. */
const FIRST_TRY_MS = 60_000;

// An earlier request may have made it under an earlier key, or under this one before the provider
// dropped the key (after a day). Somebody may have made it by hand while it waited. So the provider's
// refunds are listed before every repeat.
async function findMade(
  ctx: Ctx,
  payment: PaymentRow,
  refund: AskedRefund,
): Promise<string | null> {
  const isFirstTry = ctx.now().getTime() - refund.createdAt.getTime() < FIRST_TRY_MS;
  if (refund.keyRound === 0 && isFirstTry) return null;
  const made = await requirePayments(ctx).listRefunds(refund.intentId);
  const own = made.filter(({ reference }) => reference === refund.id);
  const standing = own.find(stands);
  if (standing) return standing.id;
  // Under its first key the provider would repeat an acceptance that has failed since.
  const failure = refund.keyRound === 0 ? own[0]?.failure : null;
  if (failure) throw new PaymentRefusal('refund_failed', failure);
  return (await findMadeSince(ctx, payment, refund, made.filter(stands)))?.id ?? null;
}

/**
 * A refund of the same amount that the database lacks, made after this one was requested. Of two that
 * would take it, one does: the id of the provider's refund is unique.
 */
async function findMadeSince(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundRow,
  made: ProviderRefund[],
): Promise<ProviderRefund | undefined> {
  const rows = await selectRefunds(ctx.db, payment.id);
  const since = Math.floor(refund.createdAt.getTime() / 1_000) * 1_000;
  return unknownAlike(rows, refund, made).find(
    ({ madeAt }) => madeAt !== null && madeAt.getTime() >= since,
  );
}

/** The provider's refunds of the same amount that the database lacks. */
function unknownAlike(rows: RefundRow[], { amountMinor }: RefundRow, made: ProviderRefund[]) {
  const known = new Set(rows.flatMap(({ id, providerRefundId }) => [id, providerRefundId]));
  return made.filter(
    (one) => one.amountMinor === amountMinor && !known.has(one.id) && !known.has(one.reference),
  );
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
 * Handles a refusal: the refund is done when the provider has given the money back all the same
 * (through us or its own pages), else failed and left to staff.
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

/** A refund of the same amount that the database lacks, as far as its sum is missing. */
async function findUnaccounted(
  ctx: Ctx,
  payment: PaymentRow,
  refund: RefundRow,
  made: ProviderRefund[],
): Promise<ProviderRefund | undefined> {
  const rows = await selectRefunds(ctx.db, payment.id);
  const others = rows
    .filter(({ id, status }) => id !== refund.id && (status === 'done' || status === 'requested'))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const total = made.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (total - others < refund.amountMinor) return undefined;
  return unknownAlike(rows, refund, made)[0];
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

/** Records that the provider accepted a locked refund, and enqueues an email to the customer. */
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

function takenElsewhere({ provider }: PaymentRow): PaymentRefusal {
  return new PaymentRefusal(
    'other_provider',
    `This payment was taken through ${provider}, which the shop is not connected to now.`,
  );
}
