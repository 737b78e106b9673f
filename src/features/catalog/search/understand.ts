/** Reads what somebody typed: words, sizes and colors, and the words that were meant. */
import type { Ctx } from '../../context.ts';
import type { Category } from '../../sections.ts';
import { type ColorFamily, familyNamed } from '../color-families.ts';
import { type SearchFilter, selectWhichFind, type TextQuery } from './search.store.ts';
import { fold, isSameWord, pairsOf, wordsOf } from './search-text.ts';
import {
  type LookedUpWord,
  selectAlike,
  selectByParts,
  selectComparesParts,
  selectIsFrequent,
  selectKnownWords,
  selectSynonyms,
} from './search-words.store.ts';
import { knownFamilies } from './shades.ts';
import { mostEdits, nearestWord, splitsOf } from './spelling.ts';
import { MOST_ALTERNATIVES, type SynonymGroup, synonymsOf } from './synonyms.ts';

/** A search as it was understood. */
export interface Understood {
  filter: SearchFilter;
  /** The words that were searched instead of those that found nothing; null where these did. */
  corrected: string | null;
  /** The families of colors that its words are names of. */
  families: string[];
  /** False where nothing fits. */
  finds: boolean;
}

/** What words may stand for. */
interface Vocabulary {
  categories: readonly Category[];
  synonyms: readonly SynonymGroup[];
}

/** What one word or two stand for in the shop. */
interface KnownOption extends LookedUpWord {
  /** The family of colors that it is the name of. */
  family: ColorFamily | null;
}

/** A filter, and the families of colors that were understood of the words. */
type Reading = Pick<Understood, 'filter' | 'families'>;

/**
 * What a text asks for, beside the filters that were chosen. Sizes and colors among its words are
 * filters where that finds something. Where its words find nothing, the nearest that the shop knows
 * are tried. A text without letters and digits finds nothing.
 */
export async function understand(ctx: Ctx, q: string, chosen: SearchFilter): Promise<Understood> {
  const words = wordsOf(q);
  const nothing = { ...chosen, text: { words: [], isFrequent: false } };
  const failed = { corrected: null, families: [], finds: false };
  if (words.length === 0) return { ...failed, filter: nothing };
  const first = await readWords(ctx, words, chosen);
  if (first.reading) return { ...first.reading, corrected: null, finds: true };
  const meant = await correct(ctx, words, first.known);
  const second = meant ? await readWords(ctx, meant, chosen) : first;
  if (meant && second.reading) {
    return { ...second.reading, corrected: meant.join(' '), finds: true };
  }
  // 'green shirt' where no shirt is green: shirts.
  const rest = withOptions(meant ?? words, second.known, chosen, second.vocabulary)?.filter.text;
  const relaxed = { ...chosen, text: rest ? await weighed(ctx, rest) : null };
  const [findsRest] = rest ? await selectWhichFind(ctx.db, [relaxed]) : [];
  if (rest && findsRest) {
    const corrected = rest.words.map(({ word }) => word).join(' ');
    return { filter: relaxed, corrected, families: [], finds: true };
  }
  return { ...failed, filter: { ...chosen, text: textOf(words, first.vocabulary) } };
}

/** The first reading of these words that finds something, and which of them the shop knows. */
async function readWords(
  ctx: Ctx,
  words: string[],
  chosen: SearchFilter,
): Promise<{ reading: Reading | null; known: KnownOption[]; vocabulary: Vocabulary }> {
  const { categories } = await ctx.sections.read();
  const vocabulary = { categories, synonyms: await selectSynonyms(ctx.db, words) };
  const known = await selectKnownOptions(ctx, words);
  const plain: Reading = { filter: { ...chosen, text: textOf(words, vocabulary) }, families: [] };
  const readings: Reading[] = [];
  for (const one of [withOptions(words, known, chosen, vocabulary), plain]) {
    if (!one) continue;
    const { text } = one.filter;
    readings.push({
      ...one,
      filter: { ...one.filter, text: text && (await weighed(ctx, text)) },
    });
  }
  const finds = await selectWhichFind(
    ctx.db,
    readings.map(({ filter }) => filter),
  );
  return { reading: readings.find((_, index) => finds[index]) ?? null, known, vocabulary };
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
  // 'Blue' is understood where no shade is called so.
  const missing = named.filter((word) => familyOf(word) && !known.some((one) => one.word === word));
  const added = missing.map((word) => ({ word, uses: 0, sizes: [], colors: [] }));
  return [...known, ...added].map((one) => ({ ...one, family: familyOf(one.word) }));
}

/** The text with what is known of how many products have its words. */
async function weighed({ db }: Ctx, text: TextQuery): Promise<TextQuery> {
  // A category may have any number, and so may a synonym.
  const rare = text.words.filter(
    ({ categoryIds, synonyms }) => categoryIds.length + synonyms.length === 0,
  );
  const isFrequent =
    rare.length === 0 ||
    text.words.some(({ synonymsWithNext }) => synonymsWithNext.length > 0) ||
    (await selectIsFrequent(
      db,
      rare.map(({ word }) => word),
    ));
  return { ...text, isFrequent };
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
    isFrequent: true,
  };
}

/** Whether a word is one of a category's name, or two are all of it. */
function isNameOf(name: string, asked: string): boolean {
  return isSameWord(name, asked) || name.split(' ').some((part) => isSameWord(part, asked));
}

/**
 * 'navy shirt m' as 'shirt' in navy and M, 'blue shirt' as 'shirt' in all shades of blue. Null where
 * no word is an option. A single word is one only as a family: a name may have a shade as well.
 */
function withOptions(
  words: string[],
  known: KnownOption[],
  chosen: SearchFilter,
  vocabulary: Vocabulary,
): Reading | null {
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
    // A shade that is called like its family is one of its shades.
    if (!family) for (const color of option.colors) colors.add(color);
  }
  if (sizes.size + colors.size + named.length === 0) return null;
  // 'navy blue' is navy.
  const families = named.filter((family) => !family.colors.some((color) => colors.has(color)));
  for (const color of families.flatMap((family) => family.colors)) colors.add(color);
  const isOwnColor = chosen.colors.length > 0;
  const filter = {
    ...chosen,
    // What was chosen by hand counts more than a word.
    sizes: chosen.sizes.length > 0 ? chosen.sizes : [...sizes],
    colors: isOwnColor ? chosen.colors : [...colors],
    text: rest.length > 0 ? textOf(rest, vocabulary) : null,
  };
  return { filter, families: isOwnColor ? [] : families.map(({ name }) => name) };
}

/** The words with the nearest known ones in place of those that are not; null where none is near. */
async function correct(ctx: Ctx, words: string[], known: KnownOption[]): Promise<string[] | null> {
  const knows = new Set(known.map(({ word }) => word));
  const meant: string[] = [];
  // One after the other: a search takes one connection.
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
