/** What the shop knows about words: how frequent they are, similar ones, and the rules of staff. */
import { sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { startingWith } from '#db/pattern.ts';
import type { Boost } from '../search.schema.ts';
import {
  searchBoosts,
  searchEngine,
  searchIndex,
  searchPinnedProducts,
  searchPins,
  searchSynonyms,
  searchWords,
} from '../search.table.ts';
import { type KnownWord, splitsOf } from './nearest-word.ts';
import { formsOf, pairsOf, searchKey } from './search-text.ts';
import type { SynonymGroup } from './synonyms.ts';

export interface LookedUpWord extends KnownWord {
  sizes: string[];
  colors: string[];
}

/** Those of these words that the shop knows. */
export async function selectKnownWords(db: Executor, words: string[]): Promise<LookedUpWord[]> {
  const { word, uses, sizes, colors } = searchWords;
  return db
    .select({ word, uses, sizes, colors })
    .from(searchWords)
    .where(sql`${word} = any(${sql.param(words)}::text[])`);
}

/** The most colors that are read. It is more than a shop has. */
const MOST_COLORS = 2_000;

/** The colors of the shop's products, those of the most products first. */
export async function selectColors(db: Executor): Promise<string[]> {
  const { uses, colors } = searchWords;
  const rows = await db
    .select({ color: sql<string>`unnest(${colors})` })
    .from(searchWords)
    .where(sql`${colors} <> '{}'`)
    .orderBy(sql`${uses} desc`, searchWords.word)
    .limit(MOST_COLORS);
  return rows.map(({ color }) => color);
}

/** Those of these words that a search ignores, such as 'the'. */
export async function selectIgnored(db: Executor, words: string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from unnest(${sql.param(words)}::text[]) word
    where numnode(plainto_tsquery('english', word)) = 0`);
  return rows.map(({ word }) => word);
}

/** The most known words that one unknown word is compared with. */
const MOST_ALIKE = 3_000;

/**
 * Known words that may be meant, synonyms of staff among them: those that begin like the typed one,
 * or as if its first two letters were swapped.
 */
export async function selectAlike(
  db: Executor,
  typed: string,
  mostEdits: number,
): Promise<KnownWord[]> {
  const [first = '', second = ''] = typed;
  const isAlike = sql`(word like ${startingWith(first)} or word like ${startingWith(second)})
    and length(word) between ${typed.length - mostEdits} and ${typed.length + mostEdits}`;
  const { rows } = await db.execute<KnownWord & Record<string, unknown>>(sql`
    select unnest.word, 0 as uses from ${searchSynonyms}, unnest(words) as unnest (word) where ${isAlike}
    union all
    (select word, uses from ${searchWords} where ${isAlike} order by uses desc limit ${MOST_ALIKE})`);
  return rows;
}

/** Known words that share parts with the typed one, for a wrong first letter. Needs `pg_trgm`. */
export async function selectByParts(db: Executor, typed: string): Promise<KnownWord[]> {
  const { rows } = await db.execute<KnownWord & Record<string, unknown>>(sql`
    select word, uses from ${searchWords} where word % ${typed}
    order by similarity(word, ${typed}) desc, uses desc limit 50`);
  return rows;
}

/** The most frequent words that begin with a text, and after them synonyms of staff. */
export async function selectCompletions(
  db: Executor,
  start: string,
  limit: number,
): Promise<string[]> {
  const isCompletion = sql`word like ${startingWith(start)} and word <> ${start}`;
  const { rows } = await db.execute<{ word: string }>(sql`
    select word, max(uses) as uses from (
      (select word, uses from ${searchWords} where ${isCompletion} order by uses desc, word limit ${limit})
      union all
      (select each.word, 0 from ${searchSynonyms}, unnest(words) each (word) where ${isCompletion})
    ) found group by word order by uses desc, word limit ${limit}`);
  return rows.map(({ word }) => word);
}

/** Those of these words that one of these products has, in the same order. */
export async function whichOccur(
  db: Executor,
  words: readonly string[],
  productIds: readonly string[],
): Promise<string[]> {
  if (words.length === 0 || productIds.length === 0) return [];
  const { rows } = await db.execute<{ word: string }>(sql`
    with hits as materialized (
      select document from ${searchIndex} where product_id = any(${sql.param(productIds)}::text[])
    )
    select word from unnest(${sql.param(words)}::text[]) with ordinality asked (word, position)
    where exists (
      select from hits where document @@ phraseto_tsquery('english', word)
    ) order by position`);
  return rows.map(({ word }) => word);
}

/** Whether PostgreSQL can compare words by their parts. */
export async function selectComparesParts(db: Executor): Promise<boolean> {
  const { rows } = await db.execute(sql`select from pg_extension where extname = 'pg_trgm'`);
  return rows.length > 0;
}

/** What staff wrote for searches, as far as it concerns one. */
export interface SearchRules {
  /** The groups with one of its words, or with two neighboring ones, as singular or plural. */
  synonyms: SynonymGroup[];
  /** The products that come first, in the order of staff, in any status. */
  pinned: string[];
  boosts: Boost[];
  /** Whether the engine has every product. */
  isEngineFilled: boolean;
  /** About how many rows the index has, by the statistics of PostgreSQL. */
  indexed: number;
}

/**
 * The rules that concern these words. One statement for all of them, because each search asks.
 * `engine` is the one outside of the shop, if there is one.
 */
export async function selectRules(
  db: Executor,
  words: readonly string[],
  engine: string | null,
): Promise<SearchRules> {
  const asked = [
    ...words,
    ...pairsOf(words).flatMap((pair) => [pair.join(' '), pair.join('')]),
    // 'tshirt' is the synonym 't-shirt' of staff.
    ...words.flatMap((word) => splitsOf(word, 1).map((pair) => pair.join(' '))),
  ];
  const { rows } = await db.execute<SearchRules & Record<string, unknown>>(sql`
    select coalesce((
      select json_agg(s.words) from ${searchSynonyms} s
      where s.words && ${sql.param(asked.flatMap(formsOf))}::text[]
    ), '[]') as synonyms, array(
      select p.product_id from ${searchPins} s join ${searchPinnedProducts} p on p.pin_id = s.id
      where s.key = ${searchKey(words)} order by p.position
    ) as pinned, coalesce((
      select json_agg(json_build_object('kind', b.kind, 'value', b.value, 'steps', b.steps))
      from ${searchPins} s join ${searchBoosts} b on b.pin_id = s.id
      where s.key = ${searchKey(words)}
    ), '[]') as boosts, exists (
      select from ${searchEngine} e where e.engine = ${engine}::text and e.complete
    ) as "isEngineFilled", (
      select reltuples::float8 from pg_class where oid = to_regclass('public.search_index')
    ) as indexed`);
  return rows[0] ?? { synonyms: [], pinned: [], boosts: [], isEngineFilled: false, indexed: 0 };
}
