import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './client.ts';

/** Who holds a lock shows signs of life that often; who shows none for that long loses it. */
const BEAT_MS = 15_000;
const SILENCE_MS = 60_000;
/** How often a lock that somebody else holds is tried again. */
const RETRY_MS = 100;

/**
 * Runs `work` while no other process runs one under this name on this database; waits for those
 * that do.
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
 * The same for work that somebody else may just as well do: where it is being done already, nothing
 * happens. Returns whether it was done here.
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
 * Takes a lock and returns how to give it back; null when somebody else has it. The lock is one of an
 * open transaction on a connection of its own, because a pooler in transaction mode keeps nothing
 * else together. It goes with the transaction: at once when the process dies, after a minute when it
 * hangs. The transaction has no snapshot and writes nothing, so it is in nobody's way.
 */
async function takeLock(database: Database, name: string): Promise<(() => Promise<void>) | null> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local idle_in_transaction_session_timeout = ${SILENCE_MS}`);
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine',
      [`online-shop:${name}`],
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
    beat = client.query('select 1').catch(() => {});
  }, BEAT_MS);
  return async () => {
    clearInterval(timer);
    await beat;
    // Where it fails, the lock has gone with the connection.
    const isGivenBack = await client.query('commit').then(
      () => true,
      () => false,
    );
    client.release(!isGivenBack);
  };
}
