import { and, gt, sql } from 'drizzle-orm';
import type { Executor, Tx } from '#db/client.ts';
import { keyset, newestFirst, type SortKey } from '#db/keyset.ts';
import { startingWith } from '#db/pattern.ts';
import type { SortedAfter } from '#shared/cursor.ts';
import { products } from '../../catalog/catalog.table.ts';
import { tagSpellings } from '../../catalog/tag-spellings.table.ts';
import type { ProductsByStatus } from '../product-tags.schema.ts';

const byName: SortKey = { by: tagSpellings.key, type: 'text', down: false, ascends: true };

/** The newest products, in which the statistics are checked. */
const NEWEST = 5_000;
/** The statistics may be wrong by so much. */
const MARGIN = 3;

/**
 * The tags that at least so many products have, as far as that is known without counting. The
 * statistics that PostgreSQL keeps of products say so. They may be old, so at least half as many of
 * the newest products have to have the tag as they say. A tag that is left out is counted.
 */
export async function selectFrequentTags(db: Executor, least: number): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string }>(sql`
    with newest as (
      select tag, count(*) as products from (
        select p.tags from ${products} p
        order by ${sql.join(newestFirst(sql`p.created_at`, sql`p.id`), sql`, `)} limit ${NEWEST}
      ) p, unnest(p.tags) as tag group by tag
    )
    select tag from newest join (
      select each.* from pg_stats stats,
        unnest(most_common_elems::text::text[], most_common_elem_freqs) as each (tag, share)
      where stats.schemaname = 'public' and stats.tablename = 'products'
        and stats.attname = 'tags' and each.tag is not null
    ) common using (tag)
    where products >= share * ${NEWEST} / 2
      and share * (select reltuples from pg_class where oid = to_regclass('public.products'))
        >= ${least * MARGIN}`);
  return rows.map(({ tag }) => tag);
}

/** The spellings that one page of the list looks at: there may be many that no product has any more. */
const LOOKED_AT = 2_000;

/**
 * The tags that products have, by name whatever their capitals, after the given one; with the numbers
 * of their products by status, of which each tag counts up to `most`. The `frequent` ones are not
 * counted. `start` is how they begin. There may be more although fewer than `limit` are found: those
 * after the one that `selectLastLookedAt` returns.
 */
export function selectTags(
  db: Executor,
  {
    limit,
    most,
    frequent,
    ...listed
  }: ListedTags & { limit: number; most: number; frequent: string[] },
): Promise<{ tag: string; statuses: ProductsByStatus; sortValue: string }[]> {
  const looked = spellings(db, listed).limit(LOOKED_AT).as('looked');
  const isFrequent = sql`${looked.tag} = any(${sql.param(frequent)}::text[])`;
  return db
    .select({
      tag: looked.tag,
      statuses: sql<ProductsByStatus>`coalesce(counted.statuses, '{}')`,
      sortValue: looked.key,
    })
    .from(looked)
    .innerJoinLateral(
      sql`(select json_object_agg(status, count) as statuses
        from count_tagged(array[${looked.tag}], ${most}) where not ${isFrequent}) counted`,
      sql`(${isFrequent} or counted.statuses is not null)`,
    )
    .orderBy(looked.key, looked.tag)
    .limit(limit);
}

/** The last spelling that `selectTags` looks at; undefined if it comes to the end of all. */
export async function selectLastLookedAt(
  db: Executor,
  listed: ListedTags,
): Promise<{ key: string; tag: string } | undefined> {
  const [last] = await spellings(db, listed)
    .offset(LOOKED_AT - 1)
    .limit(1);
  return last;
}

function spellings(db: Executor, { start, after }: ListedTags) {
  const { rest, orderBy } = keyset(byName, tagSpellings.tag, after);
  const begins =
    start === '' ? undefined : sql`${tagSpellings.key} like lower(${startingWith(start)})`;
  return db
    .select({ key: tagSpellings.key, tag: tagSpellings.tag })
    .from(tagSpellings)
    .where(and(begins, rest))
    .orderBy(...orderBy);
}

interface ListedTags {
  start: string;
  after: SortedAfter | null;
}

/** How many products have all of these tags, by status; of more than `most` only so many are counted. */
export async function countTagged(
  db: Executor,
  tags: string[],
  most: number | null,
): Promise<ProductsByStatus> {
  const { rows } = await db.execute<{ statuses: ProductsByStatus | null }>(
    sql`select json_object_agg(status, count) as statuses from count_tagged(${sql.param(tags)}::text[], ${most}::integer)`,
  );
  return rows[0]?.statuses ?? {};
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

/** Whether nobody is adding tags; then nobody does until the transaction ends (`keep_tags`). */
export async function tryLockSpellings(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('tag spellings', 0)) as locked`,
  );
  return rows[0]?.locked ?? false;
}

/** Deletes those of a part of all spellings that no product has. The spellings have to be locked. */
export async function deleteUnusedSpellings(tx: Tx, part: number, parts: number): Promise<void> {
  await tx.execute(sql`
    delete from ${tagSpellings}
     where hashtext(tag) & ${parts - 1}::int = ${part}::int
       and not exists (select from count_tagged(array[tag], 1))`);
}
