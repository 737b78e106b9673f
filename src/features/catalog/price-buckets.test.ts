import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CountedPrice, spreadOf } from './price-buckets.ts';

const each = (...prices: number[]): CountedPrice[] => prices.map((minor) => [minor, 1]);
const starts = (prices: CountedPrice[]) => spreadOf(prices).buckets.map(({ minMinor }) => minMinor);

test.each([
  ['euros', each(1_395, 4_995, 9_995), [1_000, 1_500, 2_000, 2_500], 500, 18],
  ['yen', each(980, 2_980, 14_800), [0, 1_000, 2_000, 3_000], 1_000, 15],
  ['dinars of 1,000 fils', each(1_250, 3_500, 9_750), [1_000, 1_500, 2_000, 2_500], 500, 18],
  ['cents alone', each(5, 7, 9), [5, 6, 7, 8], 1, 5],
])('prices in %s have round steps', (_, prices, first, step, length) => {
  const { buckets } = spreadOf(prices);
  expect(buckets.slice(0, 4).map(({ minMinor }) => minMinor)).toEqual(first);
  expect(buckets.map(({ minMinor, maxMinor }) => maxMinor - minMinor + 1)).toEqual(
    Array.from({ length }, () => step),
  );
});

test('a few prices far above the others share the last bucket', () => {
  const shirts = Array.from({ length: 99 }, (_, nr): CountedPrice => [2_000 + nr * 100, 1]);
  const { buckets, highestMinor } = spreadOf([...shirts, [500_000, 1]]);
  expect(highestMinor).toBe(500_000);
  expect(buckets.length).toBeGreaterThan(15);
  expect(buckets.at(-1)).toEqual({ minMinor: 11_500, maxMinor: 500_000, count: 5 });
  // Not where nearly all have one price: there is nothing that they would be far from.
  expect(starts([[2_000, 99], ...each(500_000)]).slice(0, 2)).toEqual([0, 50_000]);
});

test('one price is one bucket, and no product none', () => {
  expect(spreadOf([[2_980, 7]])).toEqual({
    lowestMinor: 2_980,
    highestMinor: 2_980,
    buckets: [{ minMinor: 2_980, maxMinor: 2_980, count: 7 }],
  });
  expect(spreadOf([])).toEqual({ lowestMinor: null, highestMinor: null, buckets: [] });
});

test('buckets count every product once, by the prices that they name', () => {
  const price = fc.oneof(fc.nat(50), fc.nat(20_000), fc.nat(900_000_000));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(price, fc.integer({ min: 1, max: 9 })), { minLength: 1 }),
      (all) => {
        const prices = [...new Map(all)].toSorted(([a], [b]) => a - b);
        const { buckets } = spreadOf(prices);
        expect(buckets.length).toBeLessThanOrEqual(20);
        for (const [index, { minMinor, maxMinor, count }] of buckets.entries()) {
          expect(minMinor).toBeLessThanOrEqual(maxMinor);
          if (index > 0) expect(minMinor).toBe((buckets[index - 1]?.maxMinor ?? 0) + 1);
          const within = prices.filter(([minor]) => minor >= minMinor && minor <= maxMinor);
          expect(count).toBe(within.reduce((sum, [, products]) => sum + products, 0));
        }
        const counted = buckets.reduce((sum, { count }) => sum + count, 0);
        expect(counted).toBe(prices.reduce((sum, [, products]) => sum + products, 0));
      },
    ),
  );
});
