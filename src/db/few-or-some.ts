import { type SQL, sql } from 'drizzle-orm';
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
