/** Which customers fit a text: the one rule of all lists that find customers. */
import { and, eq, like, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import { hasFoldedWords } from '#db/has-words.ts';
import { startingWith } from '#db/pattern.ts';
import { users } from '../accounts/accounts.table.ts';
import { fold } from '../catalog/catalog.ts';

/** A text with the ids of the customers that fit; null when they are too many, or without a text. */
export interface CustomerSearch {
  text: string | null;
  fitting: string[] | null;
}

export const isCustomer = eq(users.role, 'shopper');

/**
 * Whether an account is that of a customer who fits a search. When many fit, the order of a list
 * finds the first of them quickly.
 */
export function fitsSearch({ text, fitting }: CustomerSearch): SQL | undefined {
  if (fitting) return anyOf(users.id, fitting);
  return and(isCustomer, text === null ? undefined : or(...waysToMatch(text)));
}

/**
 * The ids of customers that fit a text, of each way to match at most so many. Each way uses its own
 * index.
 */
export function foundBy(text: string, most: number): SQL {
  const found = waysToMatch(text).map(
    (matches) => sql`(select id from ${users} where ${and(isCustomer, matches)} limit ${most})`,
  );
  return sql.join(found, sql` union `);
}

function waysToMatch(text: string): SQL[] {
  return [
    hasFoldedWords(users.name, fold(text)),
    like(users.email, startingWith(text.toLowerCase())),
  ];
}
