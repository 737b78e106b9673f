import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { orderCancellations } from '../../order-tables/fulfillments.table.ts';
import { orderEvents, orders } from '../../order-tables/orders.table.ts';
import { viewColumns } from '../view/view-columns.ts';

/**
 * The history row that says how an order was cancelled. It is the last one, which took the last
 * units.
 */
const cancellation: SQL<{ event: string; actor: string; detail: string | null }> = sql`(
  select json_build_object('event', e.event, 'actor', e.actor, 'detail', e.detail)
  from ${orderEvents} e where e.order_id = orders.id
    and e.event in ('cancel', 'expire', 'cancel-lines') order by e.id desc limit 1
)`;

/** When an order was cancelled. A paid one is cancelled when its last units are. */
const cancelledAt = sql<Date>`coalesce(${orders.cancelledAt}, (
  select max(c.cancelled_at) from ${orderCancellations} c where c.order_id = orders.id
))`.mapWith(orders.cancelledAt);

const replacedBy: SQL<string | null> = sql`(
  select r.number from ${orders} r where r.replaces_id = orders.id
)`;

/**
 * An account's cancelled orders, including deleted ones, and paid ones without remaining units. The
 * order that was cancelled last comes first.
 */
export function selectCancelled(
  db: Executor,
  userId: string,
  limit: number,
  after: { createdAt: string; id: string } | null,
) {
  // Literal SQL, so that every plan can use the two partial indexes.
  const isCancelled = sql`(${orders.status} = 'cancelled'
    or ${orders.status} = 'paid' and ${orders.fulfillmentStatus} = 'cancelled')`;
  const rest =
    after && sql`(${cancelledAt}, ${orders.id}) < (${after.createdAt}::timestamptz, ${after.id})`;
  return db
    .select({ ...viewColumns, cancellation, cancelledAt, replacedBy })
    .from(orders)
    .where(and(eq(orders.userId, userId), isCancelled, rest ?? undefined))
    .orderBy(desc(cancelledAt), desc(orders.id))
    .limit(limit);
}
