import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { newestFirst } from '#db/keyset.ts';
import { startingWith } from '#db/pattern.ts';
import { products } from '../catalog/catalog.table.ts';
import { tagSpellings } from '../catalog/tag-spellings.table.ts';
import type { ValueKind } from './values-in-use.schema.ts';

/** The spellings that are looked at for tags: there may be many that no product has any more. */
const MOST_SPELLINGS = 1_000;
/** The products of a tag that are looked at for one that is not archived. */
const MOST_LOOKED_AT = 1_000;

export interface CountedValue {
  kind: ValueKind;
  value: string;
  count: number;
}

/**
 * The brands, types and tags of the newest products, and how many of these have each; of each kind the
 * most frequent. Reads `newest` entries of an index.
 */
export async function selectValues(
  db: Executor,
  { newest, limit }: { newest: number; limit: number },
): Promise<CountedValue[]> {
  const { rows } = await db.execute<CountedValue & Record<string, unknown>>(sql`
    select kind, value, count from (
      select kind, value, count(*)::int as count,
        row_number() over (partition by kind order by count(*) desc, value) as place
      from (
        select p.brand, p.product_type, p.tags, p.deleted_at from ${products} p
        order by ${sql.join(newestFirst(sql`p.created_at`, sql`p.id`), sql`, `)} limit ${newest}
      ) recent cross join lateral (
        select 'brand' as kind, recent.brand as value union all
        select 'type', recent.product_type union all
        select 'tag', unnest(recent.tags)
      ) one
      where recent.deleted_at is null and value <> ''
      group by kind, value
    ) counted where place <= ${limit} order by place`);
  return rows;
}

/**
 * The first tags by name that begin so and that a product has which is not archived, without the
 * `known` ones, of the first spellings.
 */
export async function selectTagsInShop(
  db: Executor,
  { start, known, limit }: { start: string; known: string[]; limit: number },
): Promise<string[]> {
  const looked = db
    .select({ key: tagSpellings.key, tag: tagSpellings.tag })
    .from(tagSpellings)
    .where(sql`${tagSpellings.key} like lower(${startingWith(start)})`)
    .orderBy(tagSpellings.key, tagSpellings.tag)
    .limit(MOST_SPELLINGS)
    .as('looked');
  const rows = await db
    .select({ tag: looked.tag })
    .from(looked)
    .where(
      // A frequent tag is known already, and takes longest to look for.
      sql`${looked.tag} <> all(${sql.param(known)}::text[]) and exists (
        select from count_tagged(array[${looked.tag}], ${MOST_LOOKED_AT}) where status <> 'archived')`,
    )
    .orderBy(looked.key, looked.tag)
    .limit(limit);
  return rows.map(({ tag }) => tag);
}
