/**
 * Stripe. Every change goes out under our own idempotency key, so a request whose answer was lost
 * is repeated without a second effect; the library does that by itself, within the time limit. What
 * the shop believes of a payment is always what Stripe answers now, never what a webhook carries.
 */
import Stripe from 'stripe';
import { AppError } from '#shared/errors.ts';
import type { PaymentIntent, PaymentsPort } from './port.ts';

/** How long one request to Stripe may take, in milliseconds. */
const TIMEOUT_MS = 8_000;
/** Repeats after a lost connection, a lock on the key, or an answer of 5xx. */
const RETRIES = 2;

export interface StripeOptions {
  secretKey: string;
  /** Goes to every browser. */
  publishableKey: string;
  /** Signs what Stripe tells us; null while no webhook is set up. */
  webhookSecret: string | null;
  /** Where Stripe's API is; null: at Stripe's own address. */
  apiUrl: string | null;
}

/** What Stripe told us, once its signature was found right. */
export interface StripeEvent {
  id: string;
  type: string;
  /** The payment that it is about; null when it is about something else. */
  intentId: string | null;
  payload: unknown;
}

export interface PaymentsStripe extends PaymentsPort {
  readonly name: 'stripe';
  /** Checks a webhook's signature over its raw body; null when it is forged, altered or stale. */
  readEvent(body: string, signature: string): StripeEvent | null;
}

export function createPaymentsStripe(options: StripeOptions): PaymentsStripe {
  const stripe = new Stripe(options.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(options.apiUrl ? addressOf(options.apiUrl) : {}),
  });

  return {
    name: 'stripe',
    script: {
      url: `${options.apiUrl ?? 'https://js.stripe.com'}/v3/`,
      publishableKey: options.publishableKey,
    },

    async createIntent({ amountMinor, currency, reference, idempotencyKey }) {
      const created = await answered(
        stripe.paymentIntents.create(
          {
            amount: amountMinor,
            currency: currency.toLowerCase(),
            allowed_payment_method_types: ['card'],
            metadata: { reference },
            expand: ['latest_charge'],
          },
          { idempotencyKey },
        ),
      );
      return toIntent(created);
    },

    async findIntent(intentId) {
      const found = await answered(
        stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
      ).catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') {
          return null;
        }
        throw error;
      });
      return found && toIntent(found);
    },

    async cancelIntent(intentId) {
      try {
        const cancelled = await answered(
          stripe.paymentIntents.cancel(intentId, { expand: ['latest_charge'] }),
        );
        return toIntent(cancelled);
      } catch (error) {
        // Paid or cancelled before: the intent itself says which.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        const found = await this.findIntent(intentId);
        if (!found) throw error;
        return found;
      }
    },

    async refund({ intentId, amountMinor, idempotencyKey }) {
      const { id } = await answered(
        stripe.refunds.create(
          { payment_intent: intentId, amount: amountMinor },
          { idempotencyKey },
        ),
      );
      return { refundId: id };
    },

    readEvent(body, signature) {
      if (options.webhookSecret === null) return null;
      try {
        const event = stripe.webhooks.constructEvent(body, signature, options.webhookSecret);
        return { id: event.id, type: event.type, intentId: intentOf(event), payload: event };
      } catch {
        return null;
      }
    },
  };
}

/** Says of a provider that is away what people can do about it; everything else is a bug. */
async function answered<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const away =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500);
    if (!away) throw error;
    throw new AppError('unavailable', 'The card provider does not answer. Please try again.', {
      cause: error,
    });
  }
}

function toIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const paid = intent.status === 'succeeded';
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: toStatus(intent.status),
    amountMinor: intent.amount,
    currency: intent.currency.toUpperCase(),
    reference: intent.metadata.reference ?? '',
    last4: paid ? (charge?.payment_method_details?.card?.last4 ?? null) : null,
    created: intent.created,
    refundedMinor: charge?.amount_refunded ?? 0,
  };
}

const known = ['requires_action', 'processing', 'succeeded', 'canceled'] as const;

// Everything else that Stripe knows waits for a card, as far as the shop is concerned.
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

function addressOf(apiUrl: string): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const { protocol, hostname, port } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) };
}
