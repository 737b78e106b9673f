/**
 * Owns the money's books: what was asked of the provider, what came in, what went back. Promises: a
 * payment is written before the provider hears of it, under a key that makes asking twice one
 * intent; every capture and refund is one ledger entry; a capture that nothing can be done with is
 * refunded, with a record before the provider is asked.
 */
import type { PaymentIntent } from '#adapters/payments/port.ts';
import type { Executor, Tx } from '#db/client.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { isOutOfSight } from './out-of-sight.ts';
import {
  claimDuePayments,
  closeUnpaid,
  countWaiting,
  insertLedgerEntry,
  insertProviderEvent,
  lockCapture,
  lockOpenOfOrder,
  lockPayment,
  markEventDone,
  markEventFailed,
  noteIntent,
  type PaymentRow,
  type ProviderEventRow,
  selectById,
  selectByIntent,
  selectOpenEvents,
  selectOpenOfOrder,
  updatePayment,
} from './payments.store.ts';
import { requirePayments } from './provider.ts';
import { requestRefund } from './refunds.ts';

export { ensureIntent } from './ensure-intent.ts';
export { cancelIntentOf, findIntentOf, isOutOfSight } from './out-of-sight.ts';
export {
  closeUnknownPayment,
  findPaymentProblems,
  listFailedRefunds,
  listUnknownPayments,
} from './problems.ts';
export { checkPaymentKeys, isAway, requirePayments } from './provider.ts';
export { reconcileRefunds, refundsAsNoted } from './reconcile-refunds.ts';
export type { RefundView } from './refunds.store.ts';
export {
  carryOutRefund,
  type FailedRefund,
  findDueRefunds,
  findOrderOfRefund,
  lockRefundThatFailed,
  type RefundOutcome,
  refundsOf,
  requestAgain,
  requestRefund,
  settleOutside,
  viewRefund,
} from './refunds.ts';
export type { PaymentRow };

/** Our payment for what the provider shows, also when we went down before noting the intent. */
export async function findPaymentOfIntent(
  ctx: Ctx,
  intent: PaymentIntent,
): Promise<PaymentRow | null> {
  const known = await selectByIntent(ctx.db, intent.id);
  if (known) return known;
  return (await noteIntent(ctx.db, intent.reference, intent)) ?? null;
}

/** The payment as it stands, locked until the transaction ends. */
export async function lockForSettling(tx: Tx, paymentId: string): Promise<PaymentRow> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error(`Payment ${paymentId} is gone.`);
  return payment;
}

/** Ties the payment of a client that kept its cart to itself to the order that it brought. */
export async function bindToOrder(tx: Tx, paymentId: string, orderId: string): Promise<void> {
  await updatePayment(tx, paymentId, { orderId });
}

/** Writes that the provider has the money for this payment. */
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
 * Writes a capture that can't be kept, together with the refund that it calls for. Carry it out
 * with `carryOutRefund` once the transaction is committed; the answer is the refund's id.
 */
export async function recordUnusableCapture(
  tx: Tx,
  payment: PaymentRow,
  intent: PaymentIntent,
  reason: string,
  at: Date,
): Promise<string> {
  await updatePayment(tx, payment.id, {
    status: 'refunded',
    last4: intent.last4,
    providerCreated: intent.created,
    capturedAt: at,
  });
  const { id: paymentId, orderId } = payment;
  const money = { amountMinor: intent.amountMinor, currency: intent.currency };
  await insertLedgerEntry(tx, { kind: 'capture', paymentId, orderId, ...money, at });
  const { amountMinor } = money;
  return requestRefund(tx, payment, { amountMinor, reason, key: null, at });
}

/** Stores what the provider told us, before anything is done about it. */
export async function keepProviderEvent(
  ctx: Ctx,
  event: { id: string; type: string; intentId: string | null; payload: unknown },
): Promise<void> {
  const provider = requirePayments(ctx).name;
  await insertProviderEvent(ctx.db, { ...event, provider, receivedAt: ctx.now() });
}

/** What the provider told us and nothing was done about yet. */
export function findOpenEvents(ctx: Ctx): Promise<ProviderEventRow[]> {
  return selectOpenEvents(ctx.db, 100);
}

/** Notes how working an event off ended; one that failed is tried again. */
export async function closeEvent(ctx: Ctx, id: string, failure: unknown): Promise<void> {
  if (failure === null) await markEventDone(ctx.db, id, ctx.now());
  else await markEventFailed(ctx.db, id, String(failure).slice(0, 500));
}

/**
 * Payments that are due to be asked about; each for one caller, and later again. Those that another
 * provider has are asked about again when that one is in use.
 */
export async function claimPaymentsToCheck(ctx: Ctx): Promise<PaymentRow[]> {
  const provider = requirePayments(ctx).name;
  const now = ctx.now();
  const open = await claimDuePayments(ctx.db, { status: 'created', provider, now }, 200);
  return [...open, ...(await claimDuePayments(ctx.db, { status: 'unknown', provider, now }, 100))];
}

/** Closes a payment whose intent, as it was seen, can't be paid any more. */
export async function closePayment(ctx: Ctx, seen: PaymentRow): Promise<void> {
  await closeUnpaid(ctx.db, seen, 'cancelled');
}

/** A payment that is out of sight; null once it is not any more. */
export async function findUnknownPayment(db: Executor, id: string): Promise<PaymentRow | null> {
  const payment = await selectById(db, id);
  return payment && isOutOfSight(payment) ? payment : null;
}

/** The order's open payment, if it has one. */
export async function findOpenPayment(db: Executor, orderId: string): Promise<PaymentRow | null> {
  return (await selectOpenOfOrder(db, orderId)) ?? null;
}

/** The payment that an order was paid with, locked until the transaction ends. */
export async function lockPaymentOfOrder(tx: Tx, orderId: string): Promise<PaymentRow | null> {
  return (await lockCapture(tx, orderId)) ?? null;
}

/**
 * Closes an order's open payment, whose intent `stopped` was cancelled before. False, and nothing is
 * done, when it has got another intent meanwhile: somebody may be paying that one.
 */
export async function closeOpenPayment(
  tx: Tx,
  orderId: string,
  stopped: string | null,
): Promise<boolean> {
  const open = await lockOpenOfOrder(tx, orderId);
  if (!open) return true;
  if (open.intentId !== null && open.intentId !== stopped) return false;
  await updatePayment(tx, open.id, { status: 'cancelled' });
  return true;
}

/** Refunds to be carried out and provider events to be worked off (admin). */
export function findPaymentsWaiting(
  ctx: Ctx,
  actor: Actor,
): Promise<{ refunds: number; events: number }> {
  requireAdmin(actor);
  return countWaiting(ctx.db);
}
