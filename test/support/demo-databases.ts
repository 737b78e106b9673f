import { type Connection, openDatabase } from '#db/client.ts';
import { findBinaries } from '#db/embedded/binaries.ts';
import { openCluster, SHOP } from '#db/embedded/cluster.ts';
import { openDataFolder } from '#db/embedded/data-folder.ts';
import { ensurePostmaster, stopPostmaster } from '#db/embedded/postmaster.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { TEMPLATE } from './postgres.ts';

/** The database of a demo shop that nobody has used, for tests to copy. */
export const DEMO = 'shop_demo';

/** Makes the databases of a new folder: the template of tests, and the shop's own as a copy of it. */
export async function makeDatabases(dataDir: string): Promise<void> {
  await withPostgres(dataDir, async (run, connection) => {
    await run(`create database ${TEMPLATE}`);
    const template = openDatabase({ ...connection, database: TEMPLATE });
    await migrateDatabase(template, process.cwd()).finally(() => template.close());
    await run(`drop database ${SHOP}`);
    await run(`create database ${SHOP} template ${TEMPLATE}`);
  });
}

/** Copies the database of the demo shop that the folder holds. */
export function copyDemoDatabase(dataDir: string): Promise<void> {
  return withPostgres(dataDir, (run) => run(`create database ${DEMO} template ${SHOP}`));
}

/**
 * Runs PostgreSQL on a folder without a connection to the shop's database: one that somebody uses
 * can't be copied, and a shop uses its own all the time.
 */
async function withPostgres(
  dataDir: string,
  work: (
    run: (statement: string) => Promise<void>,
    connection: Exclude<Connection, string>,
  ) => Promise<void>,
): Promise<void> {
  const projectRoot = process.cwd();
  const { path, user } = await openDataFolder({ dataDir, projectRoot, isDefault: false });
  const binaries = await findBinaries(projectRoot, user);
  const durable = false;
  const cluster = await openCluster({ dataDir: path, user, binaries, durable });
  const server = { cluster, binaries, user, durable };
  const connection = { ...(await ensurePostmaster(server)), database: 'postgres' };
  const database = openDatabase(connection, { maxConnections: 1, statementMs: null });
  const run = async (statement: string) => {
    await database.pool.query(statement);
  };
  try {
    await work(run, connection);
  } finally {
    await database.close();
    await stopPostmaster(server);
  }
}
