import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spread } from './spread.ts';

test('spreads by the largest remainder, the first of equal ones first', () => {
  expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(spread(5, [1, 1, 1])).toEqual([2, 2, 1]);
  expect(spread(5, [3, 3, 4])).toEqual([2, 1, 2]);
  expect(spread(7, [0, 5])).toEqual([0, 7]);
  expect(spread(7, [0, 0])).toEqual([0, 0]);
});

test('parts add up to the amount, and none is a whole unit away from its share', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), amounts, (amount, weights) => {
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      fc.pre(whole > 0);
      const parts = spread(amount, weights);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
      parts.forEach((part, i) => {
        const share = BigInt(amount) * BigInt(weights[i] ?? 0);
        const off = BigInt(part) * BigInt(whole) - share;
        expect(off < BigInt(whole) && -off < BigInt(whole)).toBe(true);
        // So if the amount is not above the sum of the weights, no part is above its weight.
        if (amount <= whole) expect(part).toBeLessThanOrEqual(weights[i] ?? 0);
      });
    }),
    // A simpler failure is found by steps of one, and amounts are large.
    { endOnFailure: true },
  );
});
