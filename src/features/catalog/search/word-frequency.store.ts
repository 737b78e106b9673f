/** About how many products have the words of a search, and fit its filters. */
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { choicesAsked, type SearchFilter } from './search-conditions.ts';
import { mayBeStart, type TextQuery } from './text-query.ts';

/**
 * Reading more products than this at once takes longer than reading the first in an order. In a shop
 * with fewer, no word is frequent.
 */
export const MOST_AT_ONCE = 15_000;

type Kind = 'word' | 'start' | 'category' | 'choice';

/** What a product may have at a position of the search: one of several terms. */
interface Term {
  position: number;
  text: string;
  kind: Kind;
}

/**
 * How frequent the words of a search are, and those of them that fit its filters. It asks the
 * statistics that PostgreSQL keeps of the index. They have the share of products of each frequent word
 * and choice; any other is rare. The price is left out of it. `indexed` is about how many products
 * there are.
 */
export async function selectFrequency(
  db: Executor,
  { words }: TextQuery,
  filter: SearchFilter,
  indexed: number,
): Promise<Pick<TextQuery, 'isFrequent' | 'isLastFrequent'>> {
  const alternatives = [...words.map(termsOf), ...termsOfFilter(filter)];
  const terms = alternatives.flatMap((each, position) =>
    each.map((term): Term => ({ position, ...term })),
  );
  const common = await selectCommon(db, terms);
  const at = (position: number) => common.filter((one) => one.position === position);
  // As if each was as frequent among the products with the others.
  const least = alternatives.reduce((all, _, position) => all * shareOf(at(position)), indexed);
  // Words such as 'the' alone find nothing.
  const hasWords = words.some((_, position) => at(position).every(({ lexeme }) => lexeme !== ''));
  const isFrequent = hasWords && least > MOST_AT_ONCE;
  const isLastFrequent = at(words.length - 1).some(
    ({ kind, isWhole, share }) => kind === 'start' && isWhole && share * indexed > MOST_AT_ONCE,
  );
  return { isFrequent, isLastFrequent };
}

type Terms = Omit<Term, 'position'>[];

function termsOf(
  { word, categoryIds, synonyms, synonymsWithNext }: TextQuery['words'][number],
  index: number,
  words: TextQuery['words'],
): Terms {
  const isStart = index === words.length - 1 && mayBeStart(word);
  return [
    { text: word, kind: isStart ? 'start' : 'word' },
    ...categoryIds.map((id) => ({ text: id, kind: 'category' as const })),
    ...[...synonyms, ...synonymsWithNext].map((text) => ({ text, kind: 'word' as const })),
  ];
}

function termsOfFilter(filter: SearchFilter): Terms[] {
  const categories = filter.category === null ? [] : [filter.category];
  return [
    ...categories.map((text): Terms => [{ text, kind: 'category' }]),
    ...choicesAsked(filter).map((any): Terms => any.map((text) => ({ text, kind: 'choice' }))),
  ];
}

/** A frequent word or choice of the index that is one of the terms. */
interface Common extends Record<string, unknown> {
  position: number;
  kind: Kind;
  lexeme: string;
  /** Whether it is the word itself, and does not only begin with it. */
  isWhole: boolean;
  share: number;
}

async function selectCommon(db: Executor, terms: Term[]): Promise<Common[]> {
  const column = <Key extends keyof Term>(key: Key) => sql.param(terms.map((term) => term[key]));
  const { rows } = await db.execute<Common>(sql`
    with term as materialized (
      select position, kind, case kind when 'choice' then text else (tsvector_to_array(
        case kind when 'category' then search_category(text)::tsvector
        else to_tsvector('english', text) end
      ))[1] end as lexeme
      from unnest(${column('position')}::int[], ${column('text')}::text[], ${column('kind')}::text[])
        as asked (position, text, kind)
    )
    select position, kind, coalesce(common.lexeme, '') as lexeme, coalesce(share, 1) as share,
      coalesce(common.lexeme = term.lexeme, false) as "isWhole"
    from term left join (
      select stats.attname, each.* from pg_stats stats,
        unnest(most_common_elems::text::text[], most_common_elem_freqs) as each (lexeme, share)
      where stats.schemaname = 'public' and stats.tablename = 'search_index'
        and stats.attname in ('document', 'choices') and each.lexeme is not null
    ) common on (term.kind = 'choice') = (common.attname = 'choices')
      and (common.lexeme = term.lexeme
        or (term.kind = 'start' and starts_with(common.lexeme, term.lexeme)))
    -- A word such as 'the' is not in the index, and fits every product.
    where common.lexeme is not null or term.lexeme is null`);
  return rows;
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
