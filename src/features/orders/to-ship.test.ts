import { expect, test } from 'vitest';
import type { OrderLineView } from './orders.schema.ts';
import { endedUnrefunded, refundedToShip, unitsToPack } from './to-ship.schema.ts';

test.each([
  // refunded, cancelled, shipped, to be shipped
  [0, 0, 0, 3, 0],
  [1, 0, 0, 3, 1],
  [3, 0, 0, 3, 3],
  [1, 1, 0, 2, 0],
  [1, 0, 1, 2, 0],
  [2, 0, 1, 2, 1],
  [0, 1, 0, 2, 0],
])(
  '%j refunded, %j cancelled, %j shipped, %j to be shipped: %j of these are refunded',
  (refunded, cancelled, shipped, left, expected) => {
    const line = {
      refundedQuantity: refunded,
      cancelledQuantity: cancelled,
      fulfilledQuantity: shipped,
      unfulfilledQuantity: left,
    } as OrderLineView;
    expect(refundedToShip(line)).toBe(expected);
    expect(unitsToPack(line)).toBe(left - expected);
    expect(endedUnrefunded(line)).toBe(Math.max(0, cancelled + shipped - refunded));
  },
);
