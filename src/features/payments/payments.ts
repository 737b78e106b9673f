/**
 * Owns the money's books: what was asked of the provider, what came in, what went back. Promises: a
 * payment is written before the provider hears of it, under a key that makes asking twice one
 * intent; every capture and refund is one ledger entry; a capture that nothing can be done with is
 * refunded, with a record before the provider is asked.
 */
import type { PaymentIntent, PaymentsPort } from '#adapters/payments/port.ts';
import { type Executor, inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import {
  claimDuePayments,
  countOpenWithoutOrder,
  ensurePayment,
  insertLedgerEntry,
  insertRefund,
  lockPayment,
  lockRequestedRefund,
  markCancelled,
  markRefundDone,
  type PaymentRow,
  saveIntent,
  selectById,
  selectByIntent,
  selectOpenOfOrder,
  selectRequestedRefunds,
  updatePayment,
} from './payments.store.ts';

export type { PaymentRow };

/** A page that is still there tells us itself how a payment ended; it gets this long. */
const GRACE_MS = 2 * 60_000;
/** Open payments of clients that keep their cart to themselves, an account and an hour. */
const MOST_WITHOUT_ORDER = 20;

/** The card provider; 503 where there is none. */
export function requirePayments(ctx: Ctx): PaymentsPort {
  if (ctx.payments) return ctx.payments;
  throw new AppError('payments_unavailable', 'Cards can not be taken right now. Pay Later works.');
}

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
    await markCancelled(ctx.db, payment.id);
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
    throw new AppError('order_closed', 'This order was paid or cancelled meanwhile.');
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
  const refundId = newId('rfd');
  await insertRefund(tx, {
    id: refundId,
    paymentId,
    ...money,
    reason,
    status: 'requested',
    createdAt: at,
  });
  return refundId;
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

/** Open payments that are due to be asked about; each for one caller, and later again. */
export function claimPaymentsToCheck(ctx: Ctx): Promise<PaymentRow[]> {
  return claimDuePayments(ctx.db, ctx.now(), 200);
}

/** Closes an open payment whose intent can't be paid any more. */
export async function closePayment(ctx: Ctx, paymentId: string): Promise<void> {
  await markCancelled(ctx.db, paymentId);
}

/** 429 for an account that asks for payment after payment and never brings an order. */
export async function requireFewOpenPayments(ctx: Ctx, userId: string): Promise<void> {
  const since = new Date(ctx.now().getTime() - 60 * 60_000);
  if ((await countOpenWithoutOrder(ctx.db, userId, since)) < MOST_WITHOUT_ORDER) return;
  throw new AppError('rate_limited', 'Too many payments were begun. Please try again in an hour.', {
    retryAfterSeconds: 3_600,
  });
}

/** The order's open payment, if it has one. */
export async function findOpenPayment(db: Executor, orderId: string): Promise<PaymentRow | null> {
  return (await selectOpenOfOrder(db, orderId)) ?? null;
}

/** Closes an order's open payment; its intent was cancelled before. */
export async function closeOpenPayment(tx: Tx, orderId: string): Promise<void> {
  const open = await selectOpenOfOrder(tx, orderId);
  if (open) await updatePayment(tx, open.id, { status: 'cancelled' });
}
