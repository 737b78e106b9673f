import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';

/** The rows that a text or another part of a filter finds, if they are few; else some of them. */
export interface Found {
  ids: string[];
  areAll: boolean;
}

/**
 * What a statement finds that has ids alone, each maybe more than once: all if there are no more
 * than `most`, else `some`. Of many, the order of a list finds a page soon, so only a count needs
 * some of them. They are one value: thousands of rows take longer to read than to find.
 */
export async function fewOrSome(
  db: Executor,
  statement: SQL,
  { most, some }: { most: number; some: number },
): Promise<Found> {
  const { rows } = await db.execute<{ count: number; ids: string[] }>(sql`
    with found as materialized (select id from (${statement}) f limit ${most + 1}),
      size as (select count(*)::int as count from found)
    select count, coalesce((
      select json_agg(id) from (
        select id from found limit (select case when count > ${most}::int then ${some}::int end from size)
      ) f
    ), '[]') as ids from size`);
  const { count, ids } = rows[0] ?? { count: 0, ids: [] };
  return { ids: [...new Set(ids)], areAll: count <= most };
}

interface Plan {
  'Plan Rows': number;
  Plans?: Plan[];
}

/** How many rows PostgreSQL expects a statement to return, by its statistics. */
export async function expectedRows(db: Executor, statement: SQL): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (format json) ${statement}`,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

/**
 * A text finds many for sure if it is expected to find more of a table than this. Where the rows have
 * fewer than a hundred frequent words, PostgreSQL expects two percent of them for the beginning of any
 * word, also of one that none has (`tsquery_opr_selec`), and a text may be found in other ways, too.
 */
const MANY = 0.025;

/**
 * The ids of the rows that a text finds: all if there are no more than `most`, else none.
 * PostgreSQL's own estimate comes first: for a frequent word, reading so many rows only to know
 * that there are more would take longer than all else. `ways` are statements that find ids of the
 * table; what several of them find counts as often.
 */
export async function fewOrNone(
  db: Executor,
  table: PgTable,
  ways: SQL[],
  most: number,
): Promise<Found> {
  const found = sql.join(ways, sql` union all `);
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (format json) ${found} union all select id from ${table}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  const all = plan?.Plans?.at(-1)?.['Plan Rows'] ?? 0;
  const expected = (plan?.['Plan Rows'] ?? 0) - all;
  if (expected > Math.max(most, MANY * all)) return { ids: [], areAll: false };
  return fewOrSome(db, found, { most, some: 0 });
}

/**
 * How many different ids these statements find; stops at `most`, each of them too. Where the first
 * finds as many, the others read nothing.
 */
export async function countOfWays(db: Executor, ways: SQL[], most: number): Promise<number> {
  const [first, ...others] = ways;
  const further = others.map(
    (way) => sql`union (
      select id from (${way}) way where (select count(*) from first) < ${most} limit ${most}
    )`,
  );
  const { rows } = await db.execute<{ count: number }>(sql`
    with first as materialized (${first} limit ${most})
    select least(count(*), ${most})::int as count
    from (select id from first ${sql.join(further, sql` `)}) found`);
  return rows[0]?.count ?? 0;
}

/**
 * Counts up to `most` rows that fit a list: among those found, and if these are some of many and
 * too few of them fit, among all.
 */
export async function countFound(
  found: Found,
  most: number,
  count: { among: (ids: string[]) => Promise<number>; all: () => Promise<number> },
): Promise<number> {
  const fitting = await count.among(found.ids);
  return found.areAll || fitting >= most ? fitting : count.all();
}
