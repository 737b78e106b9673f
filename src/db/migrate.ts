import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './client.ts';
import { withDatabaseLock } from './database-lock.ts';
import { runMigrations } from './run-migrations.ts';

/**
 * Brings the database schema to this version; does nothing when it is up to date. Processes that
 * start together wait for each other. Migrations are the SQL files in `src/db/migrations`, each
 * applied once. Only the migrations run without a time limit, so that a lost response can't block a
 * start that has nothing to migrate.
 */
export async function migrateDatabase(database: Database, projectRoot: string): Promise<void> {
  const migrationsFolder = join(projectRoot, 'src/db/migrations');
  if (await isUpToDate(database, migrationsFolder)) return;
  await withDatabaseLock(database, 'migrate', async () => {
    // On a large database, building an index takes longer than a request's limit.
    const unlimited = database.beside({ maxConnections: 1, statementMs: null });
    try {
      await runMigrations(unlimited.pool, readMigrationFiles({ migrationsFolder }));
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

/** Whether the newest migration, or one of a later version, has been applied. */
async function isUpToDate(database: Database, migrationsFolder: string): Promise<boolean> {
  if (!(await hasMigrations(database))) return false;
  const { rows } = await database.pool.query<{ latest: string | null }>(
    'select max(created_at) as latest from drizzle.__drizzle_migrations',
  );
  const newest = readMigrationFiles({ migrationsFolder }).at(-1);
  return newest !== undefined && Number(rows[0]?.latest ?? -1) >= newest.folderMillis;
}
