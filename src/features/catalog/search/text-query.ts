/** The words of a search as a query of PostgreSQL. */
import { type SQL, sql } from 'drizzle-orm';
import { pairsOf, wordsOf } from './search-text.ts';

/** Words that a product has to have, and the categories whose names they are. */
export interface TextQuery {
  words: {
    word: string;
    categoryIds: string[];
    /** Synonyms of this word. Each is one word or two. */
    synonyms: string[];
    /** Synonyms of this word and the next one together. */
    synonymsWithNext: string[];
  }[];
  /**
   * Whether more products may have all of the words and fit the filters than are read for one search.
   * By a guess, which also decides how many hits are ranked and counted.
   */
  isFrequent: boolean;
  /**
   * Whether the last word alone is as frequent. Then it is not taken for the start of others, because
   * these come after the products with the word itself, and finding both takes up to three times
   * as long.
   */
  isLastFrequent: boolean;
}

/**
 * Requires all words. The last one may be the start of a word. Neighboring words may be written as
 * one. The name of a category also finds the category, and a word also finds its synonyms.
 */
export function textQuery({ words, isLastFrequent }: TextQuery, mayBeUnfinished: boolean): SQL {
  const asked = words.map(({ word, categoryIds, synonyms }, index) => {
    const isStart =
      mayBeUnfinished && !isLastFrequent && index === words.length - 1 && mayBeStart(word);
    return anyOf([
      lexeme(word, isStart),
      ...categoryIds.map((id) => sql`search_category(${id})::tsquery`),
      ...synonyms.map((synonym) => lexeme(synonym, false)),
    ]);
  });
  const joined = pairsOf(words.map(({ word }) => word)).map(([a, b], index) => {
    const isLast = index === words.length - 2;
    const synonyms = words[index]?.synonymsWithNext ?? [];
    const together = anyOf([
      lexeme(a + b, mayBeUnfinished && isLast),
      ...synonyms.map((synonym) => lexeme(synonym, false)),
    ]);
    return allOf([...asked.slice(0, index), together, ...asked.slice(index + 2)]);
  });
  return anyOf([allOf(asked), ...joined]);
}

/** Whether the last word of a search may be the start of a word. A single letter is not. */
export const mayBeStart = (word: string) => word.length > 1;

// Folded words have no quotes and no backslashes. Two words have to follow each other.
function lexeme(word: string, isStart: boolean): SQL {
  return sql`to_tsquery('english', ${lexemeText(word, isStart)})`;
}

const lexemeText = (word: string, isStart: boolean) => `'${word}'${isStart ? ':*' : ''}`;

/**
 * What a product has to have of a text, as `to_tsquery` reads it, for statements with many texts: all
 * words, without synonyms. The last one may be the start of a word.
 */
export function wordsQuery(text: string): string {
  const words = wordsOf(text);
  const last = words.length - 1;
  return words
    .map((word, index) => lexemeText(word, index === last && word.length > 1))
    .join(' & ');
}

const anyOf = (queries: SQL[]) => sql`(${sql.join(queries, sql` || `)})`;
const allOf = (queries: SQL[]) => sql`(${sql.join(queries, sql` && `)})`;
