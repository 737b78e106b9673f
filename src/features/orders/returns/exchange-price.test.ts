import { expect, test } from 'vitest';
import { exchangeDifference, exchangePrices } from './exchange-price.schema.ts';

const line = { unitPriceMinor: 2_000, taxPpm: 99_750 };

test('the difference of an exchange has the tax that was added to it, rounded half up', () => {
  const prices = exchangePrices({ taxesIncluded: false }, line, line, { unitPriceMinor: 1_500 });
  expect([1, 2].map((units) => exchangeDifference(prices, units))).toEqual([550, 1_100]);
  const included = exchangePrices({ taxesIncluded: true }, line, line, { unitPriceMinor: 1_500 });
  expect(exchangeDifference(included, 2)).toBe(1_000);
});
