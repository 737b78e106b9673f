/** In which order a search by relevance has its hits. */
import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { searchIndex } from '../search.table.ts';
import type { SearchFilter } from './search.store.ts';
import { textQuery } from './text-query.ts';

/**
 * One number for a row `i` of the index: pinned products come first, in their order, then products in
 * stock, then whole words, then words by their weight, or in the order of an engine outside of the
 * shop. It has at most 13 digits.
 */
export function scoreOf(filter: SearchFilter): SQL {
  const { text, pinned, found } = filter;
  const byPin =
    pinned.length === 0
      ? sql``
      : sql` + case when ${isPinned(filter)} then
          ${pinned.length + 1}::int - array_position(${idsOf(filter)}, i.product_id) else 0
        end * 100000000000::bigint`;
  if (!text) return sql`(i.in_stock::int::bigint${byPin})`;
  if (found !== null) {
    const position = sql`coalesce(array_position(${sql.param(found)}::text[], i.product_id), ${found.length})`;
    return sql`(
      i.in_stock::int * 10000000000::bigint + ${found.length}::int - ${position}${byPin}
    )`;
  }
  const whole = textQuery(text, false);
  return sql`(
    i.in_stock::int * 10000000000::bigint + (i.document @@ ${whole})::int * 1000000000::bigint
    + (ts_rank('{0.05, 0.2, 0.6, 1}', i.document, ${textQuery(text, true)}) * 1000000)::bigint${byPin}
  )`;
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
