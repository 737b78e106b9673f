import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJobs } from '#server/jobs/jobs.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

/** The connections that hold the lock of the rounds, by process id of the server. */
async function holders(): Promise<number[]> {
  const { rows } = await shop.database.pool.query(
    `select pid from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

/** Holds every round up until `release`, as a slow provider would. */
async function holdUp() {
  const client = await shop.database.pool.connect();
  await client.query('begin; lock table orders in access exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test('one process at a time runs the jobs, and the others leave them to it', async () => {
  const other = await shop.beside();
  const release = await holdUp();
  const first = runJobs(shop.context);
  await expect.poll(holders).toHaveLength(1);
  expect(await runJobs(other)).toBe(false);
  expect(await runJobs(shop.context)).toBe(false);
  await release();
  expect(await first).toBe(true);
  expect(await runJobs(other)).toBe(true);
  expect(await holders()).toEqual([]);
});

test('of many processes that begin at once, one runs the round', async () => {
  const others = [await shop.beside(), await shop.beside(), await shop.beside()];
  const release = await holdUp();
  const rounds = [shop.context, ...others].map(runJobs);
  await expect.poll(holders).toHaveLength(1);
  // Whoever was late to ask has its result by now, or gets it before the round is over.
  await expect.poll(() => settled(rounds)).toBe(3);
  await release();
  expect((await Promise.all(rounds)).filter(Boolean)).toHaveLength(1);
});

test('a process that dies in its round leaves the next one to another', async () => {
  const other = await shop.beside();
  const release = await holdUp();
  const dying = runJobs(other).catch(() => false);
  await expect.poll(holders).toHaveLength(1);
  expect(await runJobs(shop.context)).toBe(false);
  // What PostgreSQL sees of a process that was killed: its connection is gone.
  await shop.database.pool.query('select pg_terminate_backend($1)', await holders());
  await expect.poll(holders).toHaveLength(0);
  await release();
  expect(await runJobs(shop.context)).toBe(true);
  await dying;
});

async function settled(work: Promise<unknown>[]): Promise<number> {
  const pending = Symbol('pending');
  const states = await Promise.all(work.map((each) => Promise.race([each, pending])));
  return states.filter((state) => state !== pending).length;
}
