import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, inTransaction, openDatabase, type Tx } from '#db/client.ts';
import { sqlState } from '#db/database-error.ts';
import { sendTogether } from '#db/send-together.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let direct: TestDatabase;
let database: Database;
beforeAll(async () => {
  direct = await createTestDatabase();
  database = openDatabase(direct.connection, { maxConnections: 2, statementMs: 200 });
  await database.pool.query('create table notes (nr int primary key)');
});
afterAll(async () => {
  await database.close();
  await direct.close();
});
beforeEach(() => database.pool.query('truncate notes'));

const note = async (tx: Tx, nr: number) => {
  await tx.execute(sql`insert into notes values (${nr})`);
};
const notes = async () =>
  (await database.pool.query('select nr from notes order by nr')).rows.map(({ nr }) => nr);
const stateOf = (work: Promise<unknown>) => work.then(() => 'committed', sqlState);

test('the locks of a transaction come before its first statement', async () => {
  const seen: string[] = [];
  const work = (name: string) =>
    inTransaction(
      database.db,
      async () => {
        seen.push(`${name} begins`);
        await sleep(50);
        seen.push(`${name} ends`);
      },
      { locks: ["one's", 'two'] },
    );
  await Promise.all([work('a'), work('b')]);
  const [first, second] = seen[0] === 'a begins' ? ['a', 'b'] : ['b', 'a'];
  expect(seen).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
});

test('a transaction waits for its locks no longer than a statement may take', async () => {
  const locks = ['held'];
  await inTransaction(
    database.db,
    async () => {
      const second = inTransaction(database.db, async () => {}, { locks });
      expect(await stateOf(second)).toBe('57014');
    },
    { locks },
  );
});

test('statements that are sent at once run in their order', async () => {
  const sum = await inTransaction(database.db, async (tx) => {
    const [, , { rows }] = await sendTogether([
      () => note(tx, 1),
      () => note(tx, 2),
      () => tx.execute(sql`select sum(nr)::int as sum from notes`),
      () => note(tx, 3),
    ]);
    return rows;
  });
  expect(sum).toEqual([{ sum: 3 }]);
  expect(await notes()).toEqual([1, 2, 3]);
});

test('when one of them fails, its error is told after the last one has ended, and nothing stays', async () => {
  let isEnded = false;
  const late = async (tx: Tx) => {
    await note(tx, 2).catch(() => {});
    await sleep(50);
    isEnded = true;
  };
  const work = inTransaction(database.db, (tx) =>
    sendTogether([() => note(tx, 1), () => note(tx, 1), () => late(tx)]),
  );
  expect(await stateOf(work)).toBe('23505');
  expect(isEnded).toBe(true);
  expect(await notes()).toEqual([]);
});

test('a transaction in which a failed statement was ignored is not reported as committed', async () => {
  const work = inTransaction(database.db, async (tx) => {
    await sendTogether([() => note(tx, 1), () => note(tx, 1).catch(() => {})]);
  });
  await expect(work).rejects.toThrow('A failed statement');
  expect(await notes()).toEqual([]);
});
