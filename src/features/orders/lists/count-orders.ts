/** How many orders a list for staff has. */
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { orders } from '../../order-tables/orders.table.ts';
import {
  countSome,
  fitsText,
  MOST_FITTING,
  type OrdersFound,
  type Way,
} from './search-conditions.ts';

/** A count above `countedTo` means that there are more than `countedTo`, and not how many. */
export interface OrderCount {
  count: number;
  countedTo: number;
}

/** How all orders of a list are found at once, where the first ones in its order may all be left out. */
export interface AtOnce {
  /** So many of those that an index has are read in the order of the list first. */
  far?: number;
  indexed: SQL | undefined;
  all: SQL | undefined;
  /** What is compared with the first that `all` finds. */
  late?: SQL;
}

/** The part up to which orders of a long list are counted. */
export const PART_OF_LONG = 0.25;

interface CountedList {
  found: OrdersFound;
  listed: SQL | undefined;
  /** `listed` in parts that share no order, if each of these is counted sooner. */
  parts?: SQL[];
  atOnce?: AtOnce | null;
  /** Whether the list is known to be long, and each of its orders takes long to compare. */
  isLong?: boolean;
}

/**
 * The number of the orders of a list that fit a search; stops at `most`, or earlier where many orders
 * fit the text and the list has many.
 */
export async function countOrders(
  db: Executor,
  { found, listed, parts, atOnce, isLong = false }: CountedList,
  {
    most,
    mostFitting = MOST_FITTING,
    isFirst = false,
  }: { most: number; mostFitting?: number; isFirst?: boolean },
): Promise<OrderCount> {
  const upTo = (count: number) => ({ count: Math.min(count, most), countedTo: most - 1 });
  if (found.fitting) return upTo(found.fitting.length);
  if (atOnce?.late) return upTo(await countAtOnce(db, atOnce.all, atOnce.late, most));
  if (found.matches === null) return upTo(await countUpTo(db, parts ?? [listed], most));
  const read = Math.min(most, Math.floor(mostFitting / 2));
  const some = found.unread ? await countUnread(found.unread) : found.atLeast;
  const exact = isLong || some >= read ? null : await countIfFew(db, found, listed, read);
  return exact === null ? atLeast(some) : upTo(exact);

  function countUnread(way: Way) {
    if (!isLong) return countSome(db, way, listed, most);
    // Of a long list, the first page alone says that there are more than it shows.
    return isFirst ? 0 : countSome(db, way, listed, Math.ceil(most * PART_OF_LONG));
  }
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
  // Before a later page there was another one.
  const shown = isFirst ? rows : Math.max(rows, 2);
  return shown > count ? atLeast(shown) : { count, countedTo };
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

/** `offset 0` makes PostgreSQL compare what `late` says last, until it has counted enough. */
async function countAtOnce(
  db: Executor,
  all: SQL | undefined,
  late: SQL,
  most: number,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from (select id from ${orders} where ${all} offset 0) orders where ${late} limit ${most}
    ) fitting`);
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
