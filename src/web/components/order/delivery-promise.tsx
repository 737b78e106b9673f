import type { OrderView } from '#features/orders/orders.schema.ts';

/** The way of delivery of an order, and when it arrives. */
export function DeliveryPromise({
  delivery,
}: {
  delivery: Pick<NonNullable<OrderView['delivery']>, 'method' | 'arrives'>;
}) {
  const { method, arrives } = delivery;
  return (
    <>
      {method}
      {arrives ? <span className="block text-sm font-normal text-ink-soft">{arrives}</span> : null}
    </>
  );
}
