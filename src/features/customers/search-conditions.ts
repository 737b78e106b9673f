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
  const found = waysToFit(text).map(
    (fits) => sql`(select id from ${users} where ${fits} limit ${most})`,
  );
  return sql.join(found, sql` union `);
}

/** Conditions on `users`: a customer fits a text who fits one of them. Each uses its own index. */
export function waysToFit(text: string): (SQL | undefined)[] {
  return waysToMatch(text).map((matches) => and(isCustomer, matches));
}

function waysToMatch(text: string): SQL[] {
  return [
    hasFoldedWords(users.name, fold(text)),
    like(users.email, startingWith(text.toLowerCase())),
  ];
}
