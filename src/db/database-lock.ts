import type pg from 'pg';
import type { Database } from './client.ts';

/**
 * Runs `work` while no other process runs one under this name on this database; waits for those
 * that do. The lock belongs to a connection of its own (handed to `work`) and goes with it.
 */
export async function withDatabaseLock<T>(
  database: Database,
  name: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return withOwnConnection(database, async (client) => {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`online-shop:${name}`]);
    return work(client);
  });
}

/**
 * The same for work that somebody else may just as well do: where it is being done already, nothing
 * happens. Answers whether it was done here.
 */
export async function tryDatabaseLock(
  database: Database,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return withOwnConnection(database, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as mine',
      [`online-shop:${name}`],
    );
    if (!rows[0]?.mine) return false;
    await work();
    // The connection's end would do, but the server hears of it a moment later.
    await client.query('select pg_advisory_unlock_all()');
    return true;
  });
}

async function withOwnConnection<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  // A connection that breaks while nothing is asked of it would end the process otherwise.
  const ignore = () => {};
  client.on('error', ignore);
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}
