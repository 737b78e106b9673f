/** Which orders of the console's table have one of the payment statuses that staff choose. */
import { and, or, type SQL, sql } from 'drizzle-orm';
import { literals } from '#db/literals.ts';
import { orders } from '../order-tables/orders.table.ts';
import { refundedOrders } from '../payments/payments.table.ts';
import type { PaymentStatus } from './payment-status.schema.ts';

/** How much of a paid order was refunded, as `refunded_orders` has it. */
const shares = { paid: 'none', partly_refunded: 'part', refunded: 'all' } as const;

type Share = (typeof shares)[keyof typeof shares];

/**
 * The condition for these statuses; undefined for none. `isAlone`: no other filter limits
 * the list.
 */
export function hasPayment(
  chosen: readonly PaymentStatus[],
  { isAlone }: { isAlone: boolean },
): SQL | undefined {
  const some = new Set(chosen);
  const ofPaid = (Object.keys(shares) as (keyof typeof shares)[])
    .filter((status) => some.has(status))
    .map((status) => shares[status]);
  return or(
    some.has('unpaid') ? sql`${orders.status} = 'pending'` : undefined,
    some.has('voided') ? sql`${orders.status} = 'cancelled'` : undefined,
    ofPaid.length > 0
      ? and(
          sql`${orders.status} = 'paid'`,
          hasShare(ofPaid, { isAlone, isOnly: ofPaid.length === some.size }),
        )
      : undefined,
  );
}

/**
 * Whether of a paid order such a share was refunded. One without a refund has no row, or 'none'.
 * `isOnly`: no orders are asked for that were not paid.
 */
function hasShare(
  chosen: Share[],
  { isAlone, isOnly }: { isAlone: boolean; isOnly: boolean },
): SQL | undefined {
  const others = Object.values(shares).filter((share) => !chosen.includes(share));
  if (others.length === 0) return undefined;
  if (chosen.includes('none')) {
    return sql`not exists (
      select from ${refundedOrders} f where f.order_id = orders.id and f.share in (${literals(others)})
    )`;
  }
  // Beside another status no index of the refunded ones helps, so each order is looked up.
  if (!isOnly) {
    return sql`exists (
      select from ${refundedOrders} f where f.order_id = orders.id and f.share in (${literals(chosen)})
    )`;
  }
  const refunded = sql`select f.order_id from ${refundedOrders} f where f.share in (${literals(chosen)})`;
  // With another filter they may all be left out. Then the order of the list would be read to its end,
  // and an array makes PostgreSQL look them up one by one.
  return isAlone ? sql`${orders.id} in (${refunded})` : sql`${orders.id} = any(array(${refunded}))`;
}
