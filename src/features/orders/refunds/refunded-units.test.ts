import { expect, test } from 'vitest';
import { refundKeyOfCancellation } from '../view/parcel-view.schema.ts';
import { type LineChanges, refundedUnits } from './refunded-units.ts';

type Happened = [
  what:
    | 'refund'
    | 'lower refund'
    | 'withdrawn refund'
    | 'refund of an exchanged item'
    | 'parcel'
    | 'cancellation'
    | 'refund of the cancellation'
    | 'exchange',
  units: number,
];

const PRICE = 2_000;

const keys: { [What in Happened[0]]?: string } = {
  'refund of an exchanged item': 'return back',
  'refund of the cancellation': refundKeyOfCancellation('this'),
};

/** A line of four units, and what happened to it, a second after each other. */
function lineOf(happened: Happened[], isAtOnce = false, addedTax = 0): LineChanges {
  const order: LineChanges = {
    taxesIncluded: false,
    lines: [{ quantity: 4, unitPriceMinor: PRICE, taxMinor: 4 * addedTax }],
    ...{ fulfillments: [], cancellations: [], refunds: [], returns: [] },
  };
  // What is sent back of an exchange is a return of its own.
  order.returns.push({ id: 'back', ofReturnId: 'exchange', lines: [] });
  for (const [second, [what, quantity]] of happened.entries()) {
    const at = new Date(isAtOnce ? 0 : second * 1_000).toISOString();
    const lines = [{ position: 0, quantity }];
    const id = `parcel ${second}`;
    if (what === 'parcel') order.fulfillments.push({ id, shippedAt: at, lines });
    else if (what === 'cancellation')
      order.cancellations.push({ key: 'this', cancelledAt: at, lines });
    else if (what === 'exchange') {
      order.fulfillments.push({ id, shippedAt: at, lines: [] });
      const exchange = { quantity: quantity + 1, released: 1, fulfillmentId: id };
      const line = { position: 0, exchange };
      order.returns.push({ id: 'exchange', ofReturnId: null, lines: [line] });
    } else {
      const paidMinor = (PRICE + addedTax) * quantity - (what === 'lower refund' ? 1 : 0);
      const money = { amountMinor: paidMinor, taxMinor: 0, lowered: 0, restocked: false };
      order.refunds.push({
        key: keys[what] ?? `key ${second}`,
        status: what === 'withdrawn refund' ? 'withdrawn' : 'done',
        createdAt: at,
        lines: lines.map((line) => ({ ...line, ...money })),
      });
    }
  }
  return order;
}

test.each<[Happened[], toShip: number, refunded: number, ended: number]>([
  [[], 4, 0, 0],
  [[['refund', 1]], 4, 1, 0],
  [[['refund', 4]], 4, 4, 0],
  // A refund is first for what was shipped.
  [
    [
      ['parcel', 2],
      ['refund', 1],
    ],
    2,
    0,
    1,
  ],
  [
    [
      ['parcel', 2],
      ['refund', 3],
    ],
    2,
    1,
    0,
  ],
  // What was refunded before stays behind when a part is shipped.
  [
    [
      ['refund', 1],
      ['parcel', 2],
    ],
    2,
    1,
    2,
  ],
  [
    [
      ['refund', 1],
      ['parcel', 2],
      ['refund', 1],
    ],
    2,
    1,
    1,
  ],
  [
    [
      ['refund', 1],
      ['parcel', 2],
      ['refund', 3],
    ],
    2,
    2,
    0,
  ],
  [
    [
      ['refund', 1],
      ['parcel', 3],
    ],
    1,
    1,
    3,
  ],
  // Staff may ship it all the same.
  [
    [
      ['refund', 1],
      ['parcel', 4],
    ],
    0,
    0,
    3,
  ],
  [
    [
      ['refund', 2],
      ['parcel', 3],
    ],
    1,
    1,
    2,
  ],
  // It is cancelled first. A cancellation without a refund leaves something to refund.
  [
    [
      ['refund', 1],
      ['cancellation', 1],
    ],
    3,
    0,
    0,
  ],
  [
    [
      ['refund', 1],
      ['parcel', 2],
      ['cancellation', 1],
    ],
    1,
    0,
    2,
  ],
  [
    [
      ['refund', 1],
      ['cancellation', 2],
    ],
    2,
    0,
    1,
  ],
  [
    [
      ['refund', 1],
      ['cancellation', 2],
      ['refund', 1],
    ],
    2,
    0,
    0,
  ],
  [
    [
      ['cancellation', 1],
      ['refund', 2],
    ],
    3,
    1,
    0,
  ],
  // A lower amount is a reduction.
  [[['lower refund', 1]], 4, 0, 0],
  [
    [
      ['lower refund', 1],
      ['refund', 1],
      ['parcel', 2],
    ],
    2,
    1,
    2,
  ],
  [
    [
      ['parcel', 1],
      ['lower refund', 1],
      ['refund', 1],
    ],
    3,
    1,
    0,
  ],
  [
    [
      ['refund', 1],
      ['withdrawn refund', 1],
      ['parcel', 1],
    ],
    3,
    1,
    1,
  ],
  // A unit for which another item was sent is refunded no more, but by the return of that item.
  [
    [
      ['parcel', 1],
      ['exchange', 1],
      ['refund', 1],
    ],
    3,
    1,
    0,
  ],
  [
    [
      ['parcel', 1],
      ['exchange', 1],
      ['refund of an exchanged item', 1],
    ],
    3,
    0,
    0,
  ],
])('%j: %j to be shipped, %j of these refunded, %j ended', (happened, toShip, refunded, ended) => {
  expect(refundedUnits(lineOf(happened), 0)).toMatchObject({ toShip, refunded, ended });
});

test('a cancellation comes before its own refund, which has the same time', () => {
  const order = lineOf(
    [
      ['refund', 1],
      ['cancellation', 1],
    ],
    true,
  );
  expect(refundedUnits(order, 0)).toMatchObject({ toShip: 3, refunded: 0, ended: 0 });
});

test('the price of a unit is with the tax on top of it', () => {
  const lower = lineOf([['lower refund', 1]], false, 400);
  expect(refundedUnits(lower, 0)).toMatchObject({ toShip: 4, refunded: 0, ended: 0 });
  const whole = lineOf([['refund', 1]], false, 400);
  expect(refundedUnits(whole, 0)).toMatchObject({ toShip: 4, refunded: 1, ended: 0 });
});

test.each<[Happened[], both: number]>([
  [[['cancellation', 1]], 0],
  [
    [
      ['cancellation', 1],
      ['refund of the cancellation', 1],
    ],
    1,
  ],
  // A unit that was refunded before is the one that is cancelled.
  [
    [
      ['refund', 1],
      ['cancellation', 1],
    ],
    1,
  ],
  // The refund of what was shipped is not of the cancelled unit, unless it is of all.
  [
    [
      ['parcel', 2],
      ['cancellation', 1],
      ['refund', 2],
    ],
    0,
  ],
  [
    [
      ['parcel', 2],
      ['cancellation', 1],
      ['refund', 3],
    ],
    1,
  ],
  [
    [
      ['parcel', 2],
      ['cancellation', 1],
      ['refund of the cancellation', 1],
      ['refund', 1],
    ],
    1,
  ],
])('%j: %j cancelled and refunded', (happened, both) => {
  expect(refundedUnits(lineOf(happened), 0).cancelledAndRefunded).toBe(both);
});
