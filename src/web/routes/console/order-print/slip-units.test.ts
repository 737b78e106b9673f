import { expect, test } from 'vitest';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { slipMark, slipUnits } from './slip-units.ts';

/** An order of three units of a lamp. */
function orderOf(
  { sent = 0, refunded = 0 }: { sent?: number; refunded?: number },
  more: Partial<OrderView> = {},
): OrderView {
  const line = {
    ...{ sku: 'LAMP', name: 'Lamp', variantName: '', quantity: 3 },
    ...{ fulfilledQuantity: sent, unfulfilledQuantity: 3 - sent, refundedToShipQuantity: refunded },
  };
  return { lines: [line], returns: [], heldAt: null, ...more } as unknown as OrderView;
}

const HELD = { heldAt: '2026-11-28T10:00:00.000Z' };
const exchange = { sku: 'LAMP-L', variantName: 'L', state: 'reserved', quantity: 1, released: 0 };
const EXCHANGING = {
  returns: [{ lines: [{ position: 0, exchange }] }] as unknown as OrderView['returns'],
};

test.each([
  ['to be packed', orderOf({}), null, [3]],
  ['packed in part', orderOf({ sent: 1 }), null, [2]],
  ['on hold', orderOf({ sent: 1 }, HELD), 'On hold', [2]],
  ['sent', orderOf({ sent: 3 }), 'Sent already', [3]],
  ['sent, and the rest was refunded', orderOf({ sent: 2, refunded: 1 }), 'Sent already', [2]],
  ['sent while it is on hold', orderOf({ sent: 3 }, HELD), 'Sent already', [3]],
  ['sent, with an exchange to pack', orderOf({ sent: 3 }, EXCHANGING), null, [1]],
  ['on hold with an exchange', orderOf({ sent: 3 }, { ...HELD, ...EXCHANGING }), 'On hold', [1]],
])('the packing slip of an order that is %s', (_, order, mark, units) => {
  expect(slipMark(order)).toBe(mark);
  expect(slipUnits(order).map((line) => line.units)).toEqual(units);
});
