/** How many orders a list for staff has. */
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { orders } from '../../order-tables/orders.table.ts';
import { fitsText, MOST_FITTING, type OrdersFound } from './search-conditions.ts';

/** A count above `countedTo` means that there are more than `countedTo`, and not how many. */
export interface OrderCount {
  count: number;
  countedTo: number;
}

interface CountedList {
  found: OrdersFound;
  listed: SQL | undefined;
  /** `listed` in parts that share no order, if each of these is counted sooner. */
  parts?: SQL[];
}

/**
 * The number of the orders of a list that fit a search; stops at `most`, or earlier where many orders
 * fit the text and the list has many.
 */
export async function countOrders(
  db: Executor,
  { found, listed, parts }: CountedList,
  { most, mostFitting = MOST_FITTING }: { most: number; mostFitting?: number },
): Promise<OrderCount> {
  const upTo = (count: number) => ({ count: Math.min(count, most), countedTo: most - 1 });
  if (found.fitting) return upTo(found.fitting.length);
  if (found.matches === null) return upTo(await countUpTo(db, parts ?? [listed], most));
  const read = Math.min(most, Math.floor(mostFitting / 2));
  const exact = found.atLeast < read ? await countIfFew(db, found, listed, read) : null;
  return exact === null ? atLeast(found.atLeast) : upTo(exact);
}

/**
 * The count of a list of which a page was read, with one order more than its limit. The page may show
 * the whole list, or more of it than was counted.
 */
export function withPage(
  { count, countedTo }: OrderCount,
  { rows, limit, isFirst }: { rows: number; limit: number; isFirst: boolean },
): OrderCount {
  if (count <= countedTo) return { count, countedTo };
  if (isFirst && rows <= limit) return { count: rows, countedTo: Math.max(rows, countedTo) };
  return rows > count ? atLeast(rows) : { count, countedTo };
}

function atLeast(count: number): OrderCount {
  return { count, countedTo: count - 1 };
}

async function countUpTo(db: Executor, parts: (SQL | undefined)[], most: number): Promise<number> {
  const each = parts.map(
    (part) => sql`(select from ${orders} where ${part ?? sql`true`} limit ${most})`,
  );
  const { rows } = await db.execute<{ count: number }>(sql`
    select least(count(*), ${most})::int as count from (${sql.join(each, sql` union all `)}) each`);
  return rows[0]?.count ?? 0;
}

/** How many orders of a list fit a text; null if more than `most` are in the list. */
async function countIfFew(
  db: Executor,
  { matches }: OrdersFound,
  listed: SQL | undefined,
  most: number,
): Promise<number | null> {
  const some = db
    .select({ id: orders.id })
    .from(orders)
    .where(listed)
    .limit(most + 1);
  const fits = fitsText({ matches, fitting: null }, undefined);
  const { rows } = await db.execute<{ fitting: number | null }>(sql`
    with first as materialized ${some}
    select case when (select count(*) from first) <= ${most} then (
      select count(*)::int from ${orders}
      where ${orders.id} = any(array(select id from first)) and ${fits}
    ) end as fitting`);
  return rows[0]?.fitting ?? null;
}
