import { Link } from 'react-router';
import { isUnshipped } from '#features/order-tables/fulfillment-status.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';

type Order = Pick<OrderView, 'id' | 'status' | 'fulfillmentStatus' | 'address'>;

/** Whether units of an order are still to be shipped, and it has no whole address. */
export function isMissingAddress({
  status,
  fulfillmentStatus,
  address,
}: Omit<Order, 'id'>): boolean {
  return status !== 'cancelled' && isUnshipped(fulfillmentStatus) && !address;
}

/** Marks an order without a whole address, and lets its customer add it. */
export function MissingAddress({ order, titleId }: { order: Order; titleId: string }) {
  if (!isMissingAddress(order)) return null;
  return (
    <p className="mt-1 text-[0.9375rem]">
      <span className="font-semibold text-danger">Address missing</span>{' '}
      <Link
        to={`/account/addresses/new?order=${order.id}`}
        className="link print:hidden"
        aria-describedby={titleId}
      >
        Add the address
      </Link>
    </p>
  );
}
