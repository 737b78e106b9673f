import { hasToShip, lacksAddress } from '#features/orders/lists/to-ship.schema.ts';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { Link } from '../../ui/link.tsx';

type Order = Pick<
  OrderView,
  'id' | 'status' | 'fulfillmentStatus' | 'payment' | 'returns' | 'lines' | 'address' | 'delivery'
>;

/** Whether units of an order are still to be shipped, and it lacks the address for that. */
export function isMissingAddress(order: Omit<Order, 'id'>): boolean {
  return hasToShip(order) && lacksAddress(order);
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
