import { useRef } from 'react';
import type { CustomerView } from '#features/customers/customers.schema.ts';
import type { StaffOrderRow } from '#features/orders/lists/staff-orders.schema.ts';
import { counted, countedUpTo, MOST_COUNTED } from '#shared/counted.ts';
import { DENSE_BUTTON } from '../../../components/console/dense.ts';
import { useListKeys } from '../../../components/console/use-list-keys.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { OrderTable } from '../orders/order-table.tsx';
import { ordersOf } from './orders-of.ts';

/** The newest orders of a customer, and the way to all of them. */
export function CustomerOrders({
  customer: { id, email, deletedOrders },
  orders,
  count,
}: {
  customer: CustomerView;
  orders: StaffOrderRow[];
  /** Of all orders that the table of orders lists, up to one more than `MOST_COUNTED`. */
  count: number;
}) {
  const list = useRef<HTMLTableSectionElement>(null);
  useListKeys(list);
  return (
    <section aria-labelledby="orders" className="mt-8">
      <h2 id="orders" className="mb-2 font-sans font-semibold">
        Orders
      </h2>
      {orders.length > 0 ? (
        <OrderTable rows={orders} ofOne list={list} />
      ) : (
        <p className="text-sm text-ink-soft">This account has no orders that are listed.</p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {count > orders.length ? (
          <ButtonLink to={ordersOf(id)} className={DENSE_BUTTON}>
            All {countedUpTo(count, MOST_COUNTED, 'order')}
          </ButtonLink>
        ) : null}
        {deletedOrders > 0 ? (
          <p className="text-ink-soft">
            {counted(deletedOrders, 'order')} that staff deleted{' '}
            {deletedOrders === 1 ? 'counts' : 'count'} above, and{' '}
            {deletedOrders === 1 ? 'is' : 'are'} in no list.
          </p>
        ) : null}
        <p className="text-ink-soft">
          Orders that were placed as a guest may not be among these:{' '}
          <Link to={`/admin/orders?${new URLSearchParams({ q: email })}`} className="link">
            find orders by this email
          </Link>
        </p>
      </div>
    </section>
  );
}
