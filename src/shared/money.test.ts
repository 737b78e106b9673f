import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMinor, MAX_MINOR, parseMinor, toDollars } from './money.ts';

describe('parseMinor', () => {
  test.each<[number | string, number]>([
    [0, 0],
    ['0', 0],
    [0.01, 1],
    ['0.01', 1],
    [29.9, 2_990],
    ['29.9', 2_990],
    ['29.90', 2_990],
    ['29.900', 2_990],
    [' 29.90 ', 2_990],
    ['007', 700],
    [0.1 + 0.2, 30],
    [19.99 * 3, 5_997],
    [1.1 + 2.2, 330],
    [4.35 * 100, 43_500],
    [10_000_000, MAX_MINOR],
    ['10000000.00', MAX_MINOR],
    [-0, 0],
  ])('reads %j as %i cents', (amount, minor) => {
    expect(parseMinor(amount)).toBe(minor);
  });

  test.each<[number | string]>([
    [-0.01],
    ['-1'],
    [1.005],
    ['1.005'],
    [0.001],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e12],
    [1e21],
    [10_000_000.01],
    ['10000000.01'],
    [''],
    [' '],
    ['.5'],
    ['5.'],
    ['1,50'],
    ['1,000.00'],
    ['1e3'],
    ['0x10'],
    ['$5'],
    ['5 USD'],
    ['+5'],
    ['١٢'],
    ['1\n2'],
    ['abc'],
  ])('refuses %j', (amount) => {
    expect(parseMinor(amount)).toBeNull();
  });

  const cents = fc.integer({ min: 0, max: MAX_MINOR });

  test('gets back every amount that the shop writes, as a number and as text', () => {
    fc.assert(
      fc.property(cents, (minor) => {
        const dollars = toDollars(minor);
        expect(parseMinor(dollars)).toBe(minor);
        expect(parseMinor(JSON.parse(JSON.stringify({ dollars })).dollars)).toBe(minor);
        expect(parseMinor(dollars.toFixed(2))).toBe(minor);
        expect(parseMinor(formatMinor(minor).replaceAll(',', ''))).toBe(minor);
      }),
      { numRuns: 2_000 },
    );
  });

  test('forgives a client its floating-point sum of a whole cart', () => {
    const line = fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 50 }), (lines) => {
        const minor = lines.reduce((sum, [price, quantity]) => sum + price * quantity, 0);
        const dollars = lines.reduce((sum, [price, quantity]) => sum + (price / 100) * quantity, 0);
        expect(parseMinor(dollars)).toBe(minor);
      }),
      { numRuns: 1_000 },
    );
  });

  test('never takes an amount for its neighbour', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (minor, tenth) => {
        expect(
          parseMinor(`${minor / 100 < 1e7 ? toDollars(minor).toFixed(2) : '0.00'}${tenth}`),
        ).toBeNull();
      }),
    );
  });

  test('answers null or whole cents within the range, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string()), (amount) => {
        const minor = parseMinor(amount);
        if (minor === null) return;
        expect(Number.isInteger(minor)).toBe(true);
        expect(minor).toBeGreaterThanOrEqual(0);
        expect(minor).toBeLessThanOrEqual(MAX_MINOR);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [100, '1.00'],
  [99_999, '999.99'],
  [100_000, '1,000.00'],
  [123_456_789, '1,234,567.89'],
  [-5, '-0.05'],
  [-123_456, '-1,234.56'],
])('formatMinor writes %i as %s', (minor, text) => {
  expect(formatMinor(minor)).toBe(text);
});
