import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { checkDatabase } from '#server/start/shop-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { noPgbouncer, openPgbouncer } from '../support/pgbouncer.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase(2);
});
afterAll(() => own.close());

/** What a start says on new connections to this address; null when it goes on. */
async function refusalAt(connection: Parameters<typeof openDatabase>[0]): Promise<string | null> {
  const database = openDatabase(connection);
  try {
    await checkDatabase({ database, place: 'here' }, 'demo');
    return null;
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  } finally {
    await database.close();
  }
}

test('a database that writes dates in another style is refused with the statement that helps', async () => {
  const { database: name, user } = own.connection;
  expect(await refusalAt(own.connection)).toBeNull();
  for (const style of ['SQL, DMY', 'German, DMY', 'Postgres, MDY']) {
    await own.pool.query(`alter database ${name} set DateStyle = '${style}'`);
    await own.pool.query(`alter role ${user} in database ${name} reset DateStyle`);
    const order = style.split(', ')[1];
    const statement = `alter role ${user} in database ${name} set DateStyle = 'ISO, ${order}'`;
    const refusal = await refusalAt(own.connection);
    expect(refusal).toBe(
      `StartError: The database at here writes dates in the style ${style}, but the shop only reads ISO. Run this in it: ${statement};`,
    );
    await own.pool.query(refusal?.split('in it: ')[1] ?? '');
    expect(await refusalAt(own.connection)).toBeNull();
  }
});

test.each([
  ['SQL_ASCII', 'stores text in SQL_ASCII, but the shop needs UTF8.'],
  ['UTF8', 'does not know which capital and small letters beyond ASCII belong together'],
])('a new database that finds no words beyond ASCII is refused: %s', async (encoding, fault) => {
  const database = `${own.connection.database}_${encoding.toLowerCase()}`;
  const kind = `encoding '${encoding}' locale_provider libc locale 'C' template template0`;
  await own.pool.query(`create database ${database} ${kind}`);
  try {
    const refusal = await refusalAt({ ...own.connection, database });
    expect(refusal).toContain(`StartError: The database at here ${fault}`);
  } finally {
    await own.pool.query(`drop database ${database}`);
  }
});

test.skipIf(noPgbouncer)(
  'a pooler of statements is refused in a line that says what to set',
  async () => {
    const pooler = await openPgbouncer(own.connection, 'statement');
    try {
      expect(await refusalAt(pooler.url)).toBe(
        'StartError: The pooler at here gives each statement another session, and the shop needs transactions. Set its pool_mode to transaction.',
      );
    } finally {
      await pooler.close();
    }
  },
);
