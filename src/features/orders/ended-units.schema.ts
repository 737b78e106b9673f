import type { OrderLineView } from './orders.schema.ts';

/**
 * What pages say of the units of a line that were cancelled, sent back or refunded. A unit that was
 * cancelled and refunded is named once.
 */
export function endedUnits(
  line: Pick<
    OrderLineView,
    'cancelledQuantity' | 'refundedQuantity' | 'cancelledAndRefundedQuantity' | 'returnedQuantity'
  >,
): { cancelled: string[]; sentBack: string[]; refunded: string[] } {
  const both = line.cancelledAndRefundedQuantity;
  const inWords = (units: number, what: string) => (units > 0 ? [`${units} ${what}`] : []);
  return {
    cancelled: [
      ...inWords(line.cancelledQuantity - both, 'cancelled'),
      ...inWords(both, 'cancelled and refunded'),
    ],
    sentBack: inWords(line.returnedQuantity, 'sent back'),
    refunded: inWords(line.refundedQuantity - both, 'refunded'),
  };
}
