/** Which orders of the console's table have one of the payment statuses that staff choose. */
import { and, type SQL, sql } from 'drizzle-orm';
import { literals } from '#db/literals.ts';
import { orders } from '../../order-tables/orders.table.ts';
import { refundedOrders } from '../../payments/payments.table.ts';
import type { PaymentStatus } from './payment-status.schema.ts';

/** How much of a paid order was refunded, as `refunded_orders` has it. */
const shares = { paid: 'none', partly_refunded: 'part', refunded: 'all' } as const;

type Share = (typeof shares)[keyof typeof shares];

/**
 * The statuses in groups that share no order. Each group has an index for the order of a list, and
 * several together have none.
 */
export function apart(chosen: readonly PaymentStatus[]): PaymentStatus[][] {
  const groups: PaymentStatus[][] = [
    chosen.filter(isOfPaid),
    chosen.filter((status) => status === 'unpaid'),
    chosen.filter((status) => status === 'voided'),
  ];
  return groups.filter((group) => group.length > 0);
}

/** What a list is limited to besides: nothing, orders that are expected to be few, or others. */
export type Others = 'none' | 'few' | 'some';

/** Whether statuses ask for refunded orders, which another table has, and for no paid ones. */
export const areOfRefunds = (statuses: readonly PaymentStatus[]) =>
  !statuses.includes('paid') && statuses.some(isOfPaid);

/** The condition for statuses of one group. */
export function hasPayment(group: readonly PaymentStatus[], others: Others): SQL | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  if (first === 'unpaid') return sql`${orders.status} = 'pending'`;
  if (first === 'voided') return sql`${orders.status} = 'cancelled'`;
  const chosen = group.flatMap((status) => (isOfPaid(status) ? [shares[status]] : []));
  return and(sql`${orders.status} = 'paid'`, hasShare(chosen, others));
}

const isOfPaid = (status: PaymentStatus): status is keyof typeof shares => status in shares;

/** Whether of a paid order such a share was refunded. One without a refund has no row, or 'none'. */
function hasShare(chosen: Share[], others: Others): SQL | undefined {
  const left = Object.values(shares).filter((share) => !chosen.includes(share));
  if (left.length === 0) return undefined;
  if (chosen.includes('none')) {
    return sql`not exists (
      select from ${refundedOrders} f where f.order_id = orders.id and f.share in (${literals(left)})
    )`;
  }
  const refunded = sql`select f.order_id from ${refundedOrders} f where f.share in (${literals(chosen)})`;
  if (others === 'few') {
    return sql`exists (
      select from ${refundedOrders} f where f.order_id = orders.id and f.share in (${literals(chosen)})
      offset 0
    )`;
  }
  // With another filter they may all be left out. Then the order of the list would be read to its end,
  // and an array makes PostgreSQL look them up one by one.
  return others === 'none'
    ? sql`${orders.id} in (${refunded})`
    : sql`${orders.id} = any(array(${refunded}))`;
}
