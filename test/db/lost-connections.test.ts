import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, openDatabase } from '#db/client.ts';
import { findRefusal } from '#shared/errors.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('a connection lost between two statements fails its transaction, and not the process', async () => {
  const lost: string[] = [];
  const shop = openDatabase(database.connection, { onError: ({ message }) => lost.push(message) });
  const unfinished = inTransaction(shop.db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    // Nothing is asked of the connection when it goes: without a listener this ends the process.
    await expect.poll(() => lost.length).toBeGreaterThan(0);
    await tx.execute(sql`select 1`);
  });
  await expect(unfinished).rejects.toThrow();
  const { rows } = await shop.db.execute(sql`select 1 as one`);
  expect(rows).toEqual([{ one: 1 }]);
  await shop.close();
});

test('a server that refuses the connection is away, whatever its reason', async () => {
  const { connection, close } = await createTestDatabase();
  const { user, database: closed } = connection;
  await database.pool.query(`alter database ${closed} allow_connections false`);
  for (const place of [{ database: closed }, { database: 'absent' }, { user: `not_${user}` }]) {
    const shop = openDatabase({ ...connection, ...place });
    const error = await shop.db.execute(sql`select 1`).catch((cause: unknown) => cause);
    expect([place, findRefusal(error)]).toMatchObject([place, { status: 503 }]);
    await shop.close();
  }
  // In a statement the same code stays a fault.
  const fault = await database.db.execute(sql`select lastval()`).catch((cause: unknown) => cause);
  expect(fault).toMatchObject({ cause: { code: '55000' } });
  expect(findRefusal(fault)).toBeNull();
  await close();
});
