import { join } from 'node:path';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './client.ts';
import { withDatabaseLock } from './database-lock.ts';

/**
 * Brings the database to this version's shape; does nothing when it is there. Processes that start
 * together wait for each other. Migrations are the SQL files in `src/db/migrations`, each applied
 * once, in a transaction.
 */
export async function migrateDatabase(database: Database, projectRoot: string): Promise<void> {
  await withDatabaseLock(database, 'migrate', async () => {
    // On a big database an index takes longer than a request may.
    const unlimited = database.beside({ maxConnections: 1, statementMs: null });
    try {
      const migrationsFolder = join(projectRoot, 'src/db/migrations');
      await migrate(unlimited.db, { migrationsFolder });
    } finally {
      await unlimited.close();
    }
  });
}

/** Whether a shop has ever started on this database. */
export async function hasMigrations({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  return rows[0].found;
}
