/** Which orders have units for a parcel to come: `hasUnitsToPack` of `to-ship.schema.ts` as SQL. */
import { sql } from 'drizzle-orm';
import { literals } from '#db/literals.ts';
import {
  shippableStatuses,
  unshippedStatuses,
} from '../../order-tables/fulfillment-status.schema.ts';
import { orders } from '../../order-tables/orders.table.ts';
import { payments, refundedOrders, refunds } from '../../payments/payments.table.ts';

// An order that was refunded in full without being cancelled stays unshipped, so their number grows.
// `has_units_to_pack` is false for all of them, but reads many rows of each. This reads one.
const isRefundedInFull = sql`exists (
  select from ${refundedOrders} f where f.order_id = orders.id and f.share = 'all' offset 0
)`;

// Few other unshipped orders have refunds. `offset 0` makes PostgreSQL look them up order by order.
const hasRefund = sql`exists (
  select from ${payments} p join ${refunds} r on r.payment_id = p.id
  where p.order_id = orders.id and p.status = 'captured' and r.status <> 'withdrawn' offset 0
)`;

/** Whether an order has units that are neither sent nor cancelled, and not all refunded. */
export const hasUnitsToPack = sql`${orders.status} <> 'cancelled'
  and ${orders.fulfillmentStatus} in (${literals(unshippedStatuses)})
  and case when ${isRefundedInFull} then false
    else not ${hasRefund} or has_units_to_pack(orders.id) end`;

/** Whether an order is paid and not on hold, and has units that were not sent. As a partial index has it. */
const isShippable = sql`${orders.status} = 'paid'
  and ${orders.fulfillmentStatus} in (${literals(shippableStatuses)})`;

/** Whether an order is paid and not on hold, and has units that are to be shipped. */
export const isToShip = sql`${isShippable} and ${hasUnitsToPack}`;

/**
 * The same in parts, for lists whose first orders may all be refunded in full, such as the oldest
 * ones. `all` finds them at once: all refunded orders are read, and not looked up for each order.
 */
export const toShipAtOnce = {
  indexed: isShippable,
  all: sql`${isShippable} and not exists (
    select from ${refundedOrders} f where f.order_id = orders.id and f.share = 'all'
  )`,
  late: sql`(not ${hasRefund} or has_units_to_pack(orders.id))`,
};
