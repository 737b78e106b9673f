import { unitsToPack } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { reservedOf } from '#features/orders/returns/exchange-units.schema.ts';

/** An item on a packing slip, with its number of units. */
export interface SlipUnits {
  sku: string;
  name: string;
  variantName: string;
  units: number;
  about?: string;
}

/**
 * What is on the packing slip of an order: the units of its next parcel; if there are none, what goes
 * out in exchange for returned items, or else all units that were shipped.
 */
export function slipUnits(order: OrderView): SlipUnits[] {
  const toSend = unitsToSend(order);
  if (toSend.length > 0) return toSend;
  return order.lines
    .map((line) => ({ ...line, units: line.fulfilledQuantity }))
    .filter(({ units }) => units > 0);
}

/** Why nothing of a packing slip is to be packed now; null when it is. */
export function slipMark(order: OrderView): 'On hold' | 'Sent already' | null {
  if (unitsToSend(order).length === 0) return 'Sent already';
  return order.heldAt === null ? null : 'On hold';
}

function unitsToSend(order: OrderView): SlipUnits[] {
  const nextParcel = order.lines
    .map((line) => ({ ...line, units: unitsToPack(line) }))
    .filter(({ units }) => units > 0);
  if (nextParcel.length > 0) return nextParcel;
  return order.returns.flatMap(reservedOf).map(({ position, exchange, units }) => ({
    ...{ sku: exchange.sku, variantName: exchange.variantName, units },
    name: order.lines[position]?.name ?? '',
    about: 'In exchange',
  }));
}
