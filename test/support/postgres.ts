import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Connection, type Database, openDatabase } from '#db/client.ts';
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
  await shrinkCatalogs(template);
  await template.close();
  project.provide('postgres', connection);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * Takes out what the migrations have left behind in PostgreSQL's own tables. Every copy has these, and
 * every connection reads them. The tables of the shop stay as no vacuum has seen them, for the planner.
 */
async function shrinkCatalogs({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' and not relisshared`,
  );
  await pool.query(`vacuum (full) ${rows.map(({ name }) => name).join(', ')}`);
}
