/**
 * Amounts as Stripe counts them: in minor units of ISO 4217, apart from three currencies; and of
 * currencies with three decimals it takes no last digit but 0.
 */
import { minorUnits } from '#shared/currency.ts';
import { PaymentRefusal } from './port.ts';

/** https://docs.stripe.com/currencies: 'Zero-decimal currencies' and 'Special cases'. */
const STRIPE_DIGITS: Record<string, number> = { ISK: 2, UGX: 2, MGA: 0 };

/** What to ask Stripe for; `PaymentRefusal` for an amount that it can't express. */
export function toStripeAmount(minor: number, currency: string): number {
  const amount = minor * stripeUnits(currency);
  const step = minorUnits(currency) === 3 ? 10 : 1;
  if (Number.isInteger(amount) && amount % step === 0) return amount;
  throw new PaymentRefusal(
    'amount_step',
    `Stripe does not take every amount of ${currency}: ${minor} minor units are between two that it takes.`,
  );
}

/** What Stripe says, in minor units of the shop. */
export function fromStripeAmount(amount: number, currency: string): number {
  return amount / stripeUnits(currency);
}

/** Units of Stripe in one minor unit. */
function stripeUnits(currency: string): number {
  const digits = minorUnits(currency);
  return 10 ** ((STRIPE_DIGITS[currency] ?? digits) - digits);
}
