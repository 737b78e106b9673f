import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A `like` pattern that finds a text at the start. Escapes wildcards in the text. */
export function startingWith(text: string): string {
  return `${escaped(text)}%`;
}

/** Whether an SKU begins with a text, in any case, as the indexes of SKUs find it. */
export function skuStarts(sku: SQLWrapper, text: string): SQL {
  return sql`lower(${sku}) like lower(${startingWith(text)})`;
}

/** A text as a part of a `like` pattern, without wildcards. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * A `tsquery` that finds texts whose words begin with the words of this text, in any order. Quoted
 * words are split like the texts themselves, so that 't-shi' finds 'T-Shirt'. What stands before an
 * apostrophe is a whole word: 'o'b' finds 'O'Brien', and not all words with an 'o'.
 */
export function wordStarts(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) =>
      word
        .replaceAll('\\', ' ')
        .split("'")
        .filter((part) => /[\p{L}\p{N}]/u.test(part))
        .map((part) => `'${part}'`)
        .join(' <-> '),
    )
    .map((words) => `(${words}:*)`)
    .join(' & ');
}
