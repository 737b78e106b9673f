import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proposedRefund, type Refundable, refundOf } from './proposed-refund.schema.ts';

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unitPriceMinor: fc.integer({ min: 0, max: 100_000 }),
});

/** An order of which nothing was refunded. */
const order = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    shippingMinor: fc.integer({ min: 0, max: 20_000 }),
  })
  .map(({ lines, shippingMinor }): Refundable => {
    const priced = lines.map((one) => ({
      ...one,
      lineTotalMinor: one.quantity * one.unitPriceMinor,
      refundedQuantity: 0,
      refundedMinor: 0,
    }));
    const total = priced.reduce((sum, one) => sum + one.lineTotalMinor, shippingMinor);
    const payment = { refundableMinor: total };
    return { lines: priced, shippingMinor, refundedShippingMinor: 0, payment };
  });

const step = fc.record({
  units: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 5 }),
  shipping: fc.boolean(),
  /** How much is typed, as a share of what is left; null for what is proposed. */
  typed: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
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
      };
    }),
    refundedShippingMinor: before.refundedShippingMinor + refund.shippingMinor,
    payment: { refundableMinor: refundableOf(before) - refund.amountMinor },
  };
}

test('no sequence of refunds gives back more of a line, of the shipping or of the payment than was paid', () => {
  fc.assert(
    fc.property(order, fc.array(step, { maxLength: 6 }), (placed, steps) => {
      let now = placed;
      for (const { units, shipping, typed } of steps) {
        const lines = units.map((quantity, position) => ({ position, quantity }));
        const amount = typed === null ? null : Math.floor(typed * refundableOf(now));
        const refund = refundOf(now, { lines, shipping }, amount);
        if (amount !== null) expect(refund.amountMinor).toBe(amount);
        const parts = refund.lines.reduce((sum, one) => sum + one.amountMinor, 0);
        expect(parts + refund.shippingMinor).toBeLessThanOrEqual(refund.amountMinor);
        now = after(now, refund);
      }
      expect(refundableOf(now)).toBeGreaterThanOrEqual(0);
      expect(now.refundedShippingMinor).toBeLessThanOrEqual(now.shippingMinor);
      for (const one of now.lines) {
        expect(one.refundedQuantity).toBeLessThanOrEqual(one.quantity);
        expect(one.refundedMinor).toBeLessThanOrEqual(one.lineTotalMinor);
      }
    }),
  );
});

test('every line and the shipping, in any two steps, are all that was paid', () => {
  fc.assert(
    fc.property(order, step, (placed, { units, shipping }) => {
      const some = units.map((quantity, position) => ({ position, quantity }));
      const first = proposedRefund(placed, { lines: some, shipping });
      const all = placed.lines.map(({ quantity }, position) => ({ position, quantity }));
      const rest = proposedRefund(after(placed, first), { lines: all, shipping: true });
      expect(first.amountMinor + rest.amountMinor).toBe(refundableOf(placed));
    }),
  );
});

test('what was refunded as an amount alone leaves less for the lines, in proportion', () => {
  const of = (refundableMinor: number) => ({
    lines: [
      {
        quantity: 2,
        unitPriceMinor: 2000,
        lineTotalMinor: 4000,
        refundedQuantity: 0,
        refundedMinor: 0,
      },
    ],
    shippingMinor: 2000,
    refundedShippingMinor: 0,
    payment: { refundableMinor },
  });
  const all = { lines: [{ position: 0, quantity: 2 }], shipping: true };
  expect(proposedRefund(of(1000), all)).toEqual({
    amountMinor: 1000,
    shippingMinor: 333,
    lines: [{ position: 0, quantity: 2, amountMinor: 667 }],
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
