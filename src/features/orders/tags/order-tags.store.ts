import { asc, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { orderEvents, orders } from '../../order-tables/orders.table.ts';

/** Locks orders by their ids, in the order of these, so that two who lock several do not deadlock. */
export function lockTagged(db: Executor, ids: string[]) {
  return db
    .select({ id: orders.id, number: orders.number, status: orders.status, tags: orders.tags })
    .from(orders)
    .where(anyOf(orders.id, ids))
    .orderBy(asc(orders.id))
    .for('no key update');
}

/** Writes the tags of several orders. */
export async function updateTags(
  db: Executor,
  tagged: { id: string; tags: string[] }[],
): Promise<void> {
  await db.execute(sql`
    update ${orders} o set tags = given.tags
    from json_to_recordset(${JSON.stringify(tagged)}) as given(id text, tags text[])
    where o.id = given.id`);
}

/** Writes events of several orders. */
export async function insertEvents(
  db: Executor,
  events: (typeof orderEvents.$inferInsert)[],
): Promise<void> {
  await db.insert(orderEvents).values(events);
}
