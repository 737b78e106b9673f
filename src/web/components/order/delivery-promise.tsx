import type { OrderView } from '#features/orders/orders.schema.ts';

/** The way of delivery, and when it arrives, unless all of the order has arrived or it was cancelled. */
export function DeliveryPromise({
  delivery,
  order = null,
}: {
  delivery: Pick<NonNullable<OrderView['delivery']>, 'method' | 'arrives'>;
  /** Null for a cart. */
  order?: Pick<OrderView, 'status' | 'fulfillmentStatus'> | null;
}) {
  const { method, arrives } = delivery;
  const isOver =
    order?.status === 'cancelled' ||
    order?.fulfillmentStatus === 'delivered' ||
    order?.fulfillmentStatus === 'cancelled';
  return (
    <>
      {method}
      {arrives && !isOver ? (
        <span className="block text-sm font-normal text-ink-soft">{arrives}</span>
      ) : null}
    </>
  );
}
