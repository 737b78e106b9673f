/** What the engine outside of the shop has, and what it is due. */
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { products, variantPrice, variants } from '../catalog.table.ts';
import { categories } from '../categories.table.ts';
import { searchEngine, searchIndex, searchRemovals } from '../search.table.ts';

export type EngineState = typeof searchEngine.$inferSelect;

export async function selectEngine(db: Executor): Promise<EngineState | undefined> {
  const [row] = await db.select().from(searchEngine);
  return row;
}

/**
 * Begins a fill from the first product. What transactions write from now on is sent after it.
 * `isComplete` says whether the engine has every product, so that searches go on using it.
 */
export async function startFill(
  db: Executor,
  row: { engine: string; fill: number; categories: string; isComplete: boolean },
): Promise<void> {
  const { isComplete, ...rest } = row;
  const start = {
    ...rest,
    complete: isComplete,
    filledTo: '',
    sentTo: sql`pg_snapshot_xmin(pg_current_snapshot())`,
  };
  await db
    .insert(searchEngine)
    .values(start)
    .onConflictDoUpdate({ target: searchEngine.one, set: start });
}

export async function updateEngine(
  db: Executor,
  change: { filledTo?: string | null; complete?: boolean; sentTo?: string },
): Promise<void> {
  await db.update(searchEngine).set(change);
}

/** Forgets the engine, where the shop has none any more. */
export async function deleteEngine(db: Executor): Promise<void> {
  await db.delete(searchEngine);
  // There may be as many as an outage left.
  await db.execute(sql`truncate ${searchRemovals}`);
}

/**
 * The transaction from which on nothing has been sent, and the oldest one that has not ended. A
 * database that was restored starts counting transactions again.
 */
export async function selectSentTo(
  db: Executor,
): Promise<{ from: string; oldest: string; isRestored: boolean }> {
  const { rows } = await db.execute<{ from: string; oldest: string; isRestored: boolean }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, sent_to::text as from,
      sent_to > pg_snapshot_xmax(pg_current_snapshot()) as "isRestored"
    from ${searchEngine}`);
  return rows[0] ?? { from: '0', oldest: '0', isRestored: false };
}

/** A listed product with the texts that a search looks at. */
export interface SearchedRow {
  id: string;
  name: string;
  kind: string;
  options: string;
  details: string;
  categoryId: string;
  choices: string[];
  inStock: boolean;
  lowestMinor: number;
  highestMinor: number;
  /** In milliseconds. */
  createdAt: number;
  nameKey: string;
}

/** Those of these products that are listed. */
export async function selectSearched(db: Executor, ids: string[]): Promise<SearchedRow[]> {
  const { rows } = await db.execute<SearchedRow & Record<string, unknown>>(sql`
    select i.product_id as id, products.name,
      concat_ws(' ', c.name, products.brand, products.product_type,
        array_to_string(products.tags, ' ')) as kind,
      concat_ws(' ', v.words, products.material, products.gender) as options,
      products.descriptions as details, i.category as "categoryId", i.choices,
      i.in_stock as "inStock", i.price_minor::float8 as "lowestMinor",
      coalesce(v.highest, i.price_minor)::float8 as "highestMinor",
      floor(extract(epoch from i.created_at) * 1000)::float8 as "createdAt",
      i.name_key as "nameKey"
    from ${searchIndex} i
    join ${products} on products.id = i.product_id
    left join ${categories} c on c.id = i.category
    left join lateral (
      select max(${variantPrice}) as highest,
        concat_ws(' ', string_agg(distinct variants.size, ' '),
          string_agg(distinct variants.colour, ' '),
          string_agg(distinct variants.option_value, ' '),
          string_agg(distinct variants.sku, ' ')) as words
      from ${variants} where variants.product_id = products.id and variants.active
    ) v on true
    where i.product_id = any(${sql.param(ids)}::text[]) and i.listed
    order by i.product_id`);
  return rows;
}

export async function selectRemovals(db: Executor, limit: number): Promise<string[]> {
  const rows = await db.select().from(searchRemovals).limit(limit);
  return rows.map(({ productId }) => productId);
}

export async function deleteRemovals(db: Executor, ids: string[]): Promise<void> {
  await db
    .delete(searchRemovals)
    .where(sql`${searchRemovals.productId} = any(${sql.param(ids)}::text[])`);
}
