import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { minor, timestamptz } from '#db/columns.ts';
import { insertRows } from '#db/insert-rows.ts';
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

test('rows are stored as they are given, whatever their texts have in them', async () => {
  const controls = String.fromCharCode(...Array.from({ length: 255 }, (_, at) => at + 1));
  const texts = [
    ...[
      '',
      ' ',
      'null',
      'NULL',
      '{}',
      '{a,b}',
      '"',
      '\\',
      '\\n',
      '\\u0041',
      "it's; --",
      '[1]',
      'é 😀',
    ],
    controls,
  ];
  const kept = pgTable('kept_rows', {
    nr: integer('nr').notNull(),
    text: text('the_text'),
    list: text('list').array().notNull(),
    data: jsonb('data'),
    isEven: boolean('is_even').notNull().default(false),
    small: smallint('small').notNull(),
    amount: minor('amount'),
    at: timestamptz('at'),
    unused: text('unused'),
  });
  const rows = texts.map((one, nr) => ({
    nr,
    text: nr === 3 ? null : one,
    list: texts.slice(nr + 1),
    data: nr === 4 ? null : { [one]: [one, null, nr] },
    isEven: nr % 2 === 0,
    small: 3 - nr,
    amount: nr === 5 ? null : 1_000_000_000_000 + nr,
    at: nr === 6 ? null : new Date(Date.UTC(2026, 0, 1) + nr),
    unused: null,
  }));
  const stored = await inTransaction(database.db, async (tx) => {
    await tx.execute(sql`create temporary table kept_rows (
      nr int, the_text text, list text[], data jsonb, is_even boolean, small smallint, amount bigint,
      at timestamptz(3), unused text default 'a default') on commit drop`);
    await insertRows(tx, kept, rows);
    await insertRows(tx, kept, []);
    for (const text of ['half \ud83d', 'a\0b']) {
      const [row] = rows.map((one) => ({ ...one, text }));
      const refused = insertRows(tx, kept, row ? [row] : []).catch((error: unknown) => error);
      expect(findRefusal(await refused)).toMatchObject({ code: 'invalid_request' });
    }
    return tx.select().from(kept).orderBy(kept.nr);
  });
  expect(stored).toEqual(rows.map((row) => ({ ...row, unused: 'a default' })));
});
