import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeTaxes, percentOf, sumTaxes, taxOf, taxRows } from './taxes.ts';

const ppm = fc.oneof(
  fc.constantFrom(0, 1, 50_000, 99_750, 190_000, 200_000, 1_000_000),
  fc.integer({ min: 0, max: 1_000_000 }),
);

/** The plain model: decimals of a currency as a fraction, rounded half up by hand. */
function modelOf(amountMinor: number, ratePpm: number, isIncluded: boolean): number {
  const whole = 1_000_000n;
  const top = BigInt(amountMinor) * BigInt(ratePpm);
  const bottom = isIncluded ? whole + BigInt(ratePpm) : whole;
  const [down, rest] = [top / bottom, top % bottom];
  return Number(rest * 2n >= bottom ? down + 1n : down);
}

describe.each([
  { currency: 'JPY', digits: 0 },
  { currency: 'USD', digits: 2 },
  { currency: 'KWD', digits: 3 },
])('in $currency, with $digits decimals', ({ digits }) => {
  // Prices as people write them, up to ten million units.
  const amount = fc
    .integer({ min: 0, max: 10_000_000 })
    .chain((units) =>
      fc.integer({ min: 0, max: 10 ** digits - 1 }).map((part) => units * 10 ** digits + part),
    );
  const part = fc.record({ amountMinor: amount, ratePpm: fc.option(ppm) });

  test('each tax is that of the model, and sums are those of the parts', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), part, fc.boolean(), (lines, ship, included) => {
        const toPart = ({ amountMinor, ratePpm }: typeof ship) => ({
          amountMinor,
          rate: ratePpm === null ? null : { name: 'VAT', ratePpm },
        });
        const taxes = computeTaxes(included, lines.map(toPart), toPart(ship));
        const expected = [...lines, ship].map(({ amountMinor, ratePpm }) =>
          ratePpm === null ? 0 : modelOf(amountMinor, ratePpm, included),
        );
        const all = [...taxes.lines, taxes.shipping];
        expect(all.map(({ taxMinor }) => taxMinor)).toEqual(expected);
        expect(taxes.taxMinor).toBe(expected.reduce((sum, tax) => sum + tax, 0));
        expect(taxes.addedMinor).toBe(included ? 0 : taxes.taxMinor);
        expect(taxes.sums.reduce((sum, { taxMinor }) => sum + taxMinor, 0)).toBe(taxes.taxMinor);
        expect(new Set(taxes.sums.map(({ ratePpm }) => ratePpm)).size).toBe(taxes.sums.length);
        const taxed = [...lines, ship].filter(({ ratePpm }) => ratePpm !== null);
        const gross = taxed.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        const net = taxes.sums.reduce((sum, { netMinor }) => sum + netMinor, 0);
        expect(net).toBe(included ? gross - taxes.taxMinor : gross);
      }),
    );
  });

  test('a tax that is added and then taken out again is the same', () => {
    fc.assert(
      fc.property(amount, ppm, (amountMinor, ratePpm) => {
        const added = taxOf(amountMinor, ratePpm, false);
        expect(added).toBeLessThanOrEqual(amountMinor);
        expect(Math.abs(taxOf(amountMinor + added, ratePpm, true) - added)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test.each([
  { amount: 5, rate: 100_000, isIncluded: false, tax: 1 },
  { amount: 4, rate: 100_000, isIncluded: false, tax: 0 },
  { amount: 1_000, rate: 99_750, isIncluded: false, tax: 100 },
  { amount: 12_000, rate: 200_000, isIncluded: true, tax: 2_000 },
  { amount: 1, rate: 1_000_000, isIncluded: true, tax: 1 },
  { amount: 100, rate: 0, isIncluded: true, tax: 0 },
])('$amount at $rate parts per million, included: $isIncluded, has $tax', (row) => {
  expect(taxOf(row.amount, row.rate, row.isIncluded)).toBe(row.tax);
});

test('a rate that two lines share is one row, and what costs nothing has none', () => {
  const vat = { name: 'VAT', ratePpm: 99_750 };
  const low = { name: 'VAT', ratePpm: 50_000 };
  const lines = [vat, low, vat].map((rate) => ({ amountMinor: 1_000, rate }));
  const { sums } = computeTaxes(false, lines, { amountMinor: 0, rate: vat });
  expect(sums).toEqual([
    { ...vat, taxMinor: 200, netMinor: 2_000 },
    { ...low, taxMinor: 50, netMinor: 1_000 },
  ]);
  expect(taxRows(sums, false)).toEqual({
    added: [
      ['VAT 9.975%', 200],
      ['VAT 5%', 50],
    ],
    included: [],
  });
  expect(taxRows(sums, true).included[0]).toEqual(['Including VAT 9.975%', 200]);
  expect(percentOf(1)).toBe('0.0001%');
});

test('a part of a refund that is all tax has a row', () => {
  const cent = { amountMinor: 0, taxMinor: 1, taxName: 'VAT', taxPpm: 1_000_000 };
  expect(sumTaxes([cent], false)).toEqual([
    { name: 'VAT', ratePpm: 1_000_000, taxMinor: 1, netMinor: 0 },
  ]);
});
