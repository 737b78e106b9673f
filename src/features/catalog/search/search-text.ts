/** What people type, as words that can be looked up. */
import { firstCharacters } from '#shared/first-characters.ts';
import type { FilterOf } from '../product-list.schema.ts';

/** The most words of a search. More do not make it better. */
const MOST_WORDS = 8;
const LONGEST_WORD = 40;

/**
 * A text as it is searched: in lower case, without accents, with single spaces between words. The
 * function `search_fold` of the database does the same.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .replace(/[øłđð]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(SEPARATORS, ' ')
    .trim();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters separate words, too
const SEPARATORS = /[\u0000-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/g;
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd' };

/** The end of "men's", which would be read as the size S. */
const POSSESSIVE = /(?<=[\p{L}\p{N}])['’`´]s(?![\p{L}\p{N}])/giu;

/** The different words of a search, folded; few enough for one statement. */
export function wordsOf(text: string): string[] {
  const words = fold(text.replace(POSSESSIVE, '')).split(' ').filter(Boolean);
  return [...new Set(words.map((word) => firstCharacters(word, LONGEST_WORD)))].slice(
    0,
    MOST_WORDS,
  );
}

/**
 * What a variant fits, as the index has it among the choices of its product; null stands for any
 * size or color. The function `search_choice` of the database does the same.
 */
export function choiceText(size: string | null, color: string | null, inStock: boolean): string {
  const part = (kind: string, value: string | null) =>
    value === null ? '' : kind + value.replaceAll('\x1f', ' ');
  return [part('s', size), part('c', color), inStock ? '+' : ''].join('\x1f');
}

/** How tags and other traits begin among the choices. No size or color does. */
export const TRAIT_START = '\x1f\x1f';

/** A tag among the choices. The function `search_tag` of the database does the same. */
export function tagText(tag: string): string {
  return `${TRAIT_START}#${tag}`;
}

/** How the index names the traits among the choices. Tags have their own form. */
const TRAITS: Record<Exclude<FilterOf<'traits'>, 'labels'>, string> = {
  types: 'type',
  brands: 'brand',
  genders: 'gender',
  ownOptions: 'option',
};

/** A trait among the choices. The function `search_trait` of the database does the same. */
export function traitText(name: FilterOf<'traits'>, value: string): string {
  return name === 'labels' ? tagText(value) : `${TRAIT_START}=${TRAITS[name]}:${value}`;
}

/**
 * All pairs of neighboring words, for options of two words and for words that are written as one.
 */
export function pairsOf(words: readonly string[]): [string, string][] {
  return words.slice(1).map((word, index) => [words[index] ?? '', word]);
}

/**
 * Whether two words are the same, also if only one is a plural: 'shoes' and 'shoe', 'dresses' and
 * 'dress'. For names of categories.
 */
export function isSameWord(a: string, b: string): boolean {
  return singularOf(a) === singularOf(b);
}

/**
 * What two searches have in common that differ in plurals, or in a word that one repeats; '' without
 * words.
 */
export function searchKey(words: readonly string[]): string {
  return [...new Set(words.map(singularOf))].join(' ');
}

/** How a word may be written where it is looked up: as it is, as a plural, and as a singular. */
export function formsOf(word: string): string[] {
  const plural = /(?:ss|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  const singular = withoutS(word);
  return [...new Set([word, plural, singular, singular.replace(HISS_AND_E, '$1')])];
}

/** An 'e' that may belong to the word, as in 'size', or to its plural, as in 'dresses'. */
const HISS_AND_E = /(ss|x|z|ch|sh)e$/;

/**
 * What singular and plural have in common: 'shoe', 'dress', 'siz'. Whether the 'e' of 'sizes' belongs
 * to the word can't be seen, so it is left out everywhere.
 */
function singularOf(word: string): string {
  return withoutS(word).replace(HISS_AND_E, '$1');
}

function withoutS(word: string): string {
  return word.endsWith('ss') || word.length < 3 ? word : word.replace(/s$/, '');
}
