/**
 * The only code that makes an order paid by card; `mark-as-paid.ts` is for other money. The page, the
 * provider's webhook and the reconciler call `settle` with the provider's id. It asks the provider
 * and never trusts the caller. It may run any number of times in any order:
 *
 * not succeeded at the provider ........ nothing happens, `payment_incomplete`
 * already settled for its order ........ returns the order, unchanged
 * order pending, amounts equal ......... the order becomes paid: ledger, history, outbox, invoice
 * order paid otherwise, or cancelled ... the capture is written, refunded, and refused
 *
 * The order is locked before the payment, everywhere, so that two callers can't deadlock. The series
 * of invoices is locked last: every payment of the shop waits for it.
 */
import { type PaymentIntent, PaymentRefusal } from '#adapters/payments/port.ts';
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { Ctx } from '../../context.ts';
import {
  bindToOrder,
  cancelIntentOf,
  closeOpenPayment,
  findOpenExtraPayment,
  findOpenPayment,
  findOrderOfPayment,
  findPaymentOfIntent,
  isProviderUnreachable,
  isUnknownAtProvider,
  lockForSettling,
  type PaymentRow,
  recordCapture,
  recordUnusableCapture,
  requirePayments,
} from '../../payments/payments.ts';
import type { OrderCustomer } from '../access/order-access.ts';
import { nextStatus } from '../order-states.ts';
import { lockOrder, type OrderRow } from '../orders.store.ts';
import { refundNow } from '../refunds/refund-now.ts';
import { becomePaid } from './become-paid.ts';
import { decideExtra } from './settle-extra-payment.ts';

type Outcome =
  | { kind: 'paid'; orderId: string }
  /** The order has another open payment that was not stopped yet. */
  | { kind: 'contested' }
  | { kind: 'refused'; code: ErrorCode; message: string; refundId: string | null };

/** A payment in our database and at the provider, read without locks. */
export interface KnownPayment {
  payment: PaymentRow;
  intent: PaymentIntent;
}

/** Reads a transaction from the provider and from our database; 409 when it is not ours. */
export async function findTransaction(ctx: Ctx, transaction: string): Promise<KnownPayment> {
  const intent = await requirePayments(ctx).findIntent(transaction).catch(nullIfRefused);
  const payment = intent && (await findPaymentOfIntent(ctx, intent));
  if (intent && !payment) reportUnmatched(ctx, intent);
  if (!intent || !payment) {
    throw new AppError('payment_incomplete', 'That payment is not known to this shop.');
  }
  return { intent, payment };
}

// A restore or a failover can lose a payment that the provider has. The account of the provider may
// serve other applications too, whose payments have no reference of the shop.
function reportUnmatched(ctx: Ctx, intent: PaymentIntent): void {
  const { id: intentId, reference, status, amountMinor, currency } = intent;
  if (status !== 'succeeded' || !reference.startsWith('pay_')) return;
  const fault = 'A customer has paid, but the database does not have this payment.';
  ctx.log.error('payment.unmatched', fault, { intentId, reference, amountMinor, currency });
}

// When the provider refuses to look up a transaction, it is not one of ours.
function nullIfRefused(error: unknown): null {
  if (error instanceof PaymentRefusal) return null;
  throw error;
}

/**
 * Refuses another account's transaction, or another order's if the customer is a guest: 409
 * `transaction_used`, and no refund.
 */
export function requireOwnTransaction(
  { payment }: KnownPayment,
  { userId, orderId }: Pick<OrderCustomer, 'userId' | 'orderId'>,
): void {
  const isOwn = userId === null ? payment.orderId === orderId : payment.userId === userId;
  // An extra payment pays no order; it is settled for its return.
  if (!isOwn || payment.returnId !== null) {
    throw new AppError('transaction_used', 'That payment belongs to another order.');
  }
}

/**
 * Stores the provider's state of a transaction; returns the id of the order that it paid. `orderId`
 * is for a payment that is not tied to an order yet.
 */
export async function settle(
  ctx: Ctx,
  transaction: string,
  options: { orderId?: string; actor: string },
): Promise<string> {
  const known = await findTransaction(ctx, transaction);
  return settleKnown(ctx, known, options);
}

/**
 * Accepts that a payment was refused, for callers that have no person to inform; throws other
 * errors again. A refusal is final and no fault: a capture that its order can't take has been
 * refunded.
 */
export function acceptRefusal(error: unknown): void {
  if (!(error instanceof AppError) || isProviderUnreachable(error)) throw error;
}

/**
 * Stores the provider's state of a transaction that was just read; returns the id of the order that
 * it paid. It does not ask the provider again, so that an outage can't leave a new order without
 * its payment. `orderId` is for a payment that is not tied to an order yet.
 */
export async function settleKnown(
  ctx: Ctx,
  known: KnownPayment,
  options: { orderId?: string; actor: string },
): Promise<string> {
  if (known.intent.status !== 'succeeded') {
    throw new AppError('payment_incomplete', 'The payment has not gone through yet.');
  }
  const orderId = (await findOrderOfPayment(ctx.db, known.payment)) ?? options.orderId;
  if (!orderId) throw new AppError('payment_incomplete', 'That payment has no order yet.');
  const outcome = await decideOnce(ctx, known, orderId, options.actor);
  if (outcome.kind === 'paid') return outcome.orderId;
  if (outcome.refundId) await refundNow(ctx, outcome.refundId);
  throw new AppError(outcome.code, outcome.message);
}

/**
 * Refunds a capture that has no order, with the given error as the reason. Skips a payment that has
 * an order, because `settle` handles it.
 */
export async function refundUnbound(ctx: Ctx, known: KnownPayment, reason: string): Promise<void> {
  if (known.intent.status !== 'succeeded') return;
  const refundId = await inTransaction(ctx.db, async (tx) => {
    const payment = await lockForSettling(tx, known.payment.id);
    if (!(payment.status === 'created' || isUnknownAtProvider(payment))) return null;
    if (payment.orderId !== null || payment.returnId !== null) return null;
    return recordUnusableCapture(tx, payment, known.intent, reason, ctx.now());
  });
  if (refundId) await refundNow(ctx, refundId);
}

/**
 * Makes sure that the open payment of an order can't be paid any more; returns its intent. Asks the
 * provider, so never call it inside a transaction. If the payment was captured first, the order
 * becomes paid. Returns null for a payment whose intent is unknown at the provider, as if there
 * were none.
 */
export async function stopPayment(
  ctx: Ctx,
  orderId: string,
  actor: string,
): Promise<string | null> {
  const intent = await cancelIntent(ctx, await findOpenPayment(ctx.db, orderId));
  if (intent?.status === 'succeeded') await settle(ctx, intent.id, { actor });
  return intent?.id ?? null;
}

/**
 * What `stopPayment` does, for the extra payment of a return. One that was captured first pays the
 * difference, or is refunded if it can't be used.
 */
async function stopExtraPayment(ctx: Ctx, returnId: string, actor: string): Promise<string | null> {
  const intent = await cancelIntent(ctx, await findOpenExtraPayment(ctx.db, returnId));
  if (intent?.status !== 'succeeded') return intent?.id ?? null;
  await settle(ctx, intent.id, { actor }).catch(acceptRefusal);
  return null;
}

async function cancelIntent(ctx: Ctx, open: PaymentRow | null): Promise<PaymentIntent | null> {
  return open && cancelIntentOf(ctx, open);
}

/** The refusal when another payment started while the earlier one was stopped. */
export class PaymentStartedError extends AppError {
  constructor() {
    super('already_paid', 'This is being paid right now. Please look at it again in a moment.');
  }
}

/**
 * Runs `work`, which ends an unpaid order, in a transaction after its payment is stopped. Runs
 * again once when `work` throws `PaymentStartedError`, because another payment started in between.
 */
export function withPaymentStopped<T>(
  ctx: Ctx,
  orderId: string,
  actor: string,
  work: WorkOnStopped<T>,
): Promise<T> {
  return withStopped(ctx, () => stopPayment(ctx, orderId, actor), work);
}

/** What `withPaymentStopped` does, for `work` that ends that the difference of an exchange is unpaid. */
export function withExtraPaymentStopped<T>(
  ctx: Ctx,
  returnId: string,
  actor: string,
  work: WorkOnStopped<T>,
): Promise<T> {
  return withStopped(ctx, () => stopExtraPayment(ctx, returnId, actor), work);
}

type WorkOnStopped<T> = (tx: Tx, stopped: string | null) => Promise<T>;

async function withStopped<T>(
  ctx: Ctx,
  stop: () => Promise<string | null>,
  work: WorkOnStopped<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const stopped = await stop();
    try {
      return await inTransaction(ctx.db, (tx) => work(tx, stopped));
    } catch (error) {
      if (!(error instanceof PaymentStartedError) || attempt === 5) throw error;
    }
  }
}

// An order has one open payment at a time. A payment from elsewhere replaces it after the old one
// is stopped. When another payment starts meanwhile, this starts over.
async function decideOnce(
  ctx: Ctx,
  known: KnownPayment,
  orderId: string,
  actor: string,
): Promise<Exclude<Outcome, { kind: 'contested' }>> {
  // Only such a capture may replace the open payment: it has no order yet, or was unknown at the
  // provider.
  const { payment } = known;
  const isUnbound = payment.orderId === null && payment.status === 'created';
  const takesPlace = payment.returnId === null && (isUnbound || isUnknownAtProvider(payment));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    // Contested: the order has an open payment that is not this one.
    const stopped = takesPlace || attempt > 0 ? await stopPayment(ctx, orderId, actor) : null;
    const outcome = await inTransaction(ctx.db, (tx) =>
      decide(ctx, tx, known, { orderId, actor, stopped }),
    );
    if (outcome.kind !== 'contested') return outcome;
  }
  throw new AppError('unavailable', 'This order is being paid elsewhere. Please try again.');
}

async function decide(
  ctx: Ctx,
  tx: Tx,
  known: KnownPayment,
  { orderId, actor, stopped }: { orderId: string; actor: string; stopped: string | null },
): Promise<Outcome> {
  const { intent } = known;
  const { returnId } = known.payment;
  if (returnId !== null) {
    return decideExtra(ctx, tx, { ...known.payment, returnId }, intent, actor);
  }
  const order = await lockOrder(tx, orderId);
  const payment = await lockForSettling(tx, known.payment.id);
  if (!order) throw new Error(`Order ${orderId} of payment ${payment.id} is gone.`);
  if (payment.orderId && payment.orderId !== orderId) {
    return refuse('transaction_used', 'That payment belongs to another order.');
  }
  if (payment.status === 'captured') return { kind: 'paid', orderId };
  if (payment.status === 'refunded') {
    return refuse('transaction_used', 'That payment was refunded.');
  }
  if (!payment.orderId || isUnknownAtProvider(payment)) {
    if (!(await closeOpenPayment(tx, orderId, stopped))) return { kind: 'contested' };
  }
  if (!payment.orderId) await bindToOrder(tx, payment.id, orderId);
  const bound = { ...payment, orderId };
  const refusal = reasonToRefuse(order, bound, intent);
  if (refusal) {
    const refundId = await recordUnusableCapture(tx, bound, intent, refusal.code, ctx.now());
    return { kind: 'refused', ...refusal, refundId };
  }
  await recordCapture(tx, bound, intent, ctx.now());
  await becomePaid(ctx, tx, order, { actor, detail: intent.id });
  return { kind: 'paid', orderId };
}

function reasonToRefuse(
  order: OrderRow,
  payment: PaymentRow,
  intent: PaymentIntent,
): { code: ErrorCode; message: string } | null {
  const returned = 'The new payment was refunded.';
  if (order.status === 'paid') {
    return { code: 'already_paid', message: `This order is paid already. ${returned}` };
  }
  if (nextStatus(order.status, 'pay') === null) {
    return { code: 'order_closed', message: `This order was cancelled. ${returned}` };
  }
  const exact =
    intent.amountMinor === order.totalMinor &&
    intent.currency === order.currency &&
    payment.userId === order.userId;
  return exact
    ? null
    : {
        code: 'amount_mismatch',
        message: `The amount paid is not what this order costs. ${returned}`,
      };
}

function refuse(code: ErrorCode, message: string): Extract<Outcome, { kind: 'refused' }> {
  return { kind: 'refused', code, message, refundId: null };
}
