/** About how many products have the words of a search. */
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import type { TextQuery } from './text-query.ts';

/** Reading more products than this at once takes longer than reading the first in an order. */
const MOST_AT_ONCE = 15_000;

type Kind = 'word' | 'start' | 'category';

/** What a product may have for a word of the search: one of several terms. */
interface Term {
  position: number;
  text: string;
  kind: Kind;
}

/**
 * Whether more products may have all words than are read at once. It asks the statistics that
 * PostgreSQL keeps of the words of the index. They have the share of products of each frequent word;
 * any other word is rare. A wrong result costs time and changes no list.
 */
export async function selectIsFrequent(db: Executor, words: TextQuery['words']): Promise<boolean> {
  const terms = words.flatMap(({ word, categoryIds, synonyms, synonymsWithNext }, position) => [
    { position, text: word, kind: position === words.length - 1 ? 'start' : 'word' },
    ...categoryIds.map((id) => ({ position, text: id, kind: 'category' })),
    ...[...synonyms, ...synonymsWithNext].map((text) => ({ position, text, kind: 'word' })),
  ]) as Term[];
  const { products, common } = await selectCommon(db, terms);
  const shares = words.map((_, position) =>
    Math.min(1, shareOf(common.filter((one) => one.position === position))),
  );
  // As if each word was as frequent among the products with the others.
  return shares.reduce((all, share) => all * share, products) > MOST_AT_ONCE;
}

/** A frequent word of the index that is one of the terms. */
interface Common extends Record<string, unknown> {
  position: number;
  lexeme: string;
  share: number;
}

async function selectCommon(
  db: Executor,
  terms: Term[],
): Promise<{ products: number; common: Common[] }> {
  const column = <Key extends keyof Term>(key: Key) => sql.param(terms.map((term) => term[key]));
  const { rows } = await db.execute<{ products: number; common: Common[] | null }>(sql`
    with term as (
      select position, kind, (tsvector_to_array(
        case kind when 'category' then search_category(text)::tsvector
        else to_tsvector('english', text) end
      ))[1] as lexeme
      from unnest(${column('position')}::int[], ${column('text')}::text[], ${column('kind')}::text[])
        as asked (position, text, kind)
    )
    select reltuples::float8 as products, case when reltuples > ${MOST_AT_ONCE} then (
      select json_agg(json_build_object('position', position,
        'lexeme', coalesce(common.lexeme, ''), 'share', coalesce(share, 1)))
      from term left join (
        select each.* from pg_stats stats,
          unnest(most_common_elems::text::text[], most_common_elem_freqs) as each (lexeme, share)
        where stats.schemaname = 'public' and stats.tablename = 'search_index'
          and stats.attname = 'document' and each.lexeme is not null
      ) common on common.lexeme = term.lexeme
        or (term.kind = 'start' and starts_with(common.lexeme, term.lexeme))
      -- A word such as 'the' is not in the index, and fits every product.
      where common.lexeme is not null or term.lexeme is null
    ) end as common
    from pg_class where oid = to_regclass('public.search_index')`);
  const { products = 0, common = null } = rows[0] ?? {};
  return { products, common: common ?? [] };
}

/**
 * The share of products with any of these words. A word that begins with another one of them is
 * mostly in the same products: 'hoodiealder' is made of the two words of a name.
 */
function shareOf(common: Common[]): number {
  return common
    .filter(({ lexeme }) =>
      common.every((other) => other.lexeme === lexeme || !lexeme.startsWith(other.lexeme)),
    )
    .reduce((sum, { share }) => sum + share, 0);
}
