import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { wordStarts } from './pattern.ts';

/** Whether a column has words that begin with the words of a text. It needs an index of the words. */
export function hasWords(column: SQLWrapper, text: string): SQL {
  return sql`to_tsvector('simple', ${column}) @@ to_tsquery('simple', ${wordStarts(text)})`;
}
