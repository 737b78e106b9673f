/**
 * Whether an order has a parcel to come, and which units go into it. The call and the pages of its
 * address, and the forms of staff, read it here.
 */
import { isUnshipped } from '../order-tables/fulfillment-status.schema.ts';
import type { OrderLineView, OrderView } from './orders.schema.ts';

/** Whether units of an order are still to be sent: bought ones, or those of an exchange. */
export function hasToShip({
  status,
  fulfillmentStatus,
  returns,
}: Pick<OrderView, 'status' | 'fulfillmentStatus' | 'returns'>): boolean {
  if (status === 'cancelled') return false;
  const awaited = returns.flatMap(({ lines }) => lines).map(({ exchange }) => exchange);
  return isUnshipped(fulfillmentStatus) || awaited.some((one) => one?.state === 'reserved');
}

/** What was shipped, cancelled and refunded of a line. */
export type ShippedLine = Pick<
  OrderLineView,
  'refundedQuantity' | 'cancelledQuantity' | 'fulfilledQuantity' | 'unfulfilledQuantity'
>;

/** Units that the form of the next parcel proposes. */
export function unitsToPack(line: ShippedLine): number {
  return line.unfulfilledQuantity - refundedToShip(line);
}

/**
 * Units that are still to be shipped although they were refunded: a refund alone cancels nothing.
 * Refunds count for cancelled units first, and then for shipped ones.
 */
export function refundedToShip({
  refundedQuantity,
  cancelledQuantity,
  fulfilledQuantity,
  unfulfilledQuantity,
}: ShippedLine): number {
  const refunded = refundedQuantity - cancelledQuantity - fulfilledQuantity;
  return Math.min(unfulfilledQuantity, Math.max(0, refunded));
}

/** Units that were shipped or cancelled and not refunded: what the next refund is for at first. */
export function endedUnrefunded(line: ShippedLine): number {
  return Math.max(0, line.fulfilledQuantity + line.cancelledQuantity - line.refundedQuantity);
}
