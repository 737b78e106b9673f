import type { OrderView } from '../orders/orders.schema.ts';

type Order = Pick<OrderView, 'status' | 'fulfillmentStatus' | 'fulfillments' | 'heldAt'>;

/** Whether the owner of a paid order may cancel it. Browsers decide by it what to offer. */
export function isCancellableByOwner(order: Order): boolean {
  const { status, fulfillmentStatus, fulfillments, heldAt } = order;
  const isLeft = fulfillmentStatus !== 'cancelled' && fulfillments.length === 0;
  return status === 'paid' && isLeft && heldAt === null;
}
