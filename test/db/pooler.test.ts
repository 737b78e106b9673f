import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, inTransaction, openDatabase } from '#db/client.ts';
import { tryDatabaseLock } from '#db/database-lock.ts';
import { queryPrepared } from '#db/prepared.ts';
import type { LimitedQuery } from '#db/statement-limits.ts';
import { errorCode } from '#shared/start-error.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { noPgbouncer, openPgbouncer, type Pgbouncer } from '../support/pgbouncer.ts';

describe.skipIf(noPgbouncer)(`behind PgBouncer in transaction mode ${noPgbouncer || ''}`, () => {
  let direct: TestDatabase;
  let pooler: Pgbouncer;
  let one: Database;
  let two: Database;
  // Which still expect that sessions keep prepared statements.
  let three: Database;
  let four: Database;
  beforeAll(async () => {
    direct = await createTestDatabase();
    pooler = await openPgbouncer(direct.connection);
    one = openDatabase(pooler.url);
    two = openDatabase(pooler.url);
    three = openDatabase(pooler.url);
    four = openDatabase(pooler.url);
  });
  afterAll(async () => {
    await Promise.all([one, two, three, four].map((database) => database.close()));
    await pooler.close();
    await direct.close();
  });

  test('a lock is held by one process at a time, through all that its work asks', async () => {
    const work = async () => {};
    const attempts: boolean[] = [];
    const isRun = await tryDatabaseLock(one, 'pooled', async () => {
      for (let i = 0; i < 5; i += 1) {
        await Promise.all([1, 2, 3].map(() => one.pool.query('select pg_sleep(0.01)')));
        attempts.push(await tryDatabaseLock(two, 'pooled', work));
      }
    });
    expect(isRun).toBe(true);
    expect(attempts).toEqual([false, false, false, false, false]);
    expect(await tryDatabaseLock(two, 'pooled', work)).toBe(true);
  });

  test('a prepared statement that the pooler has lost is asked without', async () => {
    const text = 'select $1::int as n, pg_sleep(0.01)';
    for (let round = 0; round < 5; round += 1) {
      const asked = Array.from({ length: 8 }, (_, n) =>
        queryPrepared(n % 2 ? one.pool : two.pool, text, [n], { limitMs: 5_000 }),
      );
      const rows = (await Promise.all(asked)).flat();
      expect(rows.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
  });

  test('a transaction whose prepared statement the pooler has lost runs again without', async () => {
    const runs: number[] = [];
    const work = (database: Database, n: number) =>
      inTransaction(
        database.db,
        async (tx) => {
          runs.push(n);
          return (await tx.execute(sql`select ${n}::int as n, pg_sleep(0.01)`)).rows[0]?.n;
        },
        { prepared: true },
      );
    for (let round = 0; round < 5; round += 1) {
      const asked = Array.from({ length: 8 }, (_, n) => work(n % 2 ? three : four, n));
      expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
    expect(runs.length).toBeGreaterThan(40);
  });

  test('the limits of a transaction stay with it, whatever session it got', async () => {
    const setting = sql`select current_setting('statement_timeout') as statement`;
    const inside = await Promise.all(
      [1, 2, 3, 4].map(() =>
        inTransaction(one.db, async (tx) => (await tx.execute(setting)).rows[0]),
      ),
    );
    for (const row of inside) expect(row).toEqual({ statement: '8s' });
    const outside = await Promise.all([1, 2, 3, 4].map(() => two.db.execute(setting)));
    for (const { rows } of outside) expect(rows).toEqual([{ statement: '0' }]);
  });

  test('reads that take too long are cancelled at the server, and the pooler goes on', async () => {
    const slow = { text: 'select pg_sleep(5)', limitMs: 200 } satisfies LimitedQuery;
    const codes = await Promise.all(
      [one, two, one, two].map(({ pool }) =>
        pool.query(slow).catch((error: unknown) => errorCode(error)),
      ),
    );
    expect(codes).toEqual(Array(4).fill('57014'));
    expect((await one.pool.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  });
});
