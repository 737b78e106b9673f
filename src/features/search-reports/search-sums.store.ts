import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { type Db, type Executor, inTransaction } from '#db/client.ts';
import {
  searchClickSums,
  searchClicks,
  searchCounts,
  searchSumPeriods,
  searchSums,
} from './search-reports.table.ts';

/** Which report the sums are of, and their days. */
export interface SumPeriod {
  days: number;
  first: string;
  last: string;
}

const isPeriod = ({ days, first, last }: SumPeriod) =>
  sql`days = ${days} and first_day = ${first} and last_day = ${last}`;

/** Whether the sums of these days are complete. */
export async function hasSums(db: Db, period: SumPeriod): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${searchSumPeriods} where ${isPeriod(period)} and complete`,
  );
  return rows.length > 0;
}

/**
 * Moves the sums on by a few days: only texts of days that are new, or that no longer count, are
 * added up again. Returns false where that is not possible: then all have to be written.
 */
export function moveSums(db: Db, period: SumPeriod, mostDays: number): Promise<boolean> {
  const { days, first, last } = period;
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ first: string; last: string }>(sql`
      select first_day::text as first, last_day::text as last from ${searchSumPeriods}
      where days = ${days} and complete and first_day <= ${first} and last_day <= ${last}
        and (${first}::date - first_day) + (${last}::date - last_day) <= ${mostDays}::int
      for update`);
    const [old] = rows;
    if (!old) return false;
    const isOfDay = sql`(c.day >= ${old.first} and c.day < ${first}
      or c.day > ${old.last} and c.day <= ${last})`;
    const isChangedIn = (table: PgTable) =>
      sql`query in (select c.query from ${table} c where ${isOfDay})`;
    await writeSearches(tx, period, isChangedIn(searchCounts));
    await writeClicks(tx, period, isChangedIn(searchClicks));
    await complete(tx, period);
    return true;
  });
}

/** From here on no report uses the sums, until they are complete. */
export async function beginSums(db: Db, { days, first, last }: SumPeriod): Promise<void> {
  await db.execute(sql`
    insert into ${searchSumPeriods} (days, first_day, last_day, complete, searches, empty)
    values (${days}, ${first}, ${last}, false, 0, 0)
    on conflict (days) do update
      set first_day = excluded.first_day, last_day = excluded.last_day, complete = false`);
}

/**
 * Writes the sums of a part of all texts, where they differ from those that are there. Returns false
 * where another run writes those of other days by now.
 */
export function writeSums(
  db: Db,
  period: SumPeriod,
  { part, parts }: { part: number; parts: number },
): Promise<boolean> {
  const isPart = sql`(hashtext(query) & 65535) % ${parts} = ${part}`;
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute(sql`
      select from ${searchSumPeriods} where ${isPeriod(period)} and not complete for update`);
    if (rows.length === 0) return false;
    await writeSearches(tx, period, isPart);
    await writeClicks(tx, period, isPart);
    return true;
  });
}

async function writeSearches(tx: Executor, { days, first, last }: SumPeriod, isPart: SQL) {
  await tx.execute(sql`
    with sums as materialized (
      select query, sum(searches)::int as searches, sum(empty)::int as empty, max(networks) as networks
      from ${searchCounts} where day between ${first} and ${last} and ${isPart} group by query
    ), gone as (
      delete from ${searchSums} where days = ${days} and ${isPart}
        and not exists (select from sums where sums.query = search_sums.query)
    )
    insert into ${searchSums} (days, query, searches, empty, networks)
    select ${days}::smallint, * from sums
    on conflict (days, query) do update set
      searches = excluded.searches, empty = excluded.empty, networks = excluded.networks
    where (search_sums.searches, search_sums.empty, search_sums.networks)
      is distinct from (excluded.searches, excluded.empty, excluded.networks)`);
}

async function writeClicks(tx: Executor, { days, first, last }: SumPeriod, isPart: SQL) {
  await tx.execute(sql`
    with sums as materialized (
      select query, product_id, sum(clicks)::int as clicks
      from ${searchClicks} where day between ${first} and ${last} and ${isPart}
      group by query, product_id
    ), gone as (
      delete from ${searchClickSums} c where days = ${days} and ${isPart} and not exists (
        select from sums where sums.query = c.query and sums.product_id = c.product_id
      )
    )
    insert into ${searchClickSums} (days, query, product_id, clicks)
    select ${days}::smallint, * from sums
    on conflict (days, query, product_id) do update set clicks = excluded.clicks
    where search_click_sums.clicks <> excluded.clicks`);
}

/** The sums hold from here on, unless another run writes those of other days by now. */
export async function endSums(db: Db, period: SumPeriod): Promise<void> {
  await complete(db, period, sql`${isPeriod(period)} and not complete`);
}

async function complete(
  db: Executor,
  { days, first, last }: SumPeriod,
  which: SQL = sql`days = ${days}`,
): Promise<void> {
  await db.execute(sql`
    update ${searchSumPeriods} set first_day = ${first}, last_day = ${last}, complete = true,
      searches = t.searches, empty = t.empty
    from (
      select coalesce(sum(searches), 0) as searches, coalesce(sum(empty), 0) as empty
      from ${searchSums} where days = ${days}
    ) t
    where ${which}`);
}
