import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { Database } from './client.ts';

const MIGRATING = 'online-shop:migrate';

/**
 * Brings the database to this version's shape; does nothing when it is there. Processes that start
 * together wait for each other. Migrations are the SQL files in `src/db/migrations`, each applied
 * once, in a transaction.
 */
export async function migrateDatabase(database: Database, projectRoot: string): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [MIGRATING]);
    await migrate(drizzle({ client: client as unknown as pg.PoolClient }), {
      migrationsFolder: join(projectRoot, 'src/db/migrations'),
    });
  } finally {
    // The lock goes with the connection.
    client.release(true);
  }
}
