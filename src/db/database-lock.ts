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
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`online-shop:${name}`]);
    return await work(client);
  } finally {
    client.release(true);
  }
}
