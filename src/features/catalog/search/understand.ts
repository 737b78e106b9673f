/** Reads what somebody typed: words, sizes and colors, and the words that were meant. */
import type { Ctx } from '../../context.ts';
import { correctedWords } from './correct-words.ts';
import { fewerWords, type SomeWords } from './fewer-words.ts';
import { type NewestHits, selectHasPinned, selectNewest } from './hits.store.ts';
import { type NamedOptions, optionsAmong, selectKnownOptions } from './known-options.ts';
import { hasFilter, type SearchFilter, withoutFilters } from './search-conditions.ts';
import { fold, isSameWord, pairsOf, wordsOf } from './search-text.ts';
import { selectRules } from './search-words.store.ts';
import { MOST_ALTERNATIVES, synonymsOf } from './synonyms.ts';
import type { TextQuery } from './text-query.ts';
import type { Vocabulary } from './vocabulary.ts';
import { MOST_AT_ONCE, selectFrequency } from './word-frequency.store.ts';

/** A size, color or family of colors that was read from the words of a search. */
export interface ReadOption {
  kind: 'size' | 'color';
  /** 'M', 'Navy', or the name of a family. Several have the same spelling: 'L' and 'Large'. */
  values: string[];
  /** The words of the search without those that name it. */
  without: string;
}

/** A search as it was understood. */
export interface Understood {
  filter: SearchFilter;
  /** The words that were searched instead, because the typed ones found nothing; null otherwise. */
  corrected: string | null;
  /** What became a filter because it was among the words. */
  options: ReadOption[];
  /** The words without those options. */
  rest: string;
  /** Whether anything fits. */
  finds: boolean;
  /** What fits, without pinned products; null if it was not looked for. */
  newest: NewestHits | null;
  /** Whether the engine outside of the shop may search instead. */
  isEngineFilled: boolean;
}

/** A filter, what it has of the words, and what fits. */
type Reading = Pick<Understood, 'filter' | 'options' | 'rest' | 'newest'>;

/** How a search is read. */
interface Asked {
  /** The filters that were chosen beside the words. */
  chosen: SearchFilter;
  /** How many hits are of use. */
  most: number;
}

/**
 * Reads a text beside the filters that were chosen. Sizes and colors among its words become filters
 * if that finds something. If its words find nothing, the nearest known words are tried, and then
 * fewer of them. A text without letters and digits finds nothing. `most` is how many hits are of use.
 */
export async function understand(
  ctx: Ctx,
  q: string,
  chosen: SearchFilter,
  most: number,
): Promise<Understood> {
  const words = wordsOf(q);
  const rest = words.join(' ');
  const failed = { corrected: null, options: [], rest, finds: false, newest: null };
  if (words.length === 0) {
    const filter = { ...chosen, text: { words: [], ...RARE } };
    return { ...failed, filter, isEngineFilled: false };
  }
  const asked = { chosen, most };
  const first = await readWords(ctx, words, asked);
  const { isEngineFilled } = first;
  const found = (reading: Reading, corrected: string | null, placement: Placement) => ({
    ...withPlacement(reading, corrected, placement),
    isEngineFilled,
  });
  if (first.reading) return found(first.reading, null, first.placement);
  const narrowed = await readWithoutFilters(ctx, words, first, asked);
  if (narrowed) return found(narrowed, null, first.placement);
  const meant = await correctedWords(ctx, words, first.vocabulary);
  const second = meant ? await readWords(ctx, meant, asked) : first;
  const correction = meant?.join(' ') ?? null;
  const isPlacedAsTyped = hasPlacement(first.placement);
  const { placement } = isPlacedAsTyped ? first : second;
  if (second.reading) return found(second.reading, correction, placement);
  const narrowedMeant = meant && (await readWithoutFilters(ctx, meant, second, asked));
  if (narrowedMeant) return found(narrowedMeant, correction, placement);
  const alone = { ...(isPlacedAsTyped ? first : second).plain, ...placement };
  const findsPinned = placement.pinned.length > 0 && (await selectHasPinned(ctx.db, alone));
  // An engine outside of the shop decides itself what to leave out.
  const fewer = isEngineFilled ? [] : fewerWords(meant ?? words, second.vocabulary);
  for (const some of fewer) {
    // Pinned products are what staff meant by the words.
    if (findsPinned && !some.hasAllWords) continue;
    const readings = readingsOf(some, second.vocabulary, chosen);
    const reading = await firstThatFinds(ctx, readings, { most, indexed: first.indexed });
    if (reading) return found(reading, some.words.join(' '), placement);
  }
  if (findsPinned) {
    const reading = { filter: alone, options: [], rest, newest: null };
    return found(reading, isPlacedAsTyped ? null : correction, placement);
  }
  return { ...failed, filter: first.plain, isEngineFilled };
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
  vocabulary: Vocabulary;
  placement: Placement;
  isEngineFilled: boolean;
  /** About how many products the index has. */
  indexed: number;
}

async function readWords(ctx: Ctx, words: string[], asked: Asked): Promise<ReadWords> {
  const { categories } = await ctx.siteContent.read();
  const rules = await selectRules(ctx.db, words, ctx.search?.where ?? null);
  const { synonyms, isEngineFilled, indexed } = rules;
  const placement = { pinned: rules.pinned, boosts: rules.boosts };
  const known = await selectKnownOptions(ctx, words);
  const vocabulary = { ...known, categories, synonyms };
  const named = optionsAmong(words, known.options);
  const readings = readingsOf({ words, named }, vocabulary, asked.chosen);
  const reading = await firstThatFinds(ctx, readings, { ...asked, indexed });
  const plain = { ...asked.chosen, text: textOf(words, vocabulary) };
  return { reading, plain, vocabulary, placement, isEngineFilled, indexed };
}

/** What words may mean, the likeliest first: with their sizes and colors as filters, and as words. */
function readingsOf(
  { words, named }: Pick<SomeWords, 'words' | 'named'>,
  vocabulary: Vocabulary,
  chosen: SearchFilter,
): Omit<Reading, 'newest'>[] {
  const rest = words.join(' ');
  const plain = { filter: { ...chosen, text: textOf(words, vocabulary) }, options: [], rest };
  return named ? [withOptions(named, words, vocabulary, chosen), plain] : [plain];
}

/** Sequential, because the first mostly finds something. */
async function firstThatFinds(
  ctx: Ctx,
  readings: Omit<Reading, 'newest'>[],
  { most, indexed }: Pick<Asked, 'most'> & Pick<ReadWords, 'indexed'>,
): Promise<Reading | null> {
  for (const { filter, ...reading } of readings) {
    const { isEmpty, ...found } = await lookFor(ctx, filter, { most, indexed });
    if (!isEmpty) return { ...reading, ...found };
  }
  return null;
}

/**
 * How words are read that find nothing because of the filters that were chosen beside them: as they
 * are read without the filters. Null if they find nothing then either.
 */
async function readWithoutFilters(
  ctx: Ctx,
  words: readonly string[],
  { vocabulary, indexed }: Pick<ReadWords, 'vocabulary' | 'indexed'>,
  { chosen, most }: Asked,
): Promise<Reading | null> {
  if (!hasFilter(chosen)) return null;
  const some = { words, named: optionsAmong(words, vocabulary.options) };
  const open = readingsOf(some, vocabulary, withoutFilters(chosen));
  const readings = readingsOf(some, vocabulary, chosen);
  for (const [index, { filter }] of open.entries()) {
    const reading = readings[index];
    const { isEmpty } = await lookFor(ctx, filter, { most: 1, indexed });
    if (isEmpty || !reading) continue;
    const { filter: weighed, newest } = await lookFor(ctx, reading.filter, { most, indexed });
    return { ...reading, filter: weighed, newest };
  }
  return null;
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

function textOf(words: readonly string[], { categories, synonyms }: Vocabulary): TextQuery {
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
      const isLast = index === words.length - 1;
      return {
        word,
        categoryIds: categories
          .filter(({ name }) => isNamed(fold(name), [word, ...others], isLast ? word : null))
          .map(({ id }) => id),
        synonyms: others,
        synonymsWithNext: pair === undefined ? [] : alternativesOf(pair),
      };
    }),
    ...RARE,
  };
}

/** The fewest letters that are taken for the start of a category's name. */
const SHORTEST_START = 3;

/**
 * Whether one of these is the name of a category or a word of it, or two words are the whole name. A
 * word that is being typed may be the start of one.
 */
function isNamed(name: string, asked: string[], start: string | null): boolean {
  const parts = [name, ...name.split(' ')];
  if (parts.some((part) => asked.some((one) => isSameWord(part, one)))) return true;
  if (start === null || start.length < SHORTEST_START) return false;
  return parts.some((part) => part.startsWith(start));
}

function withOptions(
  { options: named, rest }: NamedOptions,
  words: readonly string[],
  vocabulary: Vocabulary,
  chosen: SearchFilter,
): Omit<Reading, 'newest'> {
  const sizes = new Set(named.flatMap((option) => option.sizes));
  const colors = new Set(
    named.flatMap(({ colors: own, family }) => [...own, ...(family?.colors ?? [])]),
  );
  // What was chosen by hand takes precedence over a word.
  const isOwnSize = chosen.sizes.length > 0;
  const isOwnColor = chosen.colors.length > 0;
  const filter = {
    ...chosen,
    sizes: isOwnSize ? chosen.sizes : [...sizes],
    colors: isOwnColor ? chosen.colors : [...colors],
    text: rest.length > 0 ? textOf(rest, vocabulary) : null,
  };
  const options = named.flatMap((option): ReadOption[] => {
    const without = words.filter((word) => !option.words.includes(word)).join(' ');
    const shades = option.family ? [option.family.name] : option.colors;
    return [
      ...(isOwnColor || shades.length === 0
        ? []
        : [{ kind: 'color' as const, values: shades, without }]),
      ...(isOwnSize || option.sizes.length === 0
        ? []
        : [{ kind: 'size' as const, values: option.sizes, without }]),
    ];
  });
  return { filter, options, rest: rest.join(' ') };
}
