import type { OrderLineView } from '../orders/orders.schema.ts';

/** Units of a line that were delivered and have not come back. */
export function leftToReturn(line: OrderLineView): number {
  const { deliveredQuantity, fulfilledQuantity, restockedQuantity, returnedQuantity } = line;
  return Math.max(
    0,
    Math.min(deliveredQuantity, fulfilledQuantity - restockedQuantity) - returnedQuantity,
  );
}
