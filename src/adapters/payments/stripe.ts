/**
 * The Stripe adapter. Every change is sent under our own idempotency key, so repeating a request
 * after a lost response has no second effect. The library repeats it within the time limit. A
 * payment's state always comes from Stripe's API, never from a webhook's body.
 */
import type Stripe from 'stripe';
import { AppError } from '#shared/errors.ts';
import type { Log } from '#shared/log.ts';
import { type PaymentIntent, PaymentRefusal, type PaymentsPort } from './port.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';
import { createStripeClient, type StripeClientOptions } from './stripe-client.ts';
import { notResponding, toPaymentsError } from './stripe-errors.ts';

/** The most items that are read of a list. */
const SEARCH_LIMIT = 500;
/** The most that our clock and Stripe's differ, in seconds. */
const CLOCK_SKEW = 300;

export interface StripeOptions extends StripeClientOptions {
  /** The key that is sent to every browser. */
  publishableKey: string;
  /** The secret that signs webhooks; null when no webhook is set up. */
  webhookSecret: string | null;
}

/** A webhook event with a valid signature. */
export interface StripeEvent {
  id: string;
  type: string;
  /** The payment of the event; null for other events. */
  intentId: string | null;
  payload: unknown;
}

export interface PaymentsStripe extends PaymentsPort {
  readonly name: 'stripe';
  /**
   * Checks a webhook's signature over its raw body; null when it is forged, altered, stale or from
   * the future.
   */
  readEvent(body: string, signature: string): StripeEvent | null;
}

/** Runs one operation at Stripe within the time limit, and translates its errors. */
type Ask = <T>(work: () => Promise<T>) => Promise<T>;

export function createPaymentsStripe(options: StripeOptions, log: Log): PaymentsStripe {
  const { stripe, within } = createStripeClient(options);
  const keys = watchKeys(log);
  const ask: Ask = async (work) => {
    try {
      const result = await within(work);
      keys.taken();
      return result;
    } catch (error) {
      const known = toPaymentsError(error);
      keys.heard(known);
      throw known;
    }
  };
  return {
    name: 'stripe',
    script: {
      url: `${options.apiUrl ?? 'https://js.stripe.com'}/v3/`,
      publishableKey: options.publishableKey,
    },
    ...intentsAt(stripe, ask),
    ...refundsAt(stripe, ask),
    checkKeys: () => ask(async () => void (await stripe.paymentIntents.list({ limit: 1 }))),
    keysRefused: keys.reason,

    readEvent(body, signature) {
      if (options.webhookSecret === null) return null;
      try {
        const event = stripe.webhooks.constructEvent(body, signature, options.webhookSecret);
        if (isFromTheFuture(signature)) return null;
        return { id: event.id, type: event.type, intentId: intentOf(event), payload: event };
      } catch {
        return null;
      }
    },
  };
}

/**
 * Whether a signature's time is too far in the future, or is not a number. The library refuses only
 * times that are too long ago. If there are several times, it uses the last one.
 */
function isFromTheFuture(signature: string): boolean {
  const latest = Date.now() / 1000 + CLOCK_SKEW;
  const fields = signature.split(',').map((field) => field.split('='));
  return !fields.every(([name, time]) => name !== 't' || Number.parseInt(time ?? '', 10) <= latest);
}

function intentsAt(
  stripe: Stripe,
  ask: Ask,
): Pick<PaymentsPort, 'createIntent' | 'findIntent' | 'findByReference' | 'cancelIntent'> {
  const retrieve = async (intentId: string) =>
    toIntent(await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }));
  return {
    createIntent: ({ amountMinor, currency, reference, idempotencyKey }) =>
      ask(async () =>
        toIntent(
          await stripe.paymentIntents.create(
            {
              amount: toStripeAmount(amountMinor, currency),
              currency: currency.toLowerCase(),
              allowed_payment_method_types: ['card'],
              metadata: { reference },
              expand: ['latest_charge'],
            },
            { idempotencyKey },
          ),
        ),
      ),

    findIntent: (intentId) => ask(() => retrieve(intentId)).catch(nullIfMissing),

    // Uses the list and not Stripe's search, which is a minute or more behind.
    findByReference: (reference, since) =>
      ask(async () => {
        const gte = Math.floor(since.getTime() / 1000) - CLOCK_SKEW;
        const made = await allOf(
          stripe.paymentIntents.list({
            created: { gte },
            limit: 100,
            expand: ['data.latest_charge'],
          }),
        );
        return made.filter(({ metadata }) => metadata.reference === reference).map(toIntent);
      }),

    cancelIntent: (intentId) =>
      ask(async () => {
        try {
          return toIntent(
            await stripe.paymentIntents.cancel(intentId, { expand: ['latest_charge'] }),
          );
        } catch (error) {
          // It was paid or cancelled before. The intent itself says which.
          if (!(toPaymentsError(error) instanceof PaymentRefusal)) throw error;
          return retrieve(intentId);
        }
      }).catch(nullIfMissing),
  };
}

/** Reads a list to its end. The library has no error of its own for JSON that is no list. */
async function allOf<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  try {
    return await list.autoPagingToArray({ limit: SEARCH_LIMIT });
  } catch (error) {
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw new TypeError(error.message, { cause: error });
  }
}

function refundsAt(stripe: Stripe, ask: Ask): Pick<PaymentsPort, 'refund' | 'listRefunds'> {
  return {
    async refund({ intentId, amountMinor, currency, reference, idempotencyKey }) {
      const amount = toStripeAmount(amountMinor, currency);
      const made = await ask(() =>
        stripe.refunds.create(
          { payment_intent: intentId, amount, metadata: { reference } },
          { idempotencyKey },
        ),
      );
      // JSON that is not Stripe's, so it is unknown whether the refund was made.
      const isRefund = made.object === 'refund' && typeof made.id === 'string';
      if (!isRefund || made.amount !== amount) {
        throw toPaymentsError(new TypeError('Stripe sent no refund.'));
      }
      const failure = failureOf(made);
      if (failure === null) return { refundId: made.id };
      throw new PaymentRefusal('refund_failed', failure);
    },

    listRefunds: (intentId) =>
      ask(async () => {
        const made = await allOf(stripe.refunds.list({ payment_intent: intentId, limit: 100 }));
        return made.map((refund) => ({
          id: refund.id,
          amountMinor: fromStripeAmount(refund.amount, refund.currency.toUpperCase()),
          reference: refund.metadata?.reference ?? '',
          failure: failureOf(refund),
          madeAt: new Date(refund.created * 1_000),
        }));
      }).catch((error: unknown) => nullIfMissing(error) ?? []),
  };
}

/** Stores that Stripe refuses the shop's keys, or accepts them again. Logs each change once. */
function watchKeys(log: Log) {
  let refused: string | null = null;
  return {
    reason: () => refused,
    taken() {
      if (refused !== null) log.info('payments.keys_accepted');
      refused = null;
    },
    heard(error: unknown) {
      if (!(error instanceof AppError) || error.code !== 'payments_unavailable') return;
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      if (refused === null) log.error('payments.keys_refused', reason);
      refused = reason;
    },
  };
}

// Stripe refuses to show or cancel an intent that it does not know. Any other refusal says nothing
// about the intent, so the shop asks again later.
function nullIfMissing(error: unknown): null {
  if (!(error instanceof PaymentRefusal)) throw error;
  if (error.code === 'resource_missing') return null;
  throw notResponding(error);
}

// A pending refund was accepted. It may fail at once, or days later when the bank returns it.
function failureOf({ status, failure_reason: reason }: Stripe.Refund): string | null {
  if (status === 'canceled') return 'The refund was cancelled at the provider.';
  if (status !== 'failed') return null;
  const why = reason ? ` (${reason})` : '';
  return `The bank that issued the card returned the refund${why}.`;
}

function toIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  // The response is not Stripe's, so it is unknown what happened to the payment.
  if (!isWhole(intent)) throw new TypeError('Stripe sent an intent with odd values.');
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const paid = intent.status === 'succeeded';
  const currency = intent.currency.toUpperCase();
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: toStatus(intent.status),
    amountMinor: fromStripeAmount(intent.amount, currency),
    currency,
    reference: intent.metadata.reference ?? '',
    last4: paid ? (charge?.payment_method_details?.card?.last4 ?? null) : null,
    created: intent.created,
    isLive: intent.livemode,
  };
}

/** A later time than that of any payment, in Unix seconds: the year 2106. */
const LATEST = 2 ** 32;

function isWhole({ amount, created, livemode }: Stripe.PaymentIntent): boolean {
  return (
    Number.isSafeInteger(amount) &&
    amount > 0 &&
    Number.isSafeInteger(created) &&
    created < LATEST &&
    typeof livemode === 'boolean'
  );
}

const known = ['requires_action', 'processing', 'succeeded', 'canceled'] as const;

// For the shop, all of Stripe's other states wait for a card.
function toStatus(status: string): PaymentIntent['status'] {
  return known.find((name) => name === status) ?? 'requires_payment_method';
}

/** The payment of an event about an intent, a charge or a refund. */
function intentOf(event: Stripe.Event): string | null {
  const subject = event.data.object as {
    object?: string;
    id?: string;
    payment_intent?: string | { id: string } | null;
  };
  if (subject.object === 'payment_intent') return subject.id ?? null;
  const { payment_intent: intent } = subject;
  return (typeof intent === 'string' ? intent : intent?.id) ?? null;
}
