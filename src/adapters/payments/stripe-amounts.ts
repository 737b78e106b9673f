/**
 * Stripe's amounts: minor units of ISO 4217, except for three currencies. In currencies with three
 * decimals, the last digit has to be 0.
 */
import { minorUnits } from '#shared/currency.ts';
import { PaymentRefusal } from './port.ts';

/** https://docs.stripe.com/currencies: 'Zero-decimal currencies' and 'Special cases'. */
const STRIPE_DIGITS: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 };

/** The amount to send to Stripe; throws `PaymentRefusal` for one that Stripe can't express. */
export function toStripeAmount(minor: number, currency: string): number {
  const amount = minor * stripeUnits(currency);
  const step = minorUnits(currency) === 3 ? 10 : 1;
  if (Number.isInteger(amount) && amount % step === 0) return amount;
  throw new PaymentRefusal(
    'amount_step',
    `Stripe does not take every amount of ${currency}: ${minor} minor units are between two that it takes.`,
  );
}

/** Stripe's amount in minor units of the shop. */
export function fromStripeAmount(amount: number, currency: string): number {
  return amount / stripeUnits(currency);
}

/** Stripe's units in one minor unit. */
function stripeUnits(currency: string): number {
  const digits = minorUnits(currency);
  return 10 ** ((STRIPE_DIGITS[currency] ?? digits) - digits);
}
