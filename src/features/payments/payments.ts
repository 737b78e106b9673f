/**
 * Owns the money's books: what was asked of the provider, what came in, what went back. Promises: a
 * payment is written before the provider hears of it, under a key that makes asking twice one
 * intent; every capture and refund is one ledger entry; a capture that nothing can be done with is
 * refunded, with a record before the provider is asked.
 */
import type { PaymentIntent } from '#adapters/payments/port.ts';
import type { Executor, Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { type Actor, requireAdmin } from '../accounts/actor.ts';
import type { Ctx } from '../context.ts';
import {
  claimDuePayments,
  countOpenWithoutOrder,
  countWaiting,
  ensurePayment,
  insertLedgerEntry,
  insertProviderEvent,
  lockCapture,
  lockOpenOfOrder,
  lockPayment,
  markCancelled,
  markEventDone,
  markEventFailed,
  type PaymentRow,
  type ProviderEventRow,
  type RefundView,
  saveIntent,
  selectById,
  selectByIntent,
  selectOpenEvents,
  selectOpenOfOrder,
  updatePayment,
} from './payments.store.ts';
import { requirePayments } from './provider.ts';
import { requestRefund } from './refunds.ts';

export { requirePayments } from './provider.ts';
export {
  carryOutOpenRefunds,
  carryOutRefund,
  recordForeignRefund,
  refundsOf,
  requestRefund,
  viewRefund,
} from './refunds.ts';
export type { PaymentRow, RefundView };

/** A page that is still there tells us itself how a payment ended; it gets this long. */
const GRACE_MS = 2 * 60_000;
/** Open payments of clients that keep their cart to themselves, an account and an hour. */
const MOST_WITHOUT_ORDER = 20;

/**
 * The intent for an order, or for a client that keeps its cart to itself (`orderId` null). One
 * order has one open intent, however often and from wherever this is called.
 */
export async function ensureIntent(
  ctx: Ctx,
  input: { orderId: string | null; userId: string; amountMinor: number },
): Promise<PaymentIntent> {
  const provider = requirePayments(ctx);
  const id = newId('pay');
  const at = ctx.now();
  const payment = await ensurePayment(ctx.db, {
    id,
    provider: provider.name,
    orderId: input.orderId,
    userId: input.userId,
    status: 'created',
    amountMinor: input.amountMinor,
    currency: ctx.shop.currency,
    idempotencyKey: id,
    createdAt: at,
    nextCheckAt: new Date(at.getTime() + GRACE_MS),
  });
  // Keys are forgotten after a while; an intent that we know is looked up instead.
  const known = payment.intentId && (await provider.findIntent(payment.intentId));
  if (known && known.status !== 'canceled') return known;
  if (known) {
    // Something stopped it and went down before it could say so. The next one is a new one.
    await markCancelled(ctx.db, payment);
    return ensureIntent(ctx, input);
  }
  const intent = await provider.createIntent({
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    reference: payment.id,
    idempotencyKey: payment.idempotencyKey,
  });
  if (!(await saveIntent(ctx.db, payment.id, intent.id))) {
    // Cancelled or paid while the provider was asked. The capture, if any, is settle's to find.
    await provider.cancelIntent(intent.id);
    throw new AppError('order_closed', 'This order has been paid or cancelled in the meantime.');
  }
  return intent;
}

/** Our payment for what the provider shows, also when we went down before noting the intent. */
export async function findPaymentOfIntent(
  ctx: Ctx,
  intent: PaymentIntent,
): Promise<PaymentRow | null> {
  const known = await selectByIntent(ctx.db, intent.id);
  if (known) return known;
  const payment = await selectById(ctx.db, intent.reference);
  if (!payment || payment.intentId !== null) return null;
  await updatePayment(ctx.db, payment.id, { intentId: intent.id });
  return { ...payment, intentId: intent.id };
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

/** Open payments that are due to be asked about; each for one caller, and later again. */
export function claimPaymentsToCheck(ctx: Ctx): Promise<PaymentRow[]> {
  return claimDuePayments(ctx.db, ctx.now(), 200);
}

/** Closes an open payment whose intent, as it was seen, can't be paid any more. */
export async function closePayment(ctx: Ctx, seen: PaymentRow): Promise<void> {
  await markCancelled(ctx.db, seen);
}

/** 429 for an account that asks for payment after payment and never brings an order. */
export async function requireFewOpenPayments(ctx: Ctx, userId: string): Promise<void> {
  const since = new Date(ctx.now().getTime() - 60 * 60_000);
  if ((await countOpenWithoutOrder(ctx.db, userId, since)) < MOST_WITHOUT_ORDER) return;
  throw new AppError(
    'rate_limited',
    'You have started too many payments. Please try again in an hour.',
    {
      retryAfterSeconds: 3_600,
    },
  );
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
