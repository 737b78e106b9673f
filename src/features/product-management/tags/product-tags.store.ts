import { and, gt, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { keyset, newestFirst, type SortKey } from '#db/keyset.ts';
import { startingWith } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { products } from '../../catalog/catalog.table.ts';
import { tagSpellings } from '../../catalog/tag-spellings.table.ts';
import type { ProductsByStatus } from '../product-tags.schema.ts';

const byName: SortKey = { by: tagSpellings.key, type: 'text', down: false, ascends: true };

/** The newest products, in which a frequent tag is counted together with all others. */
const NEWEST = 20_000;

/** The tags that at least so many of the newest products have. */
export async function selectFrequentTags(db: Executor, least: number): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string }>(sql`
    select tag from (
      select unnest(p.tags) as tag from (
        select p.tags from ${products} p
        order by ${sql.join(newestFirst(sql`p.created_at`, sql`p.id`), sql`, `)} limit ${NEWEST}
      ) p
    ) newest group by tag having count(*) >= ${least}`);
  return rows.map(({ tag }) => tag);
}

/**
 * The tags that products have, by name whatever their capitals, after the given one; with the numbers
 * of their products by status, of which each tag counts up to `most`. The `frequent` ones are not
 * counted. `start` is how they begin.
 */
export function selectTags(
  db: Executor,
  { start, limit, after, most, frequent }: ListedTags,
): Promise<{ tag: string; statuses: ProductsByStatus; sortValue: string }[]> {
  const { rest, orderBy, sortValue } = keyset(byName, tagSpellings.tag, after);
  const begins =
    start === '' ? undefined : sql`${tagSpellings.key} like lower(${startingWith(start)})`;
  const isFrequent = sql`${tagSpellings.tag} = any(${sql.param(frequent)}::text[])`;
  return db
    .select({
      tag: tagSpellings.tag,
      statuses: sql<ProductsByStatus>`coalesce(counted.statuses, '{}')`,
      sortValue,
    })
    .from(tagSpellings)
    .innerJoinLateral(
      sql`(select json_object_agg(status, count) as statuses
        from count_tagged(${tagSpellings.tag}, ${most}) where not ${isFrequent}) counted`,
      sql`(${isFrequent} or counted.statuses is not null)`,
    )
    .where(and(begins, rest))
    .orderBy(...orderBy)
    .limit(limit);
}

interface ListedTags {
  start: string;
  limit: number;
  after: SortedAfter | null;
  most: number;
  frequent: string[];
}

/** How many products have a tag, by status. */
export async function countTagged(db: Executor, tag: string): Promise<ProductsByStatus> {
  const { rows } = await db.execute<{ statuses: ProductsByStatus | null }>(
    sql`select json_object_agg(status, count) as statuses from count_tagged(${tag}, null)`,
  );
  return rows[0]?.statuses ?? {};
}

/** How many products have both tags. */
export function countWithBoth(db: Executor, one: string, other: string): Promise<number> {
  return db.$count(products, sql`${products.tags} @> array[${one}, ${other}]::text[]`);
}

/** The next products with a tag, by id. */
export async function selectTaggedAfter(
  db: Executor,
  tag: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(sql`${products.tags} @> array[${tag}]::text[]`, gt(products.id, after)))
    .orderBy(products.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}
