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
 * How frequent the words of a search are. It asks the statistics that PostgreSQL keeps of the words of
 * the index. They have the share of products of each frequent word; any other word is rare.
 */
export async function selectFrequency(
  db: Executor,
  words: TextQuery['words'],
): Promise<Pick<TextQuery, 'isFrequent' | 'isLastFrequent'>> {
  const last = words.length - 1;
  const terms = words.flatMap(({ word, categoryIds, synonyms, synonymsWithNext }, position) => [
    { position, text: word, kind: position === last ? 'start' : 'word' },
    ...categoryIds.map((id) => ({ position, text: id, kind: 'category' })),
    ...[...synonyms, ...synonymsWithNext].map((text) => ({ position, text, kind: 'word' })),
  ]) as Term[];
  const { products, common } = await selectCommon(db, terms);
  const shares = words.map((_, position) =>
    shareOf(common.filter((one) => one.position === position)),
  );
  return {
    // As if each word was as frequent among the products with the others.
    isFrequent: shares.reduce((all, share) => all * share, products) > MOST_AT_ONCE,
    isLastFrequent: common.some(
      ({ position, isWhole, share }) =>
        position === last && isWhole && share * products > MOST_AT_ONCE,
    ),
  };
}

/** A frequent word of the index that is one of the terms. */
interface Common extends Record<string, unknown> {
  position: number;
  kind: Kind;
  lexeme: string;
  /** Whether it is the word itself, and does not only begin with it. */
  isWhole: boolean;
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
      select json_agg(json_build_object('position', position, 'kind', kind,
        'lexeme', coalesce(common.lexeme, ''), 'share', coalesce(share, 1),
        'isWhole', coalesce(common.lexeme = term.lexeme, false)))
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
 * The share of products that have any of these words, or are in a category of that name. Most products
 * with the word for a category are in it.
 */
function shareOf(common: Common[]): number {
  const words = common.filter(({ kind }) => kind !== 'category');
  const categories = common.filter(({ kind }) => kind === 'category');
  return Math.min(1, Math.max(sumOf(categories), sumOf(withoutJoined(words))));
}

const sumOf = (common: Common[]) => common.reduce((sum, { share }) => sum + share, 0);

/**
 * A word that begins with another one of them is mostly in the same products: 'hoodiealder' is made of
 * two words of a name.
 */
function withoutJoined(common: Common[]): Common[] {
  return common.filter(({ lexeme }) =>
    common.every((other) => other.lexeme === lexeme || !lexeme.startsWith(other.lexeme)),
  );
}
