/** Finds the sizes and colors among the words of a search, and the words that the shop has. */
import { lettersOfSize } from '#shared/size-words.ts';
import type { Ctx } from '../../context.ts';
import { type ColorFamily, familyNamed } from '../color-families.ts';
import { formsOf, pairsOf } from './search-text.ts';
import { type LookedUpWord, selectKnownWords } from './search-words.store.ts';
import { knownFamilies } from './shades.ts';

/** What one word or two mean in the shop. */
export interface KnownOption extends LookedUpWord {
  /** The family of colors that it names. */
  family: ColorFamily | null;
}

/** A size, a color or a family of colors that words name. */
export interface NamedOption {
  /** The words, with the label of a size: 'size m'. */
  words: string[];
  sizes: string[];
  colors: string[];
  family: ColorFamily | null;
}

/** Sizes and colors that a search names, and its words without them. */
export interface NamedOptions {
  options: NamedOption[];
  rest: string[];
}

/** A word before a size that says nothing else: 'dress size m'. */
const SIZE_LABELS = new Set(['size', 'sz']);

/** The words of a search that the shop has. */
export interface KnownWords {
  /** The words that the shop has as they are, and pairs of them. */
  options: KnownOption[];
  /** The words that the shop has in some form: also if only one is a plural. */
  words: ReadonlySet<string>;
}

export async function selectKnownOptions(ctx: Ctx, words: readonly string[]): Promise<KnownWords> {
  const asked = [...words, ...pairsOf(words).map((pair) => pair.join(' '))];
  const letters = asked.flatMap((text) => lettersOfSize(text) ?? []);
  const found = await selectKnownWords(ctx.db, [...asked, ...letters, ...words.flatMap(formsOf)]);
  const spellings = new Set(found.map(({ word }) => word));
  const known = found.filter(({ word }) => asked.includes(word));
  const named = words.filter((word) => familyNamed(word, ctx.shop) !== null);
  const families = named.length > 0 ? await knownFamilies(ctx) : [];
  const familyOf = (word: string) =>
    (named.includes(word) && families.find(({ name }) => name === familyNamed(word, ctx.shop))) ||
    null;
  // 'Blue' is understood even when no shade has this name, and 'large' when the size is called L.
  const missing = asked.filter(
    (text) =>
      !known.some(({ word }) => word === text) &&
      (familyOf(text) !== null || lettersOfSize(text) !== null),
  );
  const added = missing.map((word) => ({ word, uses: 0, sizes: [], colors: [] }));
  const options = [...known, ...added].map((one) => {
    const sizes = found.find(({ word }) => word === lettersOfSize(one.word))?.sizes ?? [];
    return { ...one, sizes: [...one.sizes, ...sizes], family: familyOf(one.word) };
  });
  const parts = options.flatMap(({ word }) => word.split(' '));
  const inSomeForm = words.filter((word) => formsOf(word).some((form) => spellings.has(form)));
  return { options, words: new Set([...parts, ...inSomeForm]) };
}

/**
 * Reads 'navy shirt m' as 'shirt' in navy and M, 'dress size large' as 'dress' in L, and 'blue
 * shirt' as 'shirt' in all shades of blue. Null when no word is an option. A single word is an
 * option only if it names a family, because a shade may be a part of a product's name.
 */
export function optionsAmong(
  words: readonly string[],
  known: readonly KnownOption[],
): NamedOptions | null {
  const rest = [...words];
  const named: NamedOption[] = [];
  // Options of two words come first: 'light blue' is not blue.
  for (const option of known.toSorted((a, b) => b.word.length - a.word.length)) {
    const { word, sizes, colors, family } = option;
    if (words.length < 2 && family === null) continue;
    if (sizes.length + colors.length === 0 && family === null) continue;
    const parts = word.split(' ');
    if (!parts.every((part) => rest.includes(part))) continue;
    const label = rest[rest.indexOf(parts[0] ?? '') - 1] ?? '';
    const taken = sizes.length > 0 && SIZE_LABELS.has(label) ? [label, ...parts] : parts;
    for (const part of taken) rest.splice(rest.indexOf(part), 1);
    // A shade with the name of its family is one of the family's shades.
    named.push({ words: taken, sizes, colors: family ? [] : colors, family });
  }
  if (named.length === 0) return null;
  const colors = new Set(named.flatMap((option) => option.colors));
  // 'navy blue' is navy.
  const isShaded = ({ family }: NamedOption) => family?.colors.some((color) => colors.has(color));
  const options = named.map((option) => (isShaded(option) ? { ...option, family: null } : option));
  return { options, rest };
}
