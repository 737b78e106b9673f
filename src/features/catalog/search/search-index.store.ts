import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { products, variants } from '../catalog.table.ts';
import { searchBuild, searchIndex, searchWords } from '../search.table.ts';

/** Whether every product is in the index. */
export async function selectComplete(db: Executor): Promise<boolean> {
  const [row] = await db.select({ complete: searchBuild.complete }).from(searchBuild);
  return row?.complete ?? false;
}

/** The last product that the build has reached; '' at its start. */
export async function selectBuiltTo(db: Executor): Promise<string> {
  const [row] = await db.select({ builtTo: searchBuild.builtTo }).from(searchBuild);
  return row?.builtTo ?? '';
}

export async function updateBuild(
  db: Executor,
  change: { builtTo?: string; complete?: boolean },
): Promise<void> {
  await db.update(searchBuild).set(change);
}

/** The next products by id, in every status. */
export async function selectNextIds(db: Executor, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from ${products} where id > ${after} order by id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

export async function refreshRows(db: Executor, ids: string[]): Promise<void> {
  await db.execute(sql`select refresh_search_index(${sql.param(ids)}::text[])`);
}

/** The last row whose words were read. Reading goes on after it. */
export interface WordMark {
  transaction: string;
  id: string;
}

/**
 * The transaction from which on words have not been read, and the oldest one that has not ended.
 */
export async function selectWordsTo(db: Executor): Promise<{ from: string; oldest: string }> {
  // A restored database starts counting transactions again.
  const { rows } = await db.execute<{ from: string; oldest: string }>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
      case when words_to > pg_snapshot_xmax(pg_current_snapshot()) then '0'
        else words_to::text end as from
    from ${searchBuild}`);
  return rows[0] ?? { from: '0', oldest: '0' };
}

/**
 * The next rows, in the order of the transactions that wrote them. In a restored database, rows have
 * numbers that no transaction has reached; what they have was read before.
 */
export async function selectWritten(
  db: Executor,
  after: WordMark,
  limit: number,
): Promise<WordMark[]> {
  const { rows } = await db.execute<WordMark & Record<string, unknown>>(sql`
    select transaction::text as transaction, product_id as id from ${searchIndex}
    where (transaction, product_id) > (${after.transaction}::xid8, ${after.id})
      and transaction < pg_snapshot_xmax(pg_current_snapshot())
    order by ${searchIndex.transaction}, ${searchIndex.productId} limit ${limit}`);
  return rows;
}

export async function updateWordsTo(db: Executor, transaction: string): Promise<void> {
  await db.update(searchBuild).set({ wordsTo: transaction });
}

/** Adds the words of listed products, and their sizes and colors, to those that are known. */
export async function insertWords(db: Executor, ids: string[]): Promise<void> {
  await db.execute(sql`
    with chosen as (
      select p.id, p.category, search_fold(concat_ws(' ', p.name, p.brand, p.product_type,
        p.material, array_to_string(p.tags, ' '))) as text
      from ${products} p where p.id = any(${sql.param(ids)}::text[]) and p.status = 'active'
    ), found as (
      select word, id, null as size, null as color
      from chosen, unnest(string_to_array(text, ' ')) word
      union all
      select search_fold(v.size), p.id, v.size, null
      from chosen p join ${variants} v on v.product_id = p.id and v.active and v.size is not null
      union all
      select search_fold(v.colour), p.id, null, v.colour
      from chosen p join ${variants} v on v.product_id = p.id and v.active and v.colour is not null
    )
    insert into ${searchWords} as known (word, uses, sizes, colors)
    select word, count(distinct id),
      coalesce(array_agg(distinct size order by size) filter (where size is not null), '{}'),
      coalesce(array_agg(distinct color order by color) filter (where color is not null), '{}')
    from found where word <> '' and length(word) <= 60
    group by word order by word
    on conflict (word) do update set
      uses = least(known.uses::bigint + excluded.uses, 2000000000)::int,
      sizes = array(select distinct unnest(known.sizes || excluded.sizes) order by 1),
      colors = array(select distinct unnest(known.colors || excluded.colors) order by 1)`);
}

/** Forgets all words, before they are read again. */
export async function deleteWords(db: Executor): Promise<void> {
  await db.delete(searchWords);
  await updateWordsTo(db, '0');
}

/** The extensions of PostgreSQL that searches are slower without, and that are missing. */
export async function selectMissingExtensions(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from unnest(array['btree_gin', 'pg_trgm']) name
    where not exists (select from pg_extension where extname = name) order by name`);
  return rows.map(({ name }) => name);
}

/**
 * Adds a missing extension, and the index that it makes possible, without blocking readers or
 * writers. Not for use in a transaction.
 */
export async function addExtension(db: Executor, name: string): Promise<void> {
  await db.execute(sql`create extension if not exists ${sql.identifier(name)}`);
  if (name === 'pg_trgm') {
    await db.execute(
      sql`create index concurrently if not exists search_words_alike on ${searchWords} using gin (word gin_trgm_ops)`,
    );
  } else {
    await db.execute(
      sql`create index concurrently if not exists search_by_choice_in on ${searchIndex} using gin (category, choices) where listed`,
    );
    await db.execute(sql`drop index concurrently if exists search_by_choice`);
  }
}
