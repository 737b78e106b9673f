import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { wordStarts } from './pattern.ts';

/** Whether a column has words that begin with the words of a text. It needs an index of the words. */
export function hasWords(column: SQLWrapper, text: string): SQL {
  return sql`to_tsvector('simple', ${column}) @@ to_tsquery('simple', ${wordStarts(text)})`;
}

/** The same without regard to accents. The text is folded, and the index is of folded words. */
export function hasFoldedWords(column: SQLWrapper, folded: string): SQL {
  return hasWords(sql`search_fold(${column})`, folded);
}
