import { asc, sql } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { hasWords } from '#db/has-words.ts';
import { startingWith } from '#db/pattern.ts';
import { users } from './accounts.table.ts';

/** The most accounts that are found by name, and the most by email, before they are sorted. */
const MAX_FOUND = 200;

/** The first users, sorted by name, whose name or email matches a text. */
export function selectFoundUsers(db: Executor, text: string, limit: number) {
  const named = sql`select id from ${users} named
    where ${hasWords(sql`named.name`, text)}
    limit ${MAX_FOUND}`;
  const mailed = sql`select id from ${users}
    where email like ${startingWith(text.toLowerCase())} limit ${MAX_FOUND}`;
  return (
    db
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      // As an array, so that the planner looks the accounts up one by one.
      .where(sql`${users.id} = any(array((${named}) union (${mailed})))`)
      .orderBy(sql`lower(${users.name})`, asc(users.id))
      .limit(limit)
  );
}
