import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, inTransaction, openDatabase } from '#db/client.ts';
import { createCacheInvalidation } from '#features/cache-invalidation/cache-invalidation.ts';
import { createApp } from '#server/http/app.ts';
import { findRefusal } from '#shared/errors.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../support/database-proxy.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let proxy: DatabaseProxy;
let database: Database;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.database.pool.query('create table notes (words text)');
});
afterAll(() => shop.close());
// One connection, so that one which is kept for good is noticed at the next statement.
beforeEach(async () => {
  proxy = await openDatabaseProxy(shop.database.connection);
  database = openDatabase(proxy.connection, { maxConnections: 1, statementMs: 200 });
});
afterEach(async () => {
  proxy.close();
  await database.close();
});

const away = { code: 'unavailable', status: 503, retryAfterSeconds: 10 };
const refusalOf = async (work: Promise<unknown>) =>
  findRefusal(await work.catch((error: unknown) => error));
const isUsable = async () => (await database.pool.query('select 1 as one')).rows;
const notes = async () => (await shop.database.pool.query('select words from notes')).rows;

test('a statement that gets no response is given up, and its connection with it', async () => {
  await isUsable();
  proxy.silence();
  expect(await refusalOf(database.pool.query('select 1'))).toMatchObject(away);
  proxy.speak();
  expect(await isUsable()).toEqual([{ one: 1 }]);
});

test.for(['begin', 'insert into', 'commit'])(
  'a transaction whose "%s" gets no response is given up, and its connection with it',
  async (swallowed) => {
    await isUsable();
    proxy.swallow(swallowed);
    const work = inTransaction(database.db, (tx) =>
      tx.execute(sql`insert into notes values ('never')`),
    );
    expect(await refusalOf(work)).toMatchObject(away);
    proxy.speak();
    expect(await isUsable()).toEqual([{ one: 1 }]);
    expect(await notes()).toEqual([]);
  },
);

test('a transaction carries its limits with it, and leaves none behind', async () => {
  const show = sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  const inside = await inTransaction(database.db, async (tx) => (await tx.execute(show)).rows);
  expect(inside).toEqual([{ statement: '200ms', idle: '15s' }]);
  expect((await database.db.execute(show)).rows).toEqual([{ statement: '0', idle: '0' }]);
});

test('a read that takes too long ends at the server as well', async () => {
  const slow = database.pool.query(`select 'slow read', pg_sleep(60)`);
  expect(await refusalOf(slow)).toMatchObject(away);
  const running = `select count(*)::int as n from pg_stat_activity
    where state = 'active' and query like 'select ''slow read''%'`;
  await expect.poll(async () => (await shop.database.pool.query(running)).rows).toEqual([{ n: 0 }]);
});

test('a write is never canceled: nobody could say whether it was done', async () => {
  const slow = database.pool.query(`with slow as (insert into notes values ('w') returning words)
    select words, pg_sleep(2) from slow`);
  expect(await refusalOf(slow)).toMatchObject(away);
  await expect.poll(notes).toEqual([{ words: 'w' }]);
  await shop.database.pool.query('delete from notes');
});

test('a write that waits for a lock ends at the embedded server once it is given up', async () => {
  const { pool } = shop.database;
  const waiting = `select count(*)::int as n from pg_stat_activity
    where state = 'active' and query like 'insert into notes%'`;
  const locker = await pool.connect();
  await locker.query('begin; lock table notes');
  const write = database.pool.query(`insert into notes values ('waited')`);
  await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([{ n: 1 }]);
  expect(await refusalOf(write)).toMatchObject(away);
  await expect.poll(async () => (await pool.query(waiting)).rows).toEqual([{ n: 0 }]);
  await locker.query('commit');
  locker.release();
  expect(await notes()).toEqual([]);
});

test('while the database is silent, the shop says so, and shows nothing from before', async () => {
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
