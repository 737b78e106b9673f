/**
 * Creates the one intent that pays an order, for any number of requests and after any failure:
 *
 *  1. The payment's row is written first, for a stored cart together with its order. Its id is the
 *     reference that the provider stores.
 *  2. The provider is asked under a key of that row: repeating a lost response has no effect.
 *  3. The provider stores its response under a key for a day, including its own errors (5xx).
 *  4. After such an error the row gets its next key. A lost response or a time limit keeps the key.
 *  5. The error may have come after the intent was made. So before the next key is used, the intent
 *     is searched by its reference, and used if it exists.
 *  6. The row names one intent: the first that is stored. A second request cancels its own.
 *  7. A client secret is returned only after the row names its intent. Nobody holds the secret of an
 *     intent that the search missed, so nobody can pay it.
 *  8. An intent that was cancelled, or that the provider does not know, closes its row. The next
 *     payment is a new row with its own key.
 *  9. A row is closed before another one is opened; the database allows one open row per order. The
 *     order is locked meanwhile, so that none is opened for one that was just paid or cancelled.
 * 10. Whatever is captured all the same is settled by its intent: it pays its order or is refunded.
 */

import { type PaymentIntent, PaymentRefusal, ProviderFailure } from '#adapters/payments/port.ts';
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { HOUR_MS, HOUR_S, MINUTE_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Ctx } from '../context.ts';
import {
  closeUnpaid,
  countOpenWithoutOrder,
  ensurePayment,
  lockWhilePending,
  type NewPayment,
  type PaymentRow,
  saveIntent,
  selectById,
  spendPaymentKey,
} from './payments.store.ts';
import { requirePayments } from './provider.ts';
import { cancelIntentOf, isOfOtherProvider, markUnknownAtProvider } from './unknown-payments.ts';

/** How long an open page has to report the end of a payment itself. */
const GRACE_MS = 2 * MINUTE_MS;
/** The most rows that one call closes before it gives up. */
const MAX_ATTEMPTS = 5;
/** The most open payments of clients that store their cart themselves, per account and hour. */
const MAX_WITHOUT_ORDER = 20;

/** A payment of an order, whose account it gets, or of an account without an order. */
type Payable = { orderId: string } | { orderId: null; userId: string };

/** What an extra payment is opened with. */
interface ExtraPayment {
  userId: string | null;
  amountMinor: number;
}

/**
 * The intent for an order, or for a client that stores its cart itself (`orderId` null). One order
 * has one open intent, however often this is called. 429 for an account that starts too many
 * payments without an order.
 */
export async function ensureIntent(
  ctx: Ctx,
  input: Payable & { amountMinor: number },
): Promise<PaymentIntent> {
  const { amountMinor } = input;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const payment =
      input.orderId === null
        ? await openWithoutOrder(ctx, { userId: input.userId, amountMinor })
        : await openForOrder(ctx, { orderId: input.orderId, amountMinor });
    const intent = await intentOf(ctx, payment);
    if (intent) return intent;
  }
  throw new AppError('unavailable', 'This order is being paid elsewhere. Please try again.');
}

/**
 * The intent for the extra payment of a return, which has one open intent, however often this is
 * called. `requirePayable` locks the order, and throws unless this amount is to be paid. When less
 * is to be paid than before, the earlier intent is stopped first. The intent may have succeeded;
 * the caller settles that.
 */
export async function ensureExtraIntent(
  ctx: Ctx,
  returnId: string,
  requirePayable: (tx: Tx) => Promise<ExtraPayment>,
): Promise<PaymentIntent> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const [payment, amountMinor] = await inTransaction(ctx.db, async (tx) => {
      const extra = await requirePayable(tx);
      const row = newPayment(ctx, { ...extra, orderId: null, returnId });
      return [await ensurePayment(tx, row), extra.amountMinor] as const;
    });
    const isSame = payment.amountMinor === amountMinor;
    const intent = isSame ? await intentOf(ctx, payment) : await stop(ctx, payment);
    if (intent) return intent;
  }
  throw new AppError('unavailable', 'This exchange is being paid elsewhere. Please try again.');
}

/** Closes a payment that asks for another amount; returns its intent if that was paid first. */
async function stop(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent | null> {
  const intent = await cancelIntentOf(ctx, payment);
  if (intent?.status === 'succeeded') return intent;
  await closeUnpaid(ctx.db, payment, 'cancelled');
  return null;
}

/**
 * Writes the payment of a new order in the transaction that places it. So an order that awaits a
 * card has a payment from the first moment, and a repeat of the request finds it by that.
 */
export async function openPaymentOfNewOrder(
  ctx: Ctx,
  tx: Tx,
  order: { orderId: string; userId: string | null; amountMinor: number },
): Promise<void> {
  await ensurePayment(tx, newPayment(ctx, order));
}

function newPayment(
  ctx: Ctx,
  what: {
    orderId: string | null;
    returnId?: string;
    userId: string | null;
    amountMinor: number;
  },
): NewPayment {
  const id = newId('pay');
  const at = ctx.now();
  return {
    id,
    provider: requirePayments(ctx).name,
    ...what,
    status: 'created',
    currency: ctx.shop.currency,
    idempotencyKey: id,
    createdAt: at,
    nextCheckAt: new Date(at.getTime() + GRACE_MS),
  };
}

/** Writes the payment of a pending order, or returns its open one. */
function openForOrder(
  ctx: Ctx,
  what: { orderId: string; amountMinor: number },
): Promise<PaymentRow> {
  return inTransaction(ctx.db, async (tx) => {
    // The order comes before the payment, everywhere.
    const order = await lockWhilePending(tx, what.orderId);
    if (!order) throw closedMeanwhile();
    return ensurePayment(tx, newPayment(ctx, { ...what, ...order }));
  });
}

/** Writes a payment without an order. The lock makes each request see the earlier payments. */
function openWithoutOrder(
  ctx: Ctx,
  what: { userId: string; amountMinor: number },
): Promise<PaymentRow> {
  const { userId } = what;
  const since = new Date(ctx.now().getTime() - HOUR_MS);
  return inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, `payments-without-order:${userId}`);
    if ((await countOpenWithoutOrder(tx, userId, since)) < MAX_WITHOUT_ORDER) {
      return ensurePayment(tx, newPayment(ctx, { ...what, orderId: null }));
    }
    throw new AppError(
      'rate_limited',
      'You have started too many payments. Please try again in an hour.',
      { retryAfterSeconds: HOUR_S },
    );
  });
}

/** The intent of an open payment; null when it has none any more: then the payment is closed. */
async function intentOf(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent | null> {
  if (isOfOtherProvider(ctx, payment)) {
    // Without an intent nobody received a way to pay it.
    if (payment.intentId === null) await closeUnpaid(ctx.db, payment, 'cancelled');
    else await markUnknownAtProvider(ctx, payment);
    return null;
  }
  if (payment.intentId === null) return makeIntent(ctx, payment);
  const known = await requirePayments(ctx).findIntent(payment.intentId);
  if (!known) await markUnknownAtProvider(ctx, payment);
  // A process cancelled it and died before it recorded that.
  else if (known.status === 'canceled') await closeUnpaid(ctx.db, payment, 'cancelled');
  else return known;
  return null;
}

async function makeIntent(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent | null> {
  const provider = requirePayments(ctx);
  const intent = (await findExistingIntent(ctx, payment)) ?? (await askForIntent(ctx, payment));
  if (await saveIntent(ctx.db, payment.id, intent)) return intent;
  const now = await selectById(ctx.db, payment.id);
  const isStored = now?.intentId === intent.id;
  // It was closed while the provider was asked. `settle` finds a capture, if any.
  if (!isStored || now.status !== 'created') await provider.cancelIntent(intent.id);
  if (now?.status === 'created') return intentOf(ctx, now);
  throw payment.returnId === null ? closedMeanwhile() : exchangeEnded();
}

/** 409 for an extra payment that nobody has to pay any more. */
export function exchangeEnded(): AppError {
  return new AppError('order_closed', 'Nothing is to be paid for this exchange any more.');
}

function closedMeanwhile(): AppError {
  return new AppError('order_closed', 'This order has been paid or cancelled in the meantime.');
}

/** An intent that a failed request under an earlier key may have made. */
async function findExistingIntent(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent | null> {
  if (payment.keyAttempt === 0) return null;
  const intents = await requirePayments(ctx).findByReference(payment.id, payment.createdAt);
  return intents.find(({ status }) => status !== 'canceled') ?? null;
}

async function askForIntent(ctx: Ctx, payment: PaymentRow): Promise<PaymentIntent> {
  const { amountMinor, currency, id: reference, idempotencyKey, keyAttempt } = payment;
  try {
    return await requirePayments(ctx).createIntent({
      amountMinor,
      currency,
      reference,
      idempotencyKey: keyOf(idempotencyKey, keyAttempt),
    });
  } catch (error) {
    if (error instanceof ProviderFailure) await spendPaymentKey(ctx.db, payment);
    if (!(error instanceof PaymentRefusal)) throw error;
    ctx.log.error('payment.refused', error, { id: payment.id, code: error.code });
    const instead = payment.returnId === null ? 'choose Pay Later' : 'write to us';
    const sentence = `The card provider does not accept this payment. Please ${instead}.`;
    throw new AppError('payment_failed', sentence, { cause: error });
  }
}

/** The idempotency key of an attempt. At the first attempt it is the key itself. */
export function keyOf(key: string, attempt: number): string {
  return attempt === 0 ? key : `${key}-${attempt}`;
}
