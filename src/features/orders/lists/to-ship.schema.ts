/**
 * Whether an order has a parcel to come, and which units go into it. The call and the pages of its
 * address, and the forms of staff, read it here.
 */
import { isUnshipped } from '../../order-tables/fulfillment-status.schema.ts';
import type { OrderLineView, OrderView } from '../orders.schema.ts';
import { isRefundedInFull, reservedOf } from '../returns/exchange-units.schema.ts';

type Shipped = Pick<OrderView, 'status' | 'fulfillmentStatus' | 'payment' | 'lines'>;

/**
 * Whether units of an order are still to be sent: bought ones that were not refunded, or those of an
 * exchange.
 */
export function hasToShip(order: Shipped & Pick<OrderView, 'returns'>): boolean {
  if (order.status === 'cancelled') return false;
  return hasUnitsToPack(order) || order.returns.some((one) => reservedOf(one).length > 0);
}

/**
 * Whether bought units are still to be sent by default: not if the order, or each of them, was
 * refunded. `has_units_to_pack` is the same in the database, and a test compares the two.
 */
export function hasUnitsToPack(order: Shipped): boolean {
  const { status, fulfillmentStatus } = order;
  if (status === 'cancelled' || !isUnshipped(fulfillmentStatus)) return false;
  return !isRefundedInFull(order) && linesToPack(order).length > 0;
}

/** Whether what is sent of an order has no address. What is picked up needs none. */
export function lacksAddress({
  address,
  delivery,
}: Pick<OrderView, 'address' | 'delivery'>): boolean {
  return !address && !delivery?.isPickUp;
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
