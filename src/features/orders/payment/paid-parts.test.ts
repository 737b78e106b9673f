import { expect, test } from 'vitest';
import { taxOf } from '#shared/taxes.ts';
import type { OrderView } from '../orders.schema.ts';
import type { ExchangeView, ExtraReturnView, ReturnView } from '../returns/return-view.schema.ts';
import { givenBack } from './paid-parts.schema.ts';

/** Numbers below `most` that are the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}

const TAX_PPM = 99_750;
const withTax = (net: number) => net + taxOf(net, TAX_PPM, false);

/** Units that were exchanged along these prices, the first of which is that of the order. */
function chainOf(prices: number[], units: number) {
  const returns: ReturnView[] = prices.map((_, index) => {
    const unitPriceMinor = prices[index + 1] ?? 0;
    const exchange = { unitPriceMinor, quantity: units, released: 0, refundedMinor: 0 };
    const line = { position: 0, exchange: exchange as ExchangeView };
    const one = { id: `ret_${index}`, ofReturnId: index === 0 ? null : `ret_${index - 1}` };
    return {
      ...one,
      lines: [line],
      extraReturns: [] as ExtraReturnView[],
    } as unknown as ReturnView;
  });
  const line = { unitPriceMinor: prices[0], taxPpm: TAX_PPM, quantity: units };
  return { taxesIncluded: false, lines: [line], returns, refunds: [] } as unknown as OrderView;
}

test('whatever units were exchanged for, the payments give back what they got, to the last minor unit', () => {
  const next = numbers(7);
  for (let round = 0; round < 300; round += 1) {
    const units = 1 + next(4);
    const prices = Array.from({ length: 2 + next(5) }, () => 1 + next(40));
    const order = chainOf(prices, units);
    const given = new Map<string, number>();
    const note = (one: ReturnView, parts: ExtraReturnView[]) => {
      one.extraReturns.push(...parts);
      for (const { paidBy, amountMinor } of parts) {
        expect(amountMinor).toBeGreaterThanOrEqual(0);
        given.set(paidBy, (given.get(paidBy) ?? 0) + amountMinor);
      }
    };
    // Each exchange of all units on the way, and then their refund, one after the other.
    let ofOrder = 0;
    for (const [index, toMinor] of prices.slice(1).entries()) {
      const one = order.returns[index] as ReturnView;
      const all = { position: 0, quantity: units };
      const back = givenBack(order, one, all, { kind: 'difference', toMinor });
      note(one, back.extras);
      ofOrder += back.orderMinor;
    }
    const last = order.returns.at(-1) as ReturnView;
    for (let unit = 0; unit < units; unit += 1) {
      const one = { id: `end_${unit}`, ofReturnId: last.ofReturnId, extraReturns: [], lines: [] };
      const end = one as unknown as ReturnView;
      order.returns.push(end);
      const whole = { kind: 'refund', toMinor: 0 } as const;
      note(end, givenBack(order, end, { position: 0, quantity: 1 }, whole).extras);
    }
    for (const [index, price] of prices.slice(1).entries()) {
      const more = Math.max(0, price - (prices[index] ?? 0)) * units;
      expect(given.get(`ret_${index}`) ?? 0).toBe(withTax(more));
    }
    // The order's payment gave back what its part fell by, up to the rounding of each step.
    const fell = ((prices[0] ?? 0) - Math.min(...prices)) * units;
    expect(Math.abs(ofOrder - withTax(fell))).toBeLessThanOrEqual(prices.length / 2);
  }
});

test('what is on top goes back first', () => {
  const order = chainOf([20, 30, 25, 40], 2);
  const one = order.returns[3] as ReturnView;
  const back = (toMinor: number) =>
    givenBack(order, one, { position: 0, quantity: 2 }, { kind: 'refund', toMinor });
  expect(back(40)).toEqual({ orderMinor: 0, extras: [] });
  expect(back(22)).toMatchObject({
    orderMinor: 0,
    extras: [
      { paidBy: 'ret_2', netMinor: 30 },
      { paidBy: 'ret_0', netMinor: 6 },
    ],
  });
  expect(back(5)).toMatchObject({
    orderMinor: withTax(30),
    extras: [
      { paidBy: 'ret_2', netMinor: 30, amountMinor: withTax(30) },
      { paidBy: 'ret_0', netMinor: 10, amountMinor: withTax(10) },
    ],
  });
});
