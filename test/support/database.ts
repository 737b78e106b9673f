import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Connection, type Database, openDatabase } from '#db/client.ts';
import { TEMPLATE } from './postgres.ts';
import { prepareStatements } from './prepare-statements.ts';

export interface TestDatabase extends Database {
  connection: Exclude<Connection, string>;
}

/** Makes the databases of a worker; it ends with the worker. */
let main: Database | undefined;

/**
 * A database of its own: with every table and no rows, or from `template0` with nothing at all. It
 * goes with the server at the end of the run: dropping one waits for a checkpoint, which a busy disk
 * can draw out beyond any limit.
 */
export async function createTestDatabase(
  maxConnections = 10,
  template = TEMPLATE,
): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  main ??= openDatabase(server, { maxConnections: 1, statementMs: null });
  await main.pool.query(`create database ${name} template ${template} strategy file_copy`);
  const connection = { ...server, database: name };
  const database = openDatabase(connection, { maxConnections });
  // Crowds that wait for one lock wait for a connection before, and on a slow machine for longer than
  // a shop lets them.
  database.pool.options.connectionTimeoutMillis = 30_000;
  prepareStatements(database.pool);
  return { ...database, connection };
}

/**
 * Counts the rows of `tables`, or of all, anew for the planner. It has no limit: on a slow machine
 * that takes longer than a shop waits for a statement.
 */
export async function analyze(database: Database, ...tables: string[]): Promise<void> {
  const unlimited = database.beside({ maxConnections: 1, statementMs: null });
  try {
    await unlimited.pool.query(`analyze ${tables.join(', ')}`);
  } finally {
    await unlimited.close();
  }
}

/** How `DATABASE_URL` names a database whose server listens on a socket. */
export function socketUrl({ host, port, user, password, database }: TestDatabase['connection']) {
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}:${password}@localhost/${database}?${place}`;
}

/** A database of its own for shops of tests: see `startDemoPostgres`. */
export function createDemoDatabase(maxConnections?: number): Promise<TestDatabase> {
  return createTestDatabase(maxConnections, inject('demo'));
}
