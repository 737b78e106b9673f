/** Finds what else the words of a search may be called, by the synonyms of staff. */
import { isSameWord } from './search-text.ts';

/** More would make a search slow, and staff may put a word on any number of lines. */
const MOST_ALTERNATIVES = 20;

/** Words that find the same products. */
export type SynonymGroup = readonly string[];

/** The synonyms of a word, or of two neighbors, without itself. */
export function synonymsOf(asked: string, groups: readonly SynonymGroup[]): string[] {
  const others = groups
    .filter((group) => group.some((word) => isSameWord(word, asked)))
    .flatMap((group) => group.filter((word) => !isSameWord(word, asked)));
  return [...new Set(others)].slice(0, MOST_ALTERNATIVES);
}
