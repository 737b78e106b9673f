/**
 * Whether an order has a parcel to come, and which units go into it. The call and the pages of its
 * address, and the forms of staff, read it here.
 */
import { isUnshipped } from '../order-tables/fulfillment-status.schema.ts';
import type { OrderLineView, OrderView } from './orders.schema.ts';

/**
 * Whether units of an order are still to be sent: bought ones that were not refunded, or those of an
 * exchange.
 */
export function hasToShip({
  status,
  fulfillmentStatus,
  returns,
  lines,
}: Pick<OrderView, 'status' | 'fulfillmentStatus' | 'returns' | 'lines'>): boolean {
  if (status === 'cancelled') return false;
  const awaited = returns.flatMap((one) => one.lines).map(({ exchange }) => exchange);
  const hasToPack = isUnshipped(fulfillmentStatus) && linesToPack({ lines }).length > 0;
  return hasToPack || awaited.some((one) => one?.state === 'reserved');
}

/** Units of a line that the next parcel has by default: those to be shipped that were not refunded. */
export function unitsToPack({
  unfulfilledQuantity,
  refundedToShipQuantity,
}: Pick<OrderLineView, 'unfulfilledQuantity' | 'refundedToShipQuantity'>): number {
  return unfulfilledQuantity - refundedToShipQuantity;
}

/** All units that the next parcel of an order has by default. */
export function linesToPack({
  lines,
}: Pick<OrderView, 'lines'>): { position: number; quantity: number }[] {
  return lines
    .map((line, position) => ({ position, quantity: unitsToPack(line) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Whether units of an order were sent, or are to be sent by default. */
export function hasParcels({ lines }: Pick<OrderView, 'lines'>): boolean {
  return lines.some((line) => line.fulfilledQuantity + unitsToPack(line) > 0);
}
