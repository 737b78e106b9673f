import { sql } from 'drizzle-orm';
import { afterAll, test as base, beforeAll, describe, expect } from 'vitest';
import { type Database, inTransaction, openDatabase } from '#db/client.ts';
import { createCacheInvalidation } from '#features/cache-invalidation/cache-invalidation.ts';
import { createApp } from '#server/http/app.ts';
import { findRefusal } from '#shared/errors.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** A line to the shop's database, and a table that only the test with this line knows. */
interface Line {
  proxy: DatabaseProxy;
  /** Has one connection, so that one which is kept for good is noticed at the next statement. */
  database: Database;
  table: string;
}

let lines = 0;
const test = base.extend<{ line: Line }>({
  // biome-ignore lint/correctness/noEmptyPattern: the library reads from it what a fixture needs
  line: async ({}, use) => {
    lines += 1;
    const table = `notes_${lines}`;
    await shop.database.pool.query(`create table ${table} (words text)`);
    const proxy = await openDatabaseProxy(shop.database.connection);
    const database = openDatabase(proxy.connection, { maxConnections: 1, statementMs: 200 });
    await use({ proxy, database, table });
    proxy.close();
    await database.close();
  },
});

const away = { code: 'unavailable', status: 503, retryAfterSeconds: 10 };
const refusalOf = async (work: Promise<unknown>) =>
  findRefusal(await work.catch((error: unknown) => error));
const isUsable = async ({ database }: Line) => (await database.pool.query('select 1 as one')).rows;
const notes = async ({ table }: Line) =>
  (await shop.database.pool.query(`select words from ${table}`)).rows;

// They wait for time limits most of the time, so they do it side by side.
describe.concurrent('on a line that falls silent or slow', () => {
  test('a statement that gets no response is given up, and its connection with it', async ({
    line,
  }) => {
    const { proxy, database } = line;
    await isUsable(line);
    proxy.silence();
    expect(await refusalOf(database.pool.query('select 1'))).toMatchObject(away);
    proxy.speak();
    expect(await isUsable(line)).toEqual([{ one: 1 }]);
  });

  test.for(['begin', 'insert into', 'commit'])(
    'a transaction whose "%s" gets no response is given up, and its connection with it',
    async (swallowed, { line }) => {
      const { proxy, database, table } = line;
      await isUsable(line);
      proxy.swallow(swallowed);
      const work = inTransaction(database.db, (tx) =>
        tx.execute(sql`insert into ${sql.raw(table)} values ('never')`),
      );
      expect(await refusalOf(work)).toMatchObject(away);
      proxy.speak();
      expect(await isUsable(line)).toEqual([{ one: 1 }]);
      expect(await notes(line)).toEqual([]);
    },
  );

  test('a transaction carries its limits with it, and leaves none behind', async ({ line }) => {
    const { database } = line;
    const show = sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`;
    const inside = await inTransaction(database.db, async (tx) => (await tx.execute(show)).rows);
    expect(inside).toEqual([{ statement: '200ms', idle: '15s' }]);
    expect((await database.db.execute(show)).rows).toEqual([{ statement: '0', idle: '0' }]);
  });

  test('a read that takes too long ends at the server as well', async ({ line, expect }) => {
    const slow = line.database.pool.query(`select 'slow read', pg_sleep(60)`);
    expect(await refusalOf(slow)).toMatchObject(away);
    const running = `select count(*)::int as n from pg_stat_activity
      where state = 'active' and query like 'select ''slow read''%'`;
    await expect
      .poll(async () => (await shop.database.pool.query(running)).rows)
      .toEqual([{ n: 0 }]);
  });

  test('a write is never canceled: nobody could say whether it was done', async ({
    line,
    expect,
  }) => {
    const slow =
      line.database.pool.query(`with slow as (insert into ${line.table} values ('w') returning words)
      select words, pg_sleep(2) from slow`);
    expect(await refusalOf(slow)).toMatchObject(away);
    await expect.poll(() => notes(line)).toEqual([{ words: 'w' }]);
  });

  test('a write that waits for a lock ends at the embedded server once it is given up', async ({
    line,
    expect,
  }) => {
    const { pool } = shop.database;
    const waiting = `select count(*)::int as n from pg_stat_activity
      where state = 'active' and query like 'insert into ${line.table} %'`;
    const locker = await pool.connect();
    await locker.query(`begin; lock table ${line.table}`);
    const write = line.database.pool.query(`insert into ${line.table} values ('waited')`);
    await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([{ n: 1 }]);
    expect(await refusalOf(write)).toMatchObject(away);
    await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([{ n: 0 }]);
    await locker.query('commit');
    locker.release();
    expect(await notes(line)).toEqual([]);
  });

  test('while the database is silent, the shop says so, and shows nothing from before', async ({
    line,
  }) => {
    const { proxy, database } = line;
    const { ctx } = shop.context;
    const told: unknown[] = [];
    const several = database.beside({ maxConnections: 4 });
    const invalidation = createCacheInvalidation(several, {
      isFresh: () => true,
      invalidate: (it) => told.push(it),
    });
    const visitor = { sessionToken: null, cartToken: null };
    const app = createApp({
      context: { ...shop.context, database: several, ctx: { ...ctx, db: several.db } },
      renderPage: async () => new Response('a page'),
    });
    await invalidation.check(visitor);
    expect((await app.request('/products')).status).toBe(200);
    expect((await app.request('/readyz')).status).toBe(200);
    proxy.silence();
    const [ready, list, kept] = await Promise.all([
      app.request('/readyz'),
      app.request('/products'),
      refusalOf(invalidation.check(visitor)),
    ]);
    for (const response of [ready, list]) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('10');
      expect(await response.json()).toMatchObject({ code: 'unavailable' });
    }
    expect(kept).toMatchObject(away);
    expect(told).toEqual([null]);
    proxy.speak();
    expect((await app.request('/readyz')).status).toBe(200);
    await invalidation.check(visitor);
    await several.close();
  });
});
