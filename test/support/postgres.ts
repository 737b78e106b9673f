import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: Exclude<Connection, string>;
  }
}

/** The database that test databases are copied from: migrated, empty, never connected to again. */
export const TEMPLATE = 'shop_template';

/** Starts one PostgreSQL for the whole run, in a folder of its own, and takes it away afterwards. */
export default async function startPostgres(project: TestProject) {
  const projectRoot = process.cwd();
  const dataDir = await mkdtemp(join(tmpdir(), 'online-shop-test-'));
  // Under root, PostgreSQL runs as another user, who has to get in.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, projectRoot, durable: false });
  const { connection } = postgres;
  const main = openDatabase(connection);
  await main.pool.query(`create database ${TEMPLATE}`);
  await main.close();
  const template = openDatabase({ ...connection, database: TEMPLATE });
  await migrateDatabase(template, projectRoot);
  await template.close();
  project.provide('postgres', connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
