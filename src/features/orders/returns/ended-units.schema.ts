import type { OrderLineView, OrderView } from '../orders.schema.ts';
import { takenBack } from './exchange-units.schema.ts';

/**
 * What pages say of the units of a line that were cancelled or refunded. A unit that was
 * cancelled and refunded is named once.
 */
export function endedUnits(
  line: Pick<
    OrderLineView,
    'cancelledQuantity' | 'refundedQuantity' | 'cancelledAndRefundedQuantity'
  >,
): { cancelled: string[]; refunded: string[] } {
  const both = line.cancelledAndRefundedQuantity;
  return {
    cancelled: [
      ...inWords(line.cancelledQuantity - both, 'cancelled'),
      ...inWords(both, 'cancelled and refunded'),
    ],
    refunded: inWords(line.refundedQuantity - both, 'refunded'),
  };
}

/** What pages say of the units of a line that come back: as far as their returns are. */
export function unitsComingBack(returns: OrderView['returns'], position: number): string[] {
  const inState = (...states: OrderView['returns'][number]['state'][]) =>
    returns
      .filter(({ ofReturnId, state }) => ofReturnId === null && states.includes(state))
      .flatMap((one) =>
        one.lines.filter((line) => line.position === position).map((line) => takenBack(one, line)),
      )
      .reduce((sum, units) => sum + units, 0);
  const requested = inState('requested');
  return [
    ...(requested > 0 ? [`return of ${requested} requested`] : []),
    ...inWords(inState('in_transit'), 'on the way back'),
    ...inWords(inState('received', 'closed'), 'sent back'),
  ];
}

function inWords(units: number, what: string): string[] {
  return units > 0 ? [`${units} ${what}`] : [];
}
