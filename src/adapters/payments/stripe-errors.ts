import Stripe from 'stripe';
import { AppError } from '#shared/errors.ts';
import { PaymentRefusal, ProviderFailure } from './port.ts';
import { DeadlinePassed } from './stripe-client.ts';

const { errors } = Stripe;

/** The kinds of errors by which Stripe itself refuses a request. */
const REFUSALS = new Set(['card_error', 'invalid_request_error', 'idempotency_error']);

/** Turns an error of Stripe's library into one of those that `port.ts` lists. */
export function toPaymentsError(error: unknown): unknown {
  if (error instanceof errors.StripeAuthenticationError) return keysRefused(error);
  if (error instanceof errors.StripePermissionError) return keysRefused(error);
  if (error instanceof errors.StripeAPIError && (error.statusCode ?? 0) >= 500) {
    return new ProviderFailure(error);
  }
  if (
    error instanceof DeadlinePassed ||
    // JSON that is not Stripe's, for example from a proxy. The library and `toIntent` then miss
    // fields.
    error instanceof TypeError ||
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    // A lock on the key, or a page from a proxy between Stripe and the shop.
    error instanceof errors.StripeAPIError
  ) {
    return notResponding(error);
  }
  // An outage that is not reported in Stripe's format. The library takes it for another kind of
  // error.
  if (error instanceof errors.StripeError && (error.statusCode ?? 0) >= 500) {
    return new ProviderFailure(error);
  }
  // A gateway between Stripe and the shop responded.
  if (error instanceof errors.StripeError && !REFUSALS.has(error.rawType ?? '')) {
    return notResponding(error);
  }
  if (error instanceof errors.StripeError) {
    const code = error.code ?? error.type ?? 'refused';
    return new PaymentRefusal(code, error.message, { cause: error });
  }
  return error;
}

/** Stripe gave no valid response, so the outcome is unknown. */
export function notResponding(cause: unknown): AppError {
  const sentence = 'The card provider is not responding. Please try again in a moment.';
  return new AppError('unavailable', sentence, { cause });
}

function keysRefused(cause: unknown): AppError {
  return new AppError(
    'payments_unavailable',
    'Cards cannot be accepted right now. Please choose Pay Later, or try again in a few minutes.',
    { cause, retryAfterSeconds: 300 },
  );
}
