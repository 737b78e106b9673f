/** Reads what somebody typed: words, sizes and colors, and the words that were meant. */
import type { Ctx } from '../../context.ts';
import type { Category } from '../../sections.ts';
import { type ColorFamily, familyNamed } from '../color-families.ts';
import { type NewestHits, selectHasPinned, selectNewest } from './hits.store.ts';
import type { SearchFilter } from './search-conditions.ts';
import { fold, isSameWord, pairsOf, wordsOf } from './search-text.ts';
import {
  type LookedUpWord,
  selectAlike,
  selectByParts,
  selectComparesParts,
  selectKnownWords,
  selectRules,
} from './search-words.store.ts';
import { knownFamilies } from './shades.ts';
import { mostEdits, nearestWord, splitsOf } from './spelling.ts';
import { MOST_ALTERNATIVES, type SynonymGroup, synonymsOf } from './synonyms.ts';
import type { TextQuery } from './text-query.ts';
import { MOST_AT_ONCE, selectFrequency } from './word-frequency.store.ts';

/** A search as it was understood. */
export interface Understood {
  filter: SearchFilter;
  /** The words that were searched instead, because the typed ones found nothing; null otherwise. */
  corrected: string | null;
  /** The families of colors that its words name. */
  families: string[];
  /** Whether anything fits. */
  finds: boolean;
  /** What fits, without pinned products; null if it was not looked for. */
  newest: NewestHits | null;
  /** Whether the engine outside of the shop may search instead. */
  isEngineFilled: boolean;
}

/** What words may mean. */
interface Vocabulary {
  categories: readonly Category[];
  synonyms: readonly SynonymGroup[];
}

/** What one word or two mean in the shop. */
interface KnownOption extends LookedUpWord {
  /** The family of colors that it names. */
  family: ColorFamily | null;
}

/** A filter, the families of colors that the words name, and what fits. */
type Reading = Pick<Understood, 'filter' | 'families' | 'newest'>;

/**
 * Reads a text beside the filters that were chosen. Sizes and colors among its words become filters
 * if that finds something. If its words find nothing, the nearest known words are tried. A text
 * without letters and digits finds nothing. `most` is how many hits are of use.
 */
export async function understand(
  ctx: Ctx,
  q: string,
  chosen: SearchFilter,
  most: number,
): Promise<Understood> {
  const words = wordsOf(q);
  const nothing = { ...chosen, text: { words: [], ...RARE } };
  const failed = { corrected: null, families: [], finds: false, newest: null };
  if (words.length === 0) return { ...failed, filter: nothing, isEngineFilled: false };
  const first = await readWords(ctx, words, chosen, most);
  const { isEngineFilled } = first;
  const found = (reading: Reading, corrected: string | null, placement: Placement) => ({
    ...withPlacement(reading, corrected, placement),
    isEngineFilled,
  });
  if (first.reading) return found(first.reading, null, first.placement);
  const meant = await correct(ctx, words, first.known);
  const second = meant ? await readWords(ctx, meant, chosen, most) : first;
  const correction = meant?.join(' ') ?? null;
  const isPlacedAsTyped = hasPlacement(first.placement);
  const { placement } = isPlacedAsTyped ? first : second;
  if (second.reading) return found(second.reading, correction, placement);
  // 'green shirt' finds shirts when no shirt is green.
  const rest = withOptions(meant ?? words, second.known, chosen, second.vocabulary)?.filter.text;
  const relaxed = rest
    ? await lookFor(ctx, { ...chosen, text: rest }, { most, indexed: first.indexed })
    : null;
  if (rest && relaxed && !relaxed.isEmpty) {
    const corrected = rest.words.map(({ word }) => word).join(' ');
    return found({ ...relaxed, families: [] }, corrected, placement);
  }
  const alone = { ...(isPlacedAsTyped ? first : second).plain, ...placement };
  const findsPinned = placement.pinned.length > 0 && (await selectHasPinned(ctx.db, alone));
  if (!findsPinned) return { ...failed, filter: first.plain, isEngineFilled };
  const reading = { filter: alone, families: [], newest: null };
  return found(reading, isPlacedAsTyped ? null : correction, placement);
}

/** What staff chose for the order of a search. */
type Placement = Pick<SearchFilter, 'pinned' | 'boosts'>;

function hasPlacement({ pinned, boosts }: Placement): boolean {
  return pinned.length + boosts.length > 0;
}

/**
 * Pinned products are added to what a reading finds, and boosts order it. They never decide which
 * reading it is.
 */
function withPlacement(
  { filter, ...reading }: Reading,
  corrected: string | null,
  placement: Placement,
): Omit<Understood, 'isEngineFilled'> {
  return { ...reading, filter: { ...filter, ...placement }, corrected, finds: true };
}

/** What words may mean, and what staff chose for them. */
interface ReadWords {
  /** The first reading that finds something, without pinned products. */
  reading: Reading | null;
  /** All words as words, with no size or color among them. */
  plain: SearchFilter;
  known: KnownOption[];
  vocabulary: Vocabulary;
  placement: Placement;
  isEngineFilled: boolean;
  /** About how many products the index has. */
  indexed: number;
}

async function readWords(
  ctx: Ctx,
  words: string[],
  chosen: SearchFilter,
  most: number,
): Promise<ReadWords> {
  const { categories } = await ctx.sections.read();
  const rules = await selectRules(ctx.db, words, ctx.search?.where ?? null);
  const { synonyms, isEngineFilled, indexed } = rules;
  const placement = { pinned: rules.pinned, boosts: rules.boosts };
  const vocabulary = { categories, synonyms };
  const known = await selectKnownOptions(ctx, words);
  const plain = { ...chosen, text: textOf(words, vocabulary) };
  const narrower = withOptions(words, known, chosen, vocabulary);
  const readings = narrower
    ? [narrower, { filter: plain, families: [] }]
    : [{ filter: plain, families: [] }];
  let reading: Reading | null = null;
  // Sequential, because a search takes one connection, and the first mostly finds something.
  for (const { filter, families } of readings) {
    const found = await lookFor(ctx, filter, { most, indexed });
    if (found.isEmpty) continue;
    reading = { ...found, families };
    break;
  }
  return { reading, plain, known, vocabulary, placement, isEngineFilled, indexed };
}

/** The words and pairs of words that the shop knows. */
async function selectKnownOptions(ctx: Ctx, words: string[]): Promise<KnownOption[]> {
  const pairs = pairsOf(words).map((pair) => pair.join(' '));
  const known = await selectKnownWords(ctx.db, [...words, ...pairs]);
  const named = words.filter((word) => familyNamed(word, ctx.shop) !== null);
  const families = named.length > 0 ? await knownFamilies(ctx) : [];
  const familyOf = (word: string) =>
    (named.includes(word) && families.find(({ name }) => name === familyNamed(word, ctx.shop))) ||
    null;
  // 'Blue' is understood even when no shade has this name.
  const missing = named.filter((word) => familyOf(word) && !known.some((one) => one.word === word));
  const added = missing.map((word) => ({ word, uses: 0, sizes: [], colors: [] }));
  return [...known, ...added].map((one) => ({ ...one, family: familyOf(one.word) }));
}

/** What `selectFrequency` says of words that few products have. */
const RARE = { isFrequent: false, isLastFrequent: false };

/** Fewer hits than this are no reason to leave out words that begin with the last one. */
const FEW = 100;

/** What a filter finds, and the filter with how frequent its words are. */
async function lookFor(
  { db }: Ctx,
  filter: SearchFilter,
  { most, indexed }: { most: number; indexed: number },
): Promise<Pick<Understood, 'filter' | 'newest'> & { isEmpty: boolean }> {
  const { text } = filter;
  if (text === null) {
    const { ids } = await selectNewest(db, filter, 1);
    return { filter, newest: null, isEmpty: ids.length === 0 };
  }
  const isSmall = indexed <= MOST_AT_ONCE;
  const frequency = isSmall ? RARE : await selectFrequency(db, text, filter, indexed);
  const weighed = { ...filter, text: { ...text, ...frequency } };
  const newest = await selectNewest(db, weighed, most);
  const isFew = newest.total !== null && newest.total < FEW;
  if (!frequency.isLastFrequent || !isFew) {
    return { filter: weighed, newest, isEmpty: newest.ids.length === 0 };
  }
  const unfinished = { ...weighed, text: { ...weighed.text, isLastFrequent: false } };
  const more = await selectNewest(db, unfinished, most);
  return { filter: unfinished, newest: more, isEmpty: more.ids.length === 0 };
}

function textOf(words: string[], { categories, synonyms }: Vocabulary): TextQuery {
  const pairs = pairsOf(words).map((pair) => pair.join(' '));
  let room = MOST_ALTERNATIVES;
  const alternativesOf = (asked: string) => {
    const taken = synonymsOf(asked, synonyms).slice(0, room);
    room -= taken.length;
    return taken;
  };
  return {
    words: words.map((word, index) => {
      const others = alternativesOf(word);
      const pair = pairs[index];
      return {
        word,
        categoryIds: categories
          .filter(({ name }) => [word, ...others].some((one) => isNameOf(fold(name), one)))
          .map(({ id }) => id),
        synonyms: others,
        synonymsWithNext: pair === undefined ? [] : alternativesOf(pair),
      };
    }),
    ...RARE,
  };
}

/** Whether a word is the name of a category or a word of it, or two words are the whole name. */
function isNameOf(name: string, asked: string): boolean {
  return isSameWord(name, asked) || name.split(' ').some((part) => isSameWord(part, asked));
}

/**
 * Reads 'navy shirt m' as 'shirt' in navy and M, and 'blue shirt' as 'shirt' in all shades of blue.
 * Null when no word is an option. A single word is an option only if it names a family, because a
 * shade may be a part of a product's name.
 */
function withOptions(
  words: string[],
  known: KnownOption[],
  chosen: SearchFilter,
  vocabulary: Vocabulary,
): Omit<Reading, 'newest'> | null {
  const rest = [...words];
  const sizes = new Set<string>();
  const colors = new Set<string>();
  const named: ColorFamily[] = [];
  // Options of two words come first: 'light blue' is not blue.
  const longestFirst = known.toSorted((a, b) => b.word.length - a.word.length);
  for (const { word, family, ...option } of longestFirst) {
    if (words.length < 2 && family === null) continue;
    if (option.sizes.length + option.colors.length === 0 && family === null) continue;
    const parts = word.split(' ');
    if (!parts.every((part) => rest.includes(part))) continue;
    for (const part of parts) rest.splice(rest.indexOf(part), 1);
    if (family) named.push(family);
    for (const size of option.sizes) sizes.add(size);
    // A shade with the name of its family is one of the family's shades.
    if (!family) for (const color of option.colors) colors.add(color);
  }
  if (sizes.size + colors.size + named.length === 0) return null;
  // 'navy blue' is navy.
  const families = named.filter((family) => !family.colors.some((color) => colors.has(color)));
  for (const color of families.flatMap((family) => family.colors)) colors.add(color);
  const isOwnColor = chosen.colors.length > 0;
  const filter = {
    ...chosen,
    // What was chosen by hand takes precedence over a word.
    sizes: chosen.sizes.length > 0 ? chosen.sizes : [...sizes],
    colors: isOwnColor ? chosen.colors : [...colors],
    text: rest.length > 0 ? textOf(rest, vocabulary) : null,
  };
  return { filter, families: isOwnColor ? [] : families.map(({ name }) => name) };
}

/** Replaces unknown words by the nearest known ones; null when none is near. */
async function correct(ctx: Ctx, words: string[], known: KnownOption[]): Promise<string[] | null> {
  const knows = new Set(known.map(({ word }) => word));
  const meant: string[] = [];
  // Sequential, because a search takes one connection.
  for (const word of words) {
    meant.push(knows.has(word) ? word : ((await wordMeant(ctx, word)) ?? word));
  }
  const corrected = meant.join(' ').split(' ');
  return corrected.join(' ') === words.join(' ') ? null : corrected;
}

async function wordMeant(ctx: Ctx, typed: string): Promise<string | null> {
  const most = mostEdits(typed);
  if (most === 0) return null;
  const alike = nearestWord(typed, await selectAlike(ctx.db, typed, most));
  if (alike) return alike;
  const parts = splitsOf(typed);
  const halves = new Set((await selectKnownWords(ctx.db, parts.flat())).map(({ word }) => word));
  const split = parts.find((pair) => pair.every((half) => halves.has(half)));
  if (split) return split.join(' ');
  if (!(await selectComparesParts(ctx.db))) return null;
  return nearestWord(typed, await selectByParts(ctx.db, typed));
}
