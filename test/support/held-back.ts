import type pg from 'pg';
import { expect } from 'vitest';
import type { TestShop } from './shop.ts';

const WAITING = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

const BUSY = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
    and backend_type = 'client backend'`;

/** How many connections wait for a lock. */
export async function countWaiting({ database }: TestShop): Promise<number> {
  return (await database.pool.query(WAITING)).rows[0].n;
}

/**
 * Sends requests while `lock`, a statement, holds what each of them needs, and lets go when all are
 * waiting: none has seen what another one did.
 */
export async function heldBack<T>(
  shop: TestShop,
  lock: { text: string; values?: string[] },
  send: () => Promise<T>[],
): Promise<T[]> {
  const { pool } = shop.database;
  const holder = await pool.connect();
  try {
    // What earlier requests have left to do would be counted with those that wait.
    await expect.poll(async () => (await pool.query(BUSY)).rows[0].n, { timeout: 20_000 }).toBe(0);
    await holder.query('begin');
    await holder.query(lock);
    const sent = send();
    await expect.poll(() => countWaiting(shop), { timeout: 20_000 }).toBe(sent.length);
    await holder.query('rollback');
    return await Promise.all(sent);
  } finally {
    holder.release();
  }
}

/**
 * Ends the connections that wait for a lock of a table, as a server that goes away does. Returns how
 * many.
 */
export async function endWaiting(pool: pg.Pool, table: string): Promise<number> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where not granted and relation = $1::regclass`,
    [table],
  );
  return rowCount ?? 0;
}

/** Does some work while these statements hold what it needs, and commits them when it waits. */
export async function heldUntil<T>(
  shop: TestShop,
  statements: string[],
  work: () => Promise<T>,
): Promise<T> {
  const holder = await shop.database.pool.connect();
  try {
    for (const statement of ['begin', ...statements]) await holder.query(statement);
    const done = work();
    await expect.poll(() => countWaiting(shop), { timeout: 20_000 }).toBe(1);
    await holder.query('commit');
    return await done;
  } finally {
    holder.release();
  }
}
