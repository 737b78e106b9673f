import { expect, test } from 'vitest';
import type { OrderView } from '../orders.schema.ts';
import { unitsComingBack } from './ended-units.schema.ts';

type Return = OrderView['returns'][number];

/** A return of units of the order's second line. */
function returned(state: Return['state'], quantity: number, received: number | null = null) {
  const at = (...states: Return['state'][]) => (states.includes(state) ? '2026-01-01' : null);
  return {
    ofReturnId: null,
    state,
    approvedAt: at('in_transit', 'received', 'closed'),
    receivedAt: at('received', 'closed'),
    closedAt: at('closed'),
    withdrawnAt: at('withdrawn'),
    declinedAt: at('declined'),
    lines: [{ position: 1, quantity, received, exchange: null }],
  } as unknown as Return;
}

test('units are sent back only once they came; before that, their return is requested', () => {
  expect(unitsComingBack([returned('requested', 1)], 1)).toEqual(['return of 1 requested']);
  expect(unitsComingBack([returned('requested', 2)], 1)).toEqual(['return of 2 requested']);
  expect(unitsComingBack([returned('requested', 2)], 0)).toEqual([]);
  const later = [
    returned('in_transit', 2),
    returned('received', 3, 1),
    returned('closed', 1),
    returned('withdrawn', 4),
    returned('declined', 5),
  ];
  expect(unitsComingBack(later, 1)).toEqual(['2 on the way back', '2 sent back']);
});
