import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { newestFirst } from '#db/keyset.ts';
import { orderEvents, orders } from '../order-tables/orders.table.ts';
import { viewColumns } from './view-columns.ts';

/** The history row that says how an order was cancelled. */
const cancellation: SQL<{ event: string; actor: string; detail: string | null }> = sql`(
  select json_build_object('event', e.event, 'actor', e.actor, 'detail', e.detail)
  from ${orderEvents} e where e.order_id = orders.id and e.event in ('cancel', 'expire') limit 1
)`;

const replacedBy: SQL<string | null> = sql`(
  select r.number from ${orders} r where r.replaces_id = orders.id
)`;

/** An account's cancelled orders, including deleted ones; the last cancelled first. */
export function selectCancelled(
  db: Executor,
  userId: string,
  limit: number,
  after: { createdAt: string; id: string } | null,
) {
  // Literal SQL, so that every plan can use the partial index.
  const isCancelled = sql`${orders.status} = 'cancelled'`;
  const rest =
    after &&
    sql`(${orders.cancelledAt}, ${orders.id}) < (${after.createdAt}::timestamptz, ${after.id})`;
  return db
    .select({ ...viewColumns, cancellation, replacedBy })
    .from(orders)
    .where(and(eq(orders.userId, userId), isCancelled, rest ?? undefined))
    .orderBy(...newestFirst(orders.cancelledAt, orders.id))
    .limit(limit);
}
