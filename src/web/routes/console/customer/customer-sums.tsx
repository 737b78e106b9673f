import type { ReactNode } from 'react';
import type { CustomerView } from '#features/customers/customers.schema.ts';
import { counted } from '#shared/counted.ts';
import { formatShortDay } from '#shared/dates.ts';
import { formatMoney } from '#shared/money.ts';
import { Facts } from '../../../components/console/facts.tsx';
import { Link } from '../../../ui/link.tsx';
import { ordersInWords, spentInWords } from '../customers/sum-words.ts';
import { ordersOf } from './orders-of.ts';

/** What a customer spent and ordered, and what is open. */
export function CustomerSums({ customer }: { customer: CustomerView }) {
  const { id, email, isStaff, lastOrderAt, cart, unpaidOrders, openReturns, hasMore } = customer;
  const plus = hasMore ? '+' : '';
  const inCart = `${counted(cart.units, 'item')}, ${formatMoney(cart.valueMinor)}`;
  return (
    <Facts
      facts={[
        ['Spent', spentInWords(customer)],
        [
          'Orders',
          ordersInWords(customer),
          unpaidOrders > 0 ? (
            <MarkLink key="unpaid" to={ordersOf(id, 'payment=unpaid')}>
              {`${unpaidOrders}${plus}`} unpaid
            </MarkLink>
          ) : null,
        ],
        ['Last order', lastOrderAt === null ? 'None' : formatShortDay(lastOrderAt)],
        [
          'Open returns',
          openReturns === 0 && !hasMore ? 'None' : `${openReturns}${plus}`,
          openReturns > 0 ? (
            <MarkLink key="open" to={ordersOf(id, 'returns=open')}>
              Show
            </MarkLink>
          ) : null,
        ],
        [
          'In the cart now',
          cart.units === 0 ? 'Nothing' : inCart,
          cart.units > 0 && !isStaff ? (
            <MarkLink key="cart" to={`/admin/carts?${new URLSearchParams({ q: email })}`}>
              Show
            </MarkLink>
          ) : null,
        ],
      ]}
    />
  );
}

function MarkLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link text-sm font-normal">
      {children}
    </Link>
  );
}
