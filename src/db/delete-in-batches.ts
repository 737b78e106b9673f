import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** Rows of one statement, so that none of them holds its locks for long. */
const BATCH = 1_000;
/** Statements of one call; what is left over is for the next one. */
const MOST_BATCHES = 50;

/**
 * Deletes the rows that are due, oldest first, each batch in a transaction of its own. `oldest`
 * needs an index that fits `due`. Skips rows that somebody holds, and looks at each again under its
 * lock, so that one which was used meanwhile stays. Returns how many rows went.
 */
export async function deleteInBatches(
  db: Db,
  rows: { table: PgTable; id: PgColumn; oldest: PgColumn; due: SQL | undefined },
): Promise<number> {
  const { table, id, oldest, due } = rows;
  const statement = sql`with due as materialized (
      select ${id} as due_id from ${table} where ${due}
      order by ${oldest} limit ${BATCH} for update skip locked
    ) delete from ${table} where ${id} in (select due_id from due)`;
  let deleted = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const { rowCount } = await db.execute(statement);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) break;
  }
  return deleted;
}
