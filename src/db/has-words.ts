import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { wordStarts } from './pattern.ts';

/** Whether a column has words that begin with the words of a text. It needs an index of the words. */
export function hasWords(column: SQLWrapper, text: string): SQL {
  return sql`to_tsvector('simple', ${column}) @@ to_tsquery('simple', ${wordStarts(text)})`;
}

/**
 * Whether a column has words that begin with the words of a text, whatever the accents. The text is
 * folded, and the index is of folded words.
 */
export function hasFoldedWords(column: SQLWrapper, folded: string): SQL {
  return hasWords(sql`search_fold(${column})`, folded);
}

/**
 * A condition that follows from `hasWords` or `hasFoldedWords`, for lists that look at one row after
 * the other: it takes a fraction of the time that splitting a column into words takes. Columns with
 * other characters than those of ASCII all fit it, because PostgreSQL has several rules for their
 * lower case.
 */
export function mayHaveWords(column: SQLWrapper, text: string): SQL {
  const words = text.split(/\s+/).filter((word) => /^[a-z0-9]+$/i.test(word));
  const contained = words.map((word) => sql`lower(${column}) like ${`%${word.toLowerCase()}%`}`);
  return contained.length === 0
    ? sql`true`
    : sql`(octet_length(${column}) <> length(${column}) or ${sql.join(contained, sql` and `)})`;
}
