/** What the words of a search may mean in this shop. */
import type { Category } from '../../site-content.ts';
import type { KnownWords } from './known-options.ts';
import { fold, isSameWord } from './search-text.ts';
import type { SynonymGroup } from './synonyms.ts';

export interface Vocabulary extends KnownWords {
  categories: readonly Category[];
  /** The synonyms that concern the words. */
  synonyms: readonly SynonymGroup[];
}

/** Whether a word is one of the shop's, of its categories, or one that staff wrote as a synonym. */
export function knowsWord({ words, categories, synonyms }: Vocabulary, word: string): boolean {
  const isOneOf = (others: readonly string[]) => others.some((other) => isSameWord(other, word));
  return (
    words.has(word) ||
    isOneOf(categoryWords(categories)) ||
    synonyms.some((group) => isOneOf(group.flatMap((each) => each.split(' '))))
  );
}

/** The words of the names of categories, folded. */
export function categoryWords(categories: readonly Category[]): string[] {
  return categories.flatMap(({ name }) => fold(name).split(' '));
}
