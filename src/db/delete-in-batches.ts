import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** The most rows of one statement, so that no row stays locked for long. */
const BATCH = 1_000;
/** The most statements of one call. The next call deletes the rest. */
const MAX_BATCHES = 50;

/**
 * Deletes due rows, oldest first, each batch in its own transaction. `oldest` needs an index that
 * fits `due`. Skips locked rows, and checks each again under its lock, so that a row that was used
 * meanwhile stays. Returns how many rows were deleted.
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
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { rowCount } = await db.execute(statement);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH) break;
  }
  return deleted;
}
