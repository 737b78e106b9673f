/** Which customers fit a text: the one rule of all lists that find customers. */
import { and, eq, like, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import { hasFoldedWords, mayHaveWords } from '#db/has-words.ts';
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
  if (text === null) return isCustomer;
  const [named, written] = waysToMatch(text);
  return and(isCustomer, or(and(mayHaveWords(users.name, fold(text)), named), written));
}

/** Statements that find the ids of customers who fit a text. Each uses its own index. */
export function waysToFind(text: string): SQL[] {
  return waysToFit(text).map((fits) => sql`select id from ${users} where ${fits}`);
}

/** Conditions on `users`: a customer fits a text who fits one of them. Each uses its own index. */
export function waysToFit(text: string): (SQL | undefined)[] {
  return waysToMatch(text).map((matches) => and(isCustomer, matches));
}

function waysToMatch(text: string): [SQL, SQL] {
  return [
    hasFoldedWords(users.name, fold(text)),
    like(users.email, startingWith(text.toLowerCase())),
  ];
}
