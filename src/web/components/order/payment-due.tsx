import type { OrderView } from '#features/orders/orders.schema.ts';
import { Link } from '../../ui/link.tsx';
import { DateTime } from '../date-time.tsx';

/** Says until when an unpaid order is reserved, and how to extend that. */
export function PaymentDue({
  order,
  account = 'exists',
}: {
  order: OrderView;
  /** Whether the customer has an account with the order's email, or makes one below. */
  account?: 'exists' | 'below' | 'none';
}) {
  return (
    <>
      <p className="mt-1 text-[0.9375rem]">
        Please pay by <DateTime iso={order.paymentDueAt} />. After that, the order is cancelled.
      </p>
      {order.verifiedDueAt && account !== 'none' ? (
        <p className="mt-1 text-[0.9375rem] print:hidden">
          {account === 'below' ? (
            'Make an account below and confirm your email address'
          ) : (
            <Link to="/account" className="link">
              Confirm your email address
            </Link>
          )}{' '}
          to have until <DateTime iso={order.verifiedDueAt} />.
        </p>
      ) : null}
    </>
  );
}
