import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxOf } from '#shared/taxes.ts';
import {
  proposedRefund,
  type Refundable,
  refundableShipping,
  refundOf,
  refundOfKept,
} from './proposed-refund.schema.ts';

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unitPriceMinor: fc.integer({ min: 0, max: 100_000 }),
  ratePpm: fc.constantFrom(0, 1, 50_000, 99_750, 200_000, 1_000_000),
});

const NOTHING = {
  ...{ refundedQuantity: 0, refundedMinor: 0, refundedTaxMinor: 0 },
  ...{ lowered: [], cancelledQuantity: 0, taxPpm: null },
};
const NOTHING_BACK = {
  ...{ refundedShippingMinor: 0, refundedShippingTaxMinor: 0 },
  ...{ returns: [], refunds: [] },
};

/** An order of which nothing was refunded. */
const order = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    shippingMinor: fc.integer({ min: 0, max: 20_000 }),
    shippingPpm: fc.constantFrom(0, 99_750, 200_000),
    taxesIncluded: fc.boolean(),
  })
  .map(({ lines, shippingMinor, shippingPpm, taxesIncluded }): Refundable => {
    const priced = lines.map(({ ratePpm, ...one }) => {
      const lineTotalMinor = one.quantity * one.unitPriceMinor;
      const taxMinor = taxOf(lineTotalMinor, ratePpm, taxesIncluded);
      return { ...one, ...NOTHING, lineTotalMinor, taxMinor, taxPpm: ratePpm };
    });
    const shippingTax = { taxMinor: taxOf(shippingMinor, shippingPpm, taxesIncluded) };
    const paid = { taxesIncluded, shippingMinor, shippingTax };
    const total = [...priced, { lineTotalMinor: shippingMinor, ...shippingTax }].reduce(
      (sum, one) => sum + one.lineTotalMinor + (taxesIncluded ? 0 : one.taxMinor),
      0,
    );
    const payment = { refundableMinor: total };
    return { lines: priced, ...paid, ...NOTHING_BACK, payment };
  });

const step = fc.record({
  units: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 }),
  shipping: fc.boolean(),
  /** How much is typed, as a share of what is left; null for what is proposed. */
  typed: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  /** Whether the customer keeps what it is for. */
  isKept: fc.boolean(),
});

const refundableOf = ({ payment }: Refundable) => payment?.refundableMinor ?? 0;

/** The order after a refund. */
function after(before: Refundable, refund: ReturnType<typeof proposedRefund>): Refundable {
  return {
    ...before,
    lines: before.lines.map((one, position) => {
      const part = refund.lines.find((other) => other.position === position);
      return {
        ...one,
        refundedQuantity: one.refundedQuantity + (part?.quantity ?? 0),
        refundedMinor: one.refundedMinor + (part?.amountMinor ?? 0),
        refundedTaxMinor: one.refundedTaxMinor + (part?.taxMinor ?? 0),
        lowered: part?.lowered ? [...one.lowered, { ...part, units: part.lowered }] : one.lowered,
      };
    }),
    refundedShippingMinor: before.refundedShippingMinor + refund.shippingMinor,
    refundedShippingTaxMinor: before.refundedShippingTaxMinor + refund.shippingTaxMinor,
    payment: { refundableMinor: refundableOf(before) - refund.amountMinor },
  };
}

test('no sequence of refunds gives back more of a line, of the shipping or of the payment than was paid', () => {
  fc.assert(
    fc.property(order, fc.array(step, { maxLength: 6 }), (placed, steps) => {
      let now = placed;
      for (const { units, shipping, typed, isKept } of steps) {
        const lines = units.map((quantity, position) => ({ position, quantity }));
        const amount = typed === null ? null : Math.floor(typed * refundableOf(now));
        const refund = (isKept ? refundOfKept : refundOf)(now, { lines, shipping }, amount);
        if (amount !== null) expect(refund.amountMinor).toBe(amount);
        const parts = refund.lines.reduce((sum, one) => sum + one.amountMinor, 0);
        for (const one of refund.lines) expect(one.taxMinor).toBeLessThanOrEqual(one.amountMinor);
        expect(refund.shippingTaxMinor).toBeLessThanOrEqual(refund.shippingMinor);
        expect(parts + refund.shippingMinor).toBeLessThanOrEqual(refund.amountMinor);
        now = after(now, refund);
      }
      expect(refundableOf(now)).toBeGreaterThanOrEqual(0);
      expect(refundableShipping(now)).toBeGreaterThanOrEqual(0);
      expect(now.refundedShippingTaxMinor).toBeLessThanOrEqual(now.shippingTax.taxMinor);
      for (const one of now.lines) {
        expect(one.refundedQuantity).toBeLessThanOrEqual(one.quantity);
        const added = now.taxesIncluded ? 0 : one.taxMinor;
        expect(one.refundedMinor).toBeLessThanOrEqual(one.lineTotalMinor + added);
        expect(one.refundedTaxMinor).toBeLessThanOrEqual(one.taxMinor);
      }
    }),
  );
});

test('every line and the shipping, in any steps, are all that was paid, with all of its taxes', () => {
  fc.assert(
    fc.property(order, fc.array(step, { maxLength: 4 }), (placed, steps) => {
      let now = placed;
      for (const { units, shipping, typed, isKept } of steps) {
        const lines = units.map((quantity, position) => ({ position, quantity }));
        const choice = { lines, shipping };
        const { amountMinor } = proposedRefund(now, choice);
        const amount = isKept && typed !== null ? Math.floor(typed * amountMinor) : null;
        now = after(now, refundOfKept(now, choice, amount));
      }
      const all = placed.lines.map(({ quantity }, position) => ({ position, quantity }));
      now = after(now, proposedRefund(now, { lines: all, shipping: true }));
      expect(refundableOf(now)).toBe(0);
      expect(now.refundedShippingTaxMinor).toBe(now.shippingTax.taxMinor);
      for (const one of now.lines) expect(one.refundedTaxMinor).toBe(one.taxMinor);
    }),
  );
});

test('units that a withdrawn refund was for can be refunded again with all of their taxes', () => {
  // A tax of 5 for three units is 2, 2 and 1.
  const bought = { quantity: 3, unitPriceMinor: 10, lineTotalMinor: 30, taxMinor: 5, ...NOTHING };
  const placed = {
    ...{ taxesIncluded: false, shippingMinor: 0, shippingTax: { taxMinor: 0 }, ...NOTHING_BACK },
    lines: [bought],
    payment: { refundableMinor: 35 },
  };
  const one = { lines: [{ position: 0, quantity: 1 }], shipping: false };
  expect(proposedRefund(placed, one)).toMatchObject({ amountMinor: 12, lines: [{ taxMinor: 2 }] });
  // The first refund was withdrawn, and the last unit was refunded.
  const last = { ...bought, refundedQuantity: 1, refundedMinor: 11, refundedTaxMinor: 1 };
  const now = { ...placed, lines: [last], payment: { refundableMinor: 24 } };
  const rest = proposedRefund(now, { lines: [{ position: 0, quantity: 2 }], shipping: false });
  expect(rest).toMatchObject({ amountMinor: 24, lines: [{ amountMinor: 24, taxMinor: 4 }] });
});

test('a unit that was refunded at a lower amount leaves its tax, and a part has it in proportion', () => {
  const bought = { quantity: 2, unitPriceMinor: 100, lineTotalMinor: 200, taxMinor: 40 };
  const placed = {
    ...{ taxesIncluded: false, shippingMinor: 50, shippingTax: { taxMinor: 10 }, ...NOTHING_BACK },
    lines: [{ ...bought, ...NOTHING }],
    payment: { refundableMinor: 300 },
  };
  const one = { lines: [{ position: 0, quantity: 1 }], shipping: true };
  // Half of 120 for a unit and of 60 for the shipping; a sixth of each is tax.
  const low = refundOf(placed, one, 90);
  expect(low).toEqual({
    ...{ amountMinor: 90, shippingMinor: 30, shippingTaxMinor: 5 },
    lines: [{ position: 0, quantity: 1, amountMinor: 60, taxMinor: 10 }],
  });
  const next = proposedRefund(after(placed, low), { ...one, shipping: false });
  expect(next).toMatchObject({ amountMinor: 120, lines: [{ amountMinor: 120, taxMinor: 20 }] });
});

test('a lower amount for what the customer keeps lowers its price, and the rest goes back with it', () => {
  const bought = { quantity: 3, unitPriceMinor: 2_000, lineTotalMinor: 6_000, taxMinor: 0 };
  const placed = {
    ...{ taxesIncluded: true, shippingMinor: 0, shippingTax: { taxMinor: 0 }, ...NOTHING_BACK },
    lines: [{ ...bought, ...NOTHING }],
    payment: { refundableMinor: 6_000 },
  };
  const units = (quantity: number) => ({ lines: [{ position: 0, quantity }], shipping: false });
  const lower = refundOfKept(placed, units(3), 301);
  expect(lower.lines).toEqual([
    { position: 0, quantity: 0, lowered: 3, amountMinor: 301, taxMinor: 0 },
  ]);
  const now = after(placed, lower);
  expect(proposedRefund(now, units(1)).amountMinor).toBe(1_899);
  expect(refundOfKept(now, units(1), 1_899).lines).toMatchObject([{ quantity: 1 }]);
  const one = after(now, proposedRefund(now, units(1)));
  expect(proposedRefund(one, units(2)).amountMinor).toBe(3_800);
});

test('several lower amounts for one unit each leave no unit below nothing, and the others their price', () => {
  const bought = { quantity: 3, unitPriceMinor: 2_000, lineTotalMinor: 6_000, taxMinor: 1_200 };
  const placed = {
    ...{ taxesIncluded: false, shippingMinor: 0, shippingTax: { taxMinor: 0 }, ...NOTHING_BACK },
    lines: [{ ...bought, ...NOTHING }],
    payment: { refundableMinor: 7_200 },
  };
  const one = { lines: [{ position: 0, quantity: 1 }], shipping: false };
  const once = after(placed, refundOfKept(placed, one, 600));
  expect(proposedRefund(once, one)).toMatchObject({
    amountMinor: 2_400,
    lines: [{ taxMinor: 400 }],
  });
  const often = [1_500, 1_500].reduce(
    (now, minor) => after(now, refundOfKept(now, one, minor)),
    once,
  );
  const first = proposedRefund(often, one);
  const second = proposedRefund(after(often, first), one);
  expect([first.amountMinor, second.amountMinor]).toEqual([2_400, 1_200]);
});

test('what was refunded as an amount alone leaves less for the lines, in proportion', () => {
  const of = (refundableMinor: number) => ({
    lines: [
      {
        quantity: 2,
        unitPriceMinor: 2000,
        lineTotalMinor: 4000,
        taxMinor: 0,
        ...NOTHING,
      },
    ],
    taxesIncluded: false,
    shippingMinor: 2000,
    shippingTax: { taxMinor: 0 },
    ...NOTHING_BACK,
    payment: { refundableMinor },
  });
  const all = { lines: [{ position: 0, quantity: 2 }], shipping: true };
  expect(proposedRefund(of(1000), all)).toEqual({
    amountMinor: 1000,
    shippingMinor: 333,
    shippingTaxMinor: 0,
    lines: [{ position: 0, quantity: 2, amountMinor: 667, taxMinor: 0 }],
  });
  // An amount above the price is allowed within the remaining amount. No line gets more than it
  // cost.
  const goodwill = refundOf(
    of(6000),
    { lines: [{ position: 0, quantity: 1 }], shipping: false },
    2500,
  );
  expect(goodwill).toMatchObject({ amountMinor: 2500, lines: [{ amountMinor: 2000 }] });
});
