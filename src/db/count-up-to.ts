import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db, Executor } from './client.ts';

/** How many rows of a table fit; stops at `most`, so that counting many costs no more. */
export function countUpTo(
  db: Executor,
  table: PgTable,
  fits: SQL | undefined,
  most: number,
): Promise<number> {
  const some = (db as Db)
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(fits)
    .limit(most);
  return db.$count(some.as('some'));
}
