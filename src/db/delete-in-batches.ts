import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Db, inTransaction } from './client.ts';
import { sqlState } from './database-error.ts';

/** The most rows of one statement, so that no row stays locked for long. */
const BATCH = 1_000;
/** The most statements of one call. The next call deletes the rest. */
const MAX_BATCHES = 50;
/**
 * How long a batch waits for a locked row that refers to one of its rows, in milliseconds: the order
 * of a cart forgets the cart. The next call tries again.
 */
const LOCK_MS = '1000';
const LOCK_NOT_AVAILABLE = '55P03';

export interface DueRows {
  table: PgTable;
  /** The columns of its primary key. */
  key: readonly PgColumn[];
  oldest: PgColumn;
  due: SQL | undefined;
  /** Writes about the deleted rows, `gone`, in the transaction of each batch: an `insert`. */
  record?: SQL;
}

/**
 * Deletes due rows, oldest first, each batch in its own transaction. `oldest` needs an index that
 * fits `due`. Skips locked rows, and checks each again under its lock, so that a row that was used
 * meanwhile stays. Returns how many rows were deleted, and whether none is left that was due.
 */
export async function deleteInBatches(
  db: Db,
  rows: DueRows,
): Promise<{ deleted: number; isDone: boolean }> {
  const statement = deleteBatch(rows);
  let deleted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const ofBatch = await runBatch(db, statement);
    if (ofBatch === null) break;
    deleted += ofBatch;
    if (ofBatch < BATCH) return { deleted, isDone: true };
  }
  return { deleted, isDone: false };
}

/** Returns how many rows were deleted; null if one that refers to them is locked. */
async function runBatch(db: Db, statement: SQL): Promise<number | null> {
  try {
    return await inTransaction(db, async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${LOCK_MS}, true)`);
      const { rows } = await tx.execute<{ deleted: number }>(statement);
      return rows[0]?.deleted ?? 0;
    });
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}

/** The statement of one batch. */
export function deleteBatch({ table, key, oldest, due, record }: DueRows): SQL {
  const columns = sql.join([...key], sql`, `);
  return sql`with due as materialized (
      select ${columns} from ${table} where ${due}
      order by ${oldest} limit ${BATCH} for update skip locked
    ), gone as (
      delete from ${table} where (${columns}) in (select * from due) returning 1
    )${record && sql`, recorded as (${record})`}
    select count(*)::int as deleted from gone`;
}
