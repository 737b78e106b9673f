import { type SQL, sql } from 'drizzle-orm';

/**
 * Words of the code as literals, such as `'open', 'closed'`. Checks take no parameters, and
 * PostgreSQL uses a partial index only for words that it sees. Never use it for words that somebody
 * sent.
 */
export const literals = (words: readonly string[]): SQL =>
  sql.raw(words.map((word) => `'${word}'`).join(', '));
