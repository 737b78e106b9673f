import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { findRefusal } from '#shared/errors.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const reason = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a text with a NUL never reaches PostgreSQL, and is a refusal', async () => {
  const { db, pool } = database;
  const statements = [
    () => db.execute(sql`select ${'a\0b'}::text`),
    () => pool.query('select $1::text', ['\0']),
    () => pool.query({ name: 'named', text: 'select $1::text[]', values: [['a', 'b\0']] }),
    () => inTransaction(db, (tx) => tx.execute(sql`select ${'\0'}::text`)),
  ];
  for (const run of statements) {
    const error = await reason(run());
    for (let e = error; e instanceof Error; e = e.cause)
      expect(e).not.toBeInstanceOf(pg.DatabaseError);
    expect(findRefusal(error)?.status).toBe(422);
  }
  expect((await pool.query('select $1::text as kept', ['ab'])).rows).toEqual([{ kept: 'ab' }]);
});

test('a refused text does not spoil the transaction that it was meant for', async () => {
  const kept = await inTransaction(database.db, async (tx) => {
    await reason(tx.execute(sql`select ${'\0'}::text`));
    return tx.execute(sql`select 1 as kept`);
  });
  expect(kept.rows).toEqual([{ kept: 1 }]);
});
