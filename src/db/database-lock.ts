import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './client.ts';

/** How often the holder of a lock sends a heartbeat. */
const BEAT_MS = 5_000;
/** A holder that sends none for this long loses the lock. */
const SILENCE_MS = 30_000;
const LIMIT_SILENCE = `set local idle_in_transaction_session_timeout = ${SILENCE_MS}`;
/** How often waiting processes try to take a lock. */
const RETRY_MS = 100;

/**
 * Runs `work` while no other process runs work under this name on this database; waits for its
 * turn.
 */
export async function withDatabaseLock<T>(
  database: Database,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  let release = await takeLock(database, name);
  while (!release) {
    await sleep(RETRY_MS);
    release = await takeLock(database, name);
  }
  try {
    return await work();
  } finally {
    await release();
  }
}

/**
 * Runs `work` unless another process runs work under this name on this database, for work that any
 * process may do. Returns whether it ran here.
 */
export async function tryDatabaseLock(
  database: Database,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const release = await takeLock(database, name);
  if (!release) return false;
  try {
    await work();
  } finally {
    await release();
  }
  return true;
}

/**
 * Takes a lock and returns a function that releases it; null when another process holds it. The
 * lock belongs to an open transaction on a separate connection, because a pooler in transaction
 * mode ties nothing else to one session. It ends with the transaction: at once when the process
 * dies, after half a minute when it hangs. The transaction writes nothing and keeps no snapshot, so
 * it blocks nobody. An index that is built concurrently waits for every transaction that has a
 * snapshot.
 */
async function takeLock(database: Database, name: string): Promise<(() => Promise<void>) | null> {
  const client = await database.pool.connect();
  try {
    await client.query('begin isolation level read committed');
    await client.query(LIMIT_SILENCE);
    // The statement has no parameters: with parameters, its portal and snapshot would stay open
    // until the next statement.
    const key = client.escapeLiteral(`online-shop:${name}`);
    const { rows } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as mine`,
    );
    if (rows[0]?.mine) return keepLock(client);
    await client.query('rollback');
    client.release();
    return null;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function keepLock(client: pg.PoolClient): () => Promise<void> {
  let beat: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // This is not a `select`, because an index build that meets a snapshot would wait until the
    // lock is released.
    beat = client.query(LIMIT_SILENCE).catch(() => {});
  }, BEAT_MS);
  return async () => {
    clearInterval(timer);
    await beat;
    // When this fails, the connection is lost, and so is the lock.
    const isGivenBack = await client.query('commit').then(
      () => true,
      () => false,
    );
    client.release(!isGivenBack);
  };
}
