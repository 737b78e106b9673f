import { expect, test } from 'vitest';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

test.each([
  ['USD', 1_999, 1_999],
  ['EUR', 1_999, 1_999],
  ['HUF', 100_000, 100_000],
  ['JPY', 500, 500],
  ['KWD', 5_120, 5_120],
  // Stripe requires two decimals for these, which must be 00.
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  // ISO 4217 has two decimals for it, Stripe none.
  ['MGA', 500, 5],
])('%s: %i minor units are %i at Stripe', (currency, minor, amount) => {
  expect(toStripeAmount(minor, currency)).toBe(amount);
  expect(fromStripeAmount(amount, currency)).toBe(minor);
});

test.each([
  ['KWD', 5_124],
  ['MGA', 550],
])('%s: %i minor units are refused, and not rounded', (currency, minor) => {
  expect(() => toStripeAmount(minor, currency)).toThrow('Stripe does not take every amount');
});
