/** In which order a search by relevance has its hits. */
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { products } from '../catalog.table.ts';
import { type Boost, type BoostKind, MOST_STEPS } from '../search.schema.ts';
import { searchIndex } from '../search.table.ts';
import type { SearchFilter } from './search-conditions.ts';
import { textQuery } from './text-query.ts';

/**
 * One number for a row `i` of the index: pinned products come first, in their order, then products in
 * stock, then whole words, then words by their weight, or in the order of an engine outside of the
 * shop. Boosts multiply the last part. The number has at most 13 digits.
 */
export function scoreOf(filter: SearchFilter): SQL {
  const { text, pinned, boosts } = filter;
  const byPin =
    pinned.length === 0
      ? sql``
      : sql` + case when ${isPinned(filter)} then
          ${pinned.length + 1}::int - array_position(${idsOf(filter)}, i.product_id) else 0
        end * 100000000000::bigint`;
  const isWhole =
    text === null || filter.found !== null
      ? sql`0`
      : sql`(i.document @@ ${textQuery(text, false)})::int`;
  const boosted = boosts.length === 0 ? sql`` : sql` * power(2, ${stepsOf(boosts)})`;
  return sql`(
    i.in_stock::int * 10000000000::bigint + ${isWhole} * 1000000000::bigint
    + (${rankOf(filter)} * 1000000${boosted})::bigint${byPin}
  )`;
}

/** From 0 to 1. */
function rankOf({ text, found }: SearchFilter): SQL {
  if (found !== null) {
    const ids = sql`${sql.param(found)}::text[]`;
    const most = found.length + 1;
    return sql`((${most}::int - coalesce(array_position(${ids}, i.product_id), ${most}::int))::float8 / ${most}::int)`;
  }
  if (text === null) return sql`1`;
  return sql`ts_rank('{0.05, 0.2, 0.6, 1}', i.document, ${textQuery(text, true)})`;
}

const boostConditions: Record<Exclude<BoostKind, 'brand'>, (value: string) => SQL> = {
  category: (id) => sql`i.category = ${id}`,
  tag: (tag) => sql`i.choices @> array[search_tag(${tag}::text)]`,
  product: (id) => sql`i.product_id = ${id}`,
};

/**
 * The steps of all boosts that fit a row `i` together, within the limits of one. The index has no
 * brands, so they are read from the products, once for each hit that is ranked.
 */
function stepsOf(boosts: readonly Boost[]): SQL {
  const each = boosts.flatMap(({ kind, value, steps }) =>
    kind === 'brand'
      ? []
      : sql`case when ${boostConditions[kind](value)} then ${steps}::int else 0 end`,
  );
  const brands = boosts.filter(({ kind }) => kind === 'brand');
  if (brands.length > 0) {
    const byBrand = brands.map(
      ({ value, steps }) => sql`when lower(${value}::text) then ${steps}::int`,
    );
    each.push(sql`coalesce((
      select case lower(boosted.brand) ${sql.join(byBrand, sql` `)} else 0 end
      from ${products} boosted where boosted.id = i.product_id
    ), 0)`);
  }
  return sql`greatest(${-MOST_STEPS}::int, least(${MOST_STEPS}::int, ${sql.join(each, sql` + `)}))`;
}

/** The score of one product, whether it fits or not; null if it is not in the index. */
export async function selectScore(
  db: Executor,
  filter: SearchFilter,
  id: string,
): Promise<string | null> {
  const { rows } = await db.execute<{ score: string }>(
    sql`select ${scoreOf(filter)}::text as score from ${searchIndex} i where i.product_id = ${id}`,
  );
  return rows[0]?.score ?? null;
}

/** Whether a row `i` is pinned. One that is sold out is a hit like others, or none. */
export function isPinned(filter: SearchFilter): SQL {
  return sql`(i.in_stock and i.product_id = any(${idsOf(filter)}))`;
}

function idsOf({ pinned }: SearchFilter): SQL {
  return sql`${sql.param(pinned)}::text[]`;
}
