import { expect, test } from 'vitest';
import {
  exchangeDifference,
  exchangePrices,
  extraOfLines,
  waivableOf,
  waivedOfLines,
} from './exchange-price.schema.ts';
import type { ReturnLineView } from './return-view.schema.ts';

const line = { unitPriceMinor: 2_000, taxPpm: 99_750 };

test('the difference of an exchange has the tax that was added to it, rounded half up', () => {
  const prices = exchangePrices({ taxesIncluded: false }, line, line, { unitPriceMinor: 1_500 });
  expect([1, 2].map((units) => exchangeDifference(prices, units))).toEqual([550, 1_100]);
  const included = exchangePrices({ taxesIncluded: true }, line, line, { unitPriceMinor: 1_500 });
  expect(exchangeDifference(included, 2)).toBe(1_000);
});

test('what was waived is not due, and only what is reserved can be waived', () => {
  const order = { taxesIncluded: false, lines: [line] };
  const lineOf = (exchange: object) =>
    ({
      ...{ position: 0, item: { unitPriceMinor: 2_000 } },
      exchange: { state: 'reserved', quantity: 3, released: 1, waivedUnitMinor: 0, ...exchange },
    }) as unknown as ReturnLineView;
  const dear = lineOf({ unitPriceMinor: 2_500 });
  const waived = lineOf({ unitPriceMinor: 2_000, waivedUnitMinor: 500 });
  const cheap = lineOf({ unitPriceMinor: 1_500 });
  const amounts = (one: ReturnLineView) => [
    extraOfLines(order, [one]),
    waivedOfLines(order, [one]),
  ];
  expect([dear, waived, cheap].map(amounts)).toEqual([
    ...[
      [1_100, 0],
      [0, 1_100],
      [0, 0],
    ],
  ]);
  const sent = lineOf({ unitPriceMinor: 2_500, state: 'sent' });
  expect([dear, waived, cheap, sent].map(waivableOf)).toEqual([500, 0, 0, 0]);
});
