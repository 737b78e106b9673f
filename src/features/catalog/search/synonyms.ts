/** Finds synonyms of the words of a search. Staff define them. */
import { isSameWord } from './search-text.ts';

/**
 * The most synonyms of all words of one search. Each is searched in combination with the other
 * words. Staff may put a word on any number of lines, and a customer may search for eight words.
 */
export const MOST_ALTERNATIVES = 24;

/** Words that find the same products. */
export type SynonymGroup = readonly string[];

/** The synonyms of a word, or of two neighbors, without itself. 't-shirt' and 'tshirt' are the same. */
export function synonymsOf(asked: string, groups: readonly SynonymGroup[]): string[] {
  const isAsked = (word: string) => isSameWord(joined(word), joined(asked));
  const others = groups
    .filter((group) => group.some(isAsked))
    .flatMap((group) => group.filter((word) => !isSameWord(word, asked)));
  return [...new Set(others)];
}

const joined = (words: string) => words.replaceAll(' ', '');
