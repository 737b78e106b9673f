import { and, asc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { orders } from '../order-tables/orders.table.ts';
import { isToShip } from './lists/to-ship-conditions.ts';

/** The event of a payment reminder. */
export const REMINDED = 'payment-reminder';

/**
 * Unpaid orders that are due within this many hours, have waited for half of their time, and whose
 * customers got no reminder. An order that was given more time gets another reminder.
 */
export function selectToRemind(
  db: Executor,
  { now, hours, id, limit }: { now: Date; hours: number; id?: string; limit: number },
): Promise<{ id: string }[]> {
  const until = new Date(now.getTime() + hours * HOUR_MS);
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        gt(orders.paymentDueAt, now),
        lte(orders.paymentDueAt, until),
        isNull(orders.releasedBy),
        sql`${orders.createdAt} + (${orders.paymentDueAt} - ${orders.createdAt}) / 2 <= ${now}`,
        sql`not exists (select from order_events e where e.order_id = ${orders.id}
          and e.event = ${REMINDED} and e.at > ${orders.paymentDueAt} - ${hours}::float8 * interval '1 hour')`,
        id === undefined ? undefined : eq(orders.id, id),
      ),
    )
    .orderBy(asc(orders.paymentDueAt))
    .limit(limit);
}

/** Orders that were paid before then and are to be shipped, the oldest first. */
export function selectUnshipped(
  db: Executor,
  { before, limit }: { before: Date; limit: number },
): Promise<{ number: string }[]> {
  return db
    .select({ number: orders.number })
    .from(orders)
    .where(and(isToShip, isNull(orders.archivedAt), lt(orders.paidAt, before)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(limit);
}
