import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDecimal } from '#shared/money.ts';
import type { VariantForSale } from '../inventory/inventory.ts';
import { expectedTotalsMatch, priceLines, priceOrder, sumByVariant, toQuote } from './pricing.ts';

const variant = (variantId: string, unitPriceMinor: number, onSale = true): VariantForSale => ({
  variantId,
  productId: `prd_of_${variantId}`,
  sku: variantId.toUpperCase(),
  name: `Product ${variantId}`,
  category: 'Cloths',
  categoryId: 'Cloths',
  size: null,
  color: null,
  option: null,
  image: null,
  weightGrams: 0,
  unitPriceMinor,
  available: 99,
  onSale,
  isFinalSale: false,
});
const shelf = new Map(
  [variant('a', 1_999), variant('b', 5), variant('gone', 1, false)].map((v) => [v.variantId, v]),
);

const cents = fc.integer({ min: 0, max: 100_000_000 });
const totals = fc.tuple(cents, cents).map(([subtotalMinor, shippingMinor]) => ({
  subtotalMinor,
  shippingMinor,
  taxMinor: 0,
  totalMinor: subtotalMinor + shippingMinor,
}));

describe('sumByVariant', () => {
  test('adds up what is the same and keeps the order of the rest', () => {
    const lines = [
      { variantId: 'a', quantity: 1 },
      { variantId: 'b', quantity: 2 },
      { variantId: 'a', quantity: 3 },
    ];
    expect(sumByVariant(lines)).toEqual([
      { variantId: 'a', quantity: 4 },
      { variantId: 'b', quantity: 2 },
    ]);
  });

  test('loses and invents no unit', () => {
    const line = fc.record({
      variantId: fc.constantFrom<string[]>(
        'a',
        'b',
        'c',
        '[object Object]',
        'function Object() { [native code] }',
      ),
      quantity: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const sums = sumByVariant(lines);
        const units = (list: typeof lines) => list.reduce((sum, { quantity }) => sum + quantity, 0);
        expect(units(sums)).toBe(units(lines));
        expect(new Set(sums.map(({ variantId }) => variantId)).size).toBe(sums.length);
      }),
    );
  });
});

describe('priceLines', () => {
  test('prices each line from the shelf, in whole cents [3.3]', () => {
    const priced = priceLines(
      [
        { variantId: 'a', quantity: 3 },
        { variantId: 'b', quantity: 99 },
      ],
      shelf,
    );
    const untaxed = { isIncluded: false, rateOf: () => null, shippingRate: null };
    const { lines, totals } = priceOrder(priced, 12_000, untaxed);
    expect(lines).toMatchObject([
      { sku: 'A', unitPriceMinor: 1_999, quantity: 3, lineTotalMinor: 5_997 },
      { sku: 'B', unitPriceMinor: 5, quantity: 99, lineTotalMinor: 495 },
    ]);
    expect(totals).toEqual({
      subtotalMinor: 6_492,
      shippingMinor: 12_000,
      taxMinor: 0,
      totalMinor: 18_492,
    });
    expect(toQuote(lines, totals)).toMatchObject({
      grandTotalAmount: 64.92,
      shippingCost: 120,
      totalAmount: 184.92,
      lines: [{ price: 19.99, quantity: 3, totalAmount: 59.97 }, { totalAmount: 4.95 }],
    });
  });

  test.each(['gone', 'unknown'])('refuses what is %s', (variantId) => {
    expect(() => priceLines([{ variantId, quantity: 1 }], shelf)).toThrow(
      expect.objectContaining({ code: 'product_unavailable', details: { variants: [variantId] } }),
    );
  });
});

describe('expectedTotalsMatch', () => {
  test('takes no expected total, each right one alone, and all of them either way round', () => {
    fc.assert(
      fc.property(totals, (right) => {
        const sub = toDecimal(right.subtotalMinor);
        const total = toDecimal(right.totalMinor);
        const shippingCost = toDecimal(right.shippingMinor);
        for (const expected of [
          {},
          { shippingCost },
          { grandTotalAmount: sub },
          { grandTotalAmount: total },
          { totalAmount: sub },
          { totalAmount: total },
          { grandTotalAmount: sub, totalAmount: total, shippingCost },
          { grandTotalAmount: total, totalAmount: sub, shippingCost },
        ]) {
          expect(expectedTotalsMatch(expected, right)).toBe(true);
        }
      }),
    );
  });

  test('refuses every amount that is off by a cent or more, in whichever field', () => {
    const field = fc.constantFrom('grandTotalAmount', 'totalAmount', 'shippingCost');
    const off = fc.integer({ min: -1_000, max: 1_000 });
    fc.assert(
      fc.property(totals, field, off, (right, name, cents) => {
        const { subtotalMinor, totalMinor, shippingMinor } = right;
        const minor = {
          grandTotalAmount: subtotalMinor,
          totalAmount: totalMinor,
          shippingCost: shippingMinor,
        };
        const expectedMinor = { ...minor, [name]: minor[name as keyof typeof minor] + cents };
        fc.pre(Math.min(...Object.values(expectedMinor)) >= 0);
        const expected = Object.fromEntries(
          Object.entries(expectedMinor).map(([key, value]) => [key, toDecimal(value)]),
        );
        const { grandTotalAmount: grand, totalAmount, shippingCost } = expectedMinor;
        const pair = [grand, totalAmount].sort((a, b) => a - b);
        const exact =
          shippingCost === shippingMinor && pair[0] === subtotalMinor && pair[1] === totalMinor;
        expect(expectedTotalsMatch(expected, right)).toBe(exact);
      }),
      { numRuns: 3_000 },
    );
  });

  test('refuses both totals being the same, unless shipping is free', () => {
    const paid = { subtotalMinor: 2_000, shippingMinor: 6_000, taxMinor: 0, totalMinor: 8_000 };
    expect(expectedTotalsMatch({ grandTotalAmount: 80, totalAmount: 80 }, paid)).toBe(false);
    expect(expectedTotalsMatch({ grandTotalAmount: 20, totalAmount: 20 }, paid)).toBe(false);
    const free = { subtotalMinor: 2_000, shippingMinor: 0, taxMinor: 0, totalMinor: 2_000 };
    expect(expectedTotalsMatch({ grandTotalAmount: 20, totalAmount: 20 }, free)).toBe(true);
  });

  test.each([Number.NaN, -20, 20.001, Number.POSITIVE_INFINITY, 1e15])('refuses %d', (amount) => {
    const right = { subtotalMinor: 2_000, shippingMinor: 0, taxMinor: 0, totalMinor: 2_000 };
    expect(expectedTotalsMatch({ totalAmount: amount }, right)).toBe(false);
  });
});
