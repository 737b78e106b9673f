/** Finds the first hits of a search in some order, such as the newest ones. */
import { and, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { newestFirst } from '#db/keyset.ts';
import { searchIndex } from '../search.table.ts';
import { isPinned } from './ranking.ts';
import { lets, type SearchFilter } from './search-conditions.ts';

/** Products with frequent words are counted up to one more than this. */
export const MOST_COUNTED_OF_FREQUENT = 1_000;

/** The most hits that are ranked: all of them, or the newest ones. */
export const MOST_RANKED = 2_000;
/** The newest hits that are ranked where there are more than that. */
const RANKED_OF_MANY = 1_000;
/** The most for frequent words. It is lower, because finding each hit reads up to sixty rows. */
const MOST_RANKED_OF_FREQUENT = MOST_COUNTED_OF_FREQUENT + 1;

/**
 * How many rows a search for frequent words reads for each hit, in the order of its list. If it has
 * not found enough by then, so few rows fit that reading all of them at once takes less time.
 */
const ROWS_FOR_HIT = 60;
/** The fewest rows that it reads in that way. */
const FEWEST_ROWS = 10_000;

export const NEWEST_FIRST = sql.join(newestFirst(sql`i.created_at`, sql`i.product_id`), sql`, `);

/** The sort of rows `i`, the condition for those after the previous page, and how many are needed. */
export interface HitOrder {
  orderBy: SQL[];
  rest: SQL | undefined;
  limit: number;
}

/** The hits of a search that are ranked, without the pinned products. */
export interface NewestHits {
  ids: readonly string[];
  /** How many products fit; null if there are more than `ids`, and they were not counted. */
  total: number | null;
}

/**
 * Finds the newest hits of a search, `most` or as many as are ranked, so that its page and its counts
 * need not find them again.
 */
export async function selectNewest(
  db: Executor,
  filter: SearchFilter,
  most: number,
): Promise<NewestHits> {
  const limit = Math.min(most, mostHits(filter));
  const unpinned = { ...filter, pinned: [] };
  const first = { orderBy: [NEWEST_FIRST], rest: undefined, limit };
  const isAtOnce = wayTo(filter) === 'at once';
  const { rows } = await db.execute<{ ids: string[]; total: number | null }>(
    isAtOnce
      ? newestOf(
          sql`select product_id, created_at from ${searchIndex} i where ${lets(unpinned)}`,
          limit,
        )
      : sql`
        select array(
          select product_id from ${firstHits(unpinned, first)} order by ${NEWEST_FIRST}
        ) as ids, null::int as total`,
  );
  const { ids = [], total = null } = rows[0] ?? {};
  return { ids, total: total ?? (ids.length < limit ? ids.length : null) };
}

/**
 * The newest products that fit a filter without words, and how many fit, counted up to one more than
 * `countedTo`. With this order and limit, PostgreSQL reads the newest where many fit, and all that
 * fit where these are few.
 */
export async function selectNewestOfFilter(
  db: Executor,
  filter: SearchFilter,
  countedTo: number,
): Promise<NewestHits & { total: number }> {
  const { rows } = await db.execute<{ ids: string[]; total: number }>(
    newestOf(
      sql`select product_id, created_at from ${searchIndex} i where ${lets(filter)}
        order by ${NEWEST_FIRST} limit ${countedTo + 1}`,
      MOST_RANKED,
    ),
  );
  const [newest] = rows;
  if (!newest) throw new Error('The count returned no row.');
  return newest;
}

/** All hits if they are at most `limit`, or the newest of them; and how many there are. */
function newestOf(hits: SQL, limit: number): SQL {
  return sql`
    with i as materialized (${hits}), counted as (select count(*)::int as total from i)
    select array(
      select product_id from i order by ${NEWEST_FIRST} limit (
        select case when total > ${limit} then ${Math.min(limit, RANKED_OF_MANY)}::int
          else ${limit}::int end from counted
      )
    ) as ids, total from counted`;
}

/** A row `i` of the index for each of the newest products that fit: at most `mostHits`, and the pinned ones. */
export function newestHits(filter: SearchFilter, known: NewestHits | null = null): SQL {
  if (known) return fitting({ ...filter, found: known.ids });
  return firstHits(filter, { orderBy: [NEWEST_FIRST], rest: undefined, limit: mostHits(filter) });
}

/**
 * The newest hits that are counted. Where PostgreSQL believes that more fit than do, it reads too
 * much in the order of the list; a higher limit lets it read all that fit sooner.
 */
export function selectNewestToCount(db: Executor, filter: SearchFilter): Promise<NewestHits> {
  return wayTo(filter) === 'in order'
    ? selectNewestOfFilter(db, filter, 2 * MOST_RANKED)
    : selectNewest(db, filter, MOST_RANKED);
}

function mostHits({ text, found }: SearchFilter): number {
  return found === null && text?.isFrequent ? MOST_RANKED_OF_FREQUENT : MOST_RANKED;
}

/** Rows `i` of the index that fit. PostgreSQL chooses how it reads them, so that a limit may end it early. */
export function fitting(filter: SearchFilter): SQL {
  return withPinned(filter, rowsThatFit(filter));
}

/** The first rows `i` of the index that fit, in an order. They may come in any order themselves. */
export function firstHits(filter: SearchFilter, { orderBy, rest, limit }: HitOrder): SQL {
  const order = sql.join(orderBy, sql`, `);
  const after = rest ?? sql`true`;
  // Only the ids are sorted, because the rows are long.
  const atOnce = sql`
    select i.* from (
      select i.product_id from (
        select product_id, created_at, price_minor, name_key from ${searchIndex} i
        where ${conditions(filter)} offset 0
      ) i where ${after} order by ${order} limit ${limit}
    ) first join ${searchIndex} i on i.product_id = first.product_id`;
  const ways: Record<Way, () => SQL> = {
    'in order': () => sql`
      ${rowsThatFit(filter)} and ${after} order by ${order} limit ${limit}`,
    'at once': () => atOnce,
    'in order, then at once': () => {
      const lookedAt = sql`
        select * from ${searchIndex} i where ${inCategory(filter)} and ${after}
        order by ${order} limit ${Math.max(limit * ROWS_FOR_HIT, FEWEST_ROWS)}`;
      return sql`
        with early as materialized (
          select * from (${lookedAt}) i where ${conditions(filter)} limit ${limit}
        )
        select * from early where (select count(*) from early) = ${limit}
        union all select * from (${atOnce}) i where (select count(*) from early) < ${limit}`;
    },
  };
  return withPinned(filter, ways[wayTo(filter)]());
}

/**
 * How the first hits are found. PostgreSQL would choose the wrong way for words: it expects the hits
 * to be spread evenly over any order, and reads all socks to find the cheapest hoodie.
 *   in order ................. by the index of the order, or as PostgreSQL likes: without words
 *   at once .................. by the index of words, then sorted: rare words
 *   in order, then at once ... by the index of the order, up to some number of rows: frequent words.
 *                              Filters may leave few hits, which are then read at once.
 */
type Way = 'in order' | 'at once' | 'in order, then at once';

function wayTo({ text, found }: SearchFilter): Way {
  if (found === null && text?.isFrequent) return 'in order, then at once';
  return found === null && text === null ? 'in order' : 'at once';
}

function rowsThatFit(filter: SearchFilter): SQL {
  const { found } = filter;
  if (found === null) return sql`select * from ${searchIndex} i where ${conditions(filter)}`;
  // With `offset 0` PostgreSQL reads only these products. Without it, it also reads all that the
  // index of choices has for the filter, which takes longer.
  return sql`
    select * from (
      select * from ${searchIndex} where product_id = any(${sql.param(found)}::text[]) offset 0
    ) i where ${conditions({ ...filter, text: null, found: null })}`;
}

const conditions = (filter: SearchFilter) => and(lets(filter), isUnpinned(filter));

function inCategory({ category }: SearchFilter): SQL | undefined {
  return and(sql`i.listed`, category === null ? undefined : sql`i.category = ${category}`);
}

/**
 * Rows `i`: those of the query, which are not pinned, and the pinned ones, which are read by their
 * ids. They are apart, because an `or` would cost the index of words.
 */
function withPinned(filter: SearchFilter, unpinned: SQL): SQL {
  if (filter.pinned.length === 0) return sql`(${unpinned}) i`;
  return sql`((${unpinned}) union all (${pinnedHits(filter)})) i`;
}

function pinnedHits(filter: SearchFilter): SQL {
  const anyWords = { ...filter, text: null, found: null };
  return sql`select * from ${searchIndex} i where ${and(lets(anyWords), isPinned(filter))}`;
}

function isUnpinned(filter: SearchFilter): SQL | undefined {
  return filter.pinned.length === 0 ? undefined : sql`not ${isPinned(filter)}`;
}

/** Whether a pinned product is a hit. */
export async function selectHasPinned(db: Executor, filter: SearchFilter): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select exists (${pinnedHits(filter)}) as has`,
  );
  return rows[0]?.has ?? false;
}
