import { Link } from 'react-router';
import type { OrderView } from '#features/orders/orders.schema.ts';
import { Moment } from '../moment.tsx';

/** Until when an unpaid order waits, and how it can wait longer. */
export function PaymentDue({ order }: { order: OrderView }) {
  return (
    <>
      <p className="mt-1 text-[0.9375rem]">
        Please pay by <Moment iso={order.paymentDueAt} />. After that, the order is cancelled.
      </p>
      {order.verifiedDueAt ? (
        <p className="mt-1 text-[0.9375rem] print:hidden">
          <Link to="/account" className="link">
            Confirm your e-mail address
          </Link>{' '}
          to have until <Moment iso={order.verifiedDueAt} />.
        </p>
      ) : null}
    </>
  );
}
