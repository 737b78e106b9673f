/**
 * Owns payments, refunds and the ledger. Promises: a payment is written before the provider is
 * asked, under a key that makes a repeated request the same intent; every capture and refund is one
 * ledger entry; a capture that can't be used is refunded, with a row before the provider is asked.
 */
import type { PaymentIntent, PaymentProvider, ProviderScript } from '#adapters/payments/port.ts';
import type { Executor, Tx } from '#db/client.ts';
import { MOST_COUNTED } from '#shared/counted.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions.ts';
import {
  claimDuePayments,
  closeStopped,
  closeUnpaid,
  countWaiting,
  insertLedgerEntry,
  insertProviderEvent,
  lockCapture,
  lockOpenOfOrder,
  lockPayment,
  markEventDone,
  markEventFailed,
  type PaymentRow,
  type ProviderEventRow,
  recordIntent,
  selectById,
  selectByIntent,
  selectOpenEvents,
  selectOpenOfOrder,
  selectUnknownOfOrder,
  setNextCheck,
  updatePayment,
} from './payments.store.ts';
import { requirePayments } from './provider.ts';
import { requestRefund } from './refunds.ts';
import { isUnknownAtProvider } from './unknown-payments.ts';

export { carryOutRefund, findDueRefunds, type RefundOutcome } from './carry-out-refund.ts';
export { catchUpDocuments } from './catch-up-documents.ts';
export { issueCreditNotesOf } from './document-refunds.ts';
export {
  ensureExtraIntent,
  ensureIntent,
  exchangeEnded,
  openPaymentOfNewOrder,
} from './ensure-intent.ts';
export {
  checkExtraPaymentSoon,
  closeOpenExtraPayment,
  type ExtraRefundReason,
  findDueExtraRefunds,
  findOpenExtraPayment,
  findOrderOfPayment,
  hasUnknownExtraPayment,
  requestExtraRefund,
} from './extra-payments.ts';
export { recordOutsidePayment, wasRecordedOutside } from './outside-payments.ts';
export {
  closeUnknownPayment,
  findPaymentProblems,
  listFailedRefunds,
  listUnknownPayments,
} from './problems.ts';
export { checkPaymentKeys, isProviderUnreachable, requirePayments } from './provider.ts';
export { fingerprintOfRefunds, reconcileRefunds } from './reconcile-refunds.ts';
export type { RefundView } from './refunds.store.ts';
export {
  type FailedRefund,
  findOrderOfRefund,
  findRefund,
  findWithdrawnRefunds,
  lockRefundThatFailed,
  type RefundedParts,
  refundsOf,
  requestAgain,
  requestRefund,
  settleOutside,
  viewRefund,
  withdrawRefund,
} from './refunds.ts';
export { cancelIntentOf, findIntentOf, isUnknownAtProvider } from './unknown-payments.ts';
export type { PaymentProvider, PaymentRow, ProviderScript };

/**
 * Our payment for an intent of the provider. Also finds it if a process died before it stored the
 * intent.
 */
export async function findPaymentOfIntent(
  ctx: Ctx,
  intent: PaymentIntent,
): Promise<PaymentRow | null> {
  const known = await selectByIntent(ctx.db, intent.id);
  if (known) return known;
  return (await recordIntent(ctx.db, intent.reference, intent)) ?? null;
}

/** The current payment, locked until the transaction ends. */
export async function lockForSettling(tx: Tx, paymentId: string): Promise<PaymentRow> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error(`Payment ${paymentId} is gone.`);
  return payment;
}

/** Ties the payment of a client that stored its cart itself to its order. */
export async function bindToOrder(tx: Tx, paymentId: string, orderId: string): Promise<void> {
  await updatePayment(tx, paymentId, { orderId });
}

/** Records that the provider captured this payment. */
export async function recordCapture(
  tx: Tx,
  payment: PaymentRow,
  intent: PaymentIntent,
  at: Date,
): Promise<void> {
  await updatePayment(tx, payment.id, {
    status: 'captured',
    last4: intent.last4,
    providerCreated: intent.created,
    capturedAt: at,
  });
  await insertLedgerEntry(tx, {
    kind: 'capture',
    paymentId: payment.id,
    orderId: payment.orderId,
    amountMinor: intent.amountMinor,
    currency: intent.currency,
    at,
  });
}

/**
 * Records a capture that can't be used, together with its refund. The payment gets the amount and
 * the currency that the provider captured, which may not be what it was asked for. Returns the
 * refund's id; call `carryOutRefund` with it after the commit.
 */
export async function recordUnusableCapture(
  tx: Tx,
  payment: PaymentRow,
  intent: PaymentIntent,
  reason: string,
  at: Date,
): Promise<string> {
  const { id: paymentId, orderId } = payment;
  const { amountMinor, currency, last4, created } = intent;
  const money = { amountMinor, currency };
  await updatePayment(tx, paymentId, {
    ...money,
    status: 'refunded',
    last4,
    providerCreated: created,
    capturedAt: at,
  });
  await insertLedgerEntry(tx, { kind: 'capture', paymentId, orderId, ...money, at });
  return requestRefund(tx, { ...payment, ...money }, { amountMinor, reason, key: null, at });
}

/** Stores a provider event before it is processed. */
export async function storeProviderEvent(
  ctx: Ctx,
  event: { id: string; type: string; intentId: string | null; payload: unknown },
): Promise<void> {
  const provider = requirePayments(ctx).name;
  await insertProviderEvent(ctx.db, { ...event, provider, receivedAt: ctx.now() });
}

/** The most events of one look. */
export const EVENTS_AT_ONCE = 100;

/** Unprocessed provider events that are due. */
export function findOpenEvents(ctx: Ctx): Promise<ProviderEventRow[]> {
  return selectOpenEvents(ctx.db, ctx.now(), EVENTS_AT_ONCE);
}

/** Records the outcome of an event; a failed one is tried again. */
export async function closeEvent(ctx: Ctx, id: string, failure: unknown): Promise<void> {
  if (failure === null) await markEventDone(ctx.db, id, ctx.now());
  else await markEventFailed(ctx.db, id, String(failure).replaceAll('\0', '').slice(0, 500));
}

/**
 * Payments that are due for a check, each claimed by one caller and due again later. Those of
 * another provider are checked when that one is in use again.
 */
export async function claimPaymentsToCheck(ctx: Ctx): Promise<PaymentRow[]> {
  const provider = requirePayments(ctx).name;
  const now = ctx.now();
  const open = await claimDuePayments(ctx.db, { status: 'created', provider, now }, 200);
  return [...open, ...(await claimDuePayments(ctx.db, { status: 'unknown', provider, now }, 100))];
}

/** Makes payments that were claimed and not checked due at once. */
export async function unclaimPayments(ctx: Ctx, payments: PaymentRow[]): Promise<void> {
  const ids = payments.map(({ id }) => id);
  if (ids.length > 0) await setNextCheck(ctx.db, ids, ctx.now());
}

/** Closes a payment whose intent, as read, can't be paid any more. */
export async function closePayment(ctx: Ctx, seen: PaymentRow): Promise<void> {
  await closeUnpaid(ctx.db, seen, 'cancelled');
}

/** A payment that is unknown at the provider; null once it no longer is. */
export async function findUnknownPayment(db: Executor, id: string): Promise<PaymentRow | null> {
  const payment = await selectById(db, id);
  return payment && isUnknownAtProvider(payment) ? payment : null;
}

/** Whether an order has a payment that the provider does not know or can't stop. */
export async function hasUnknownPayment(db: Executor, orderId: string): Promise<boolean> {
  return (await selectUnknownOfOrder(db, orderId)) !== undefined;
}

/** The order's open payment, if it has one. */
export async function findOpenPayment(db: Executor, orderId: string): Promise<PaymentRow | null> {
  return (await selectOpenOfOrder(db, orderId)) ?? null;
}

/** The payment that paid an order, locked until the transaction ends. */
export async function lockPaymentOfOrder(tx: Tx, orderId: string): Promise<PaymentRow | null> {
  return (await lockCapture(tx, orderId)) ?? null;
}

/**
 * Closes an order's open payment after its intent `stopped` was cancelled. False, without a change,
 * when it has another intent by now, because somebody may be paying that one.
 */
export async function closeOpenPayment(
  tx: Tx,
  orderId: string,
  stopped: string | null,
): Promise<boolean> {
  return closeStopped(tx, await lockOpenOfOrder(tx, orderId), stopped);
}

/** How many refunds and provider events are unprocessed, each up to a limit (admin). */
export function findPaymentsWaiting(
  ctx: Ctx,
  actor: Actor,
): Promise<{ refunds: number; events: number }> {
  requireAdmin(actor);
  return countWaiting(ctx.db, MOST_COUNTED + 1);
}
