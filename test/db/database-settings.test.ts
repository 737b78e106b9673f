import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { describeDatabaseRefusal } from '#server/start/database-refusal.ts';
import { openShop } from '#server/start/open-shop.ts';
import { checkDatabase } from '#server/start/shop-database.ts';
import { silentLog } from '#shared/log.ts';
import { newDataFolder, removeDataFolder } from '../../scripts/running-shop.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { noPgbouncer, openPgbouncer } from '../support/pgbouncer.ts';
import { testConfig } from '../support/test-config.ts';

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

test('a database that refuses a user without a password, or what the user may not do, is named', async () => {
  const database = openDatabase({ ...own.connection, password: '' });
  await expect(checkDatabase({ database, place: 'here' }, 'demo')).rejects.toThrow(
    "The database at here can't be reached: it asks for a password. Check DATABASE_URL.",
  );
  await database.close();
  const refused = await own.pool.query('alter system set jit = off').catch((error) => error);
  expect(String(describeDatabaseRefusal(refused, 'here'))).toMatch(
    /^StartError: The database at here refuses this user: permission denied .+ owner of its database\.$/,
  );
});

test('a database that takes no changes is started on if nothing has to be written', async () => {
  const { database: name } = own.connection;
  const dataDir = await newDataFolder();
  const start = async () => {
    const database = openDatabase(own.connection);
    const opened = { database, dataDir, place: 'here', notices: [], close: database.close };
    const { signal } = new AbortController();
    const renderPage = async () => new Response('a page');
    return openShop({ config: testConfig(), opened, renderPage, log: silentLog, signal })
      .then(({ close }) => close())
      .catch(({ name, message }: Error) => `${name}: ${message}`);
  };
  // A demo with an account gets no products.
  await own.pool.query(
    "insert into users (id, name, email) values ('usr_1', 'Ann', 'ann@a.example')",
  );
  const takesNoChanges = (isOn: boolean) =>
    own.pool.query(`alter database ${name} set default_transaction_read_only = ${isOn}`);
  await takesNoChanges(true);
  expect(await start()).toMatch(/^StartError: The database at here takes no changes now, [^\n]+$/);
  // The pool's connections stay as they were.
  await takesNoChanges(false);
  expect(await start()).toBeUndefined();
  await takesNoChanges(true);
  expect(await start()).toBeUndefined();
  await takesNoChanges(false);
  await removeDataFolder(dataDir);
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
