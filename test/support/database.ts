import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Connection, type Database, openDatabase } from '#db/client.ts';
import { TEMPLATE } from './postgres.ts';

export interface TestDatabase extends Database {
  connection: Exclude<Connection, string>;
  drop(): Promise<void>;
}

/** A database of its own: with every table and no rows, or from `template0` with nothing at all. */
export async function createTestDatabase(
  maxConnections = 10,
  template = TEMPLATE,
): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const main = openDatabase(server, { maxConnections: 1 });
    await main.pool.query(statement).finally(() => main.close());
  };
  await run(`create database ${name} template ${template}`);
  const connection = { ...server, database: name };
  const database = openDatabase(connection, { maxConnections });
  return {
    ...database,
    connection,
    async drop() {
      await database.close();
      await run(`drop database ${name} with (force)`);
    },
  };
}
