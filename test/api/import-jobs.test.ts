import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { importChecked } from '#features/product-management/product-management.ts';
import { addJob, runNextJob, storeFileFor } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import {
  act,
  find,
  many,
  never,
  query,
  runJob,
  shop,
  shopForEachTest,
  start,
} from '../support/importing.ts';

shopForEachTest();

describe('an import that is stopped', () => {
  const COUNT = 2_600;
  const countRows = async () => ({
    products: Number((await query('select count(*) from products'))[0]?.count),
    stock: Number((await query('select sum(quantity) from stock_movements'))[0]?.sum),
  });
  const whole = { products: COUNT, stock: COUNT * 3 };

  const waits = () =>
    query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
  /** Lets no product be inserted from when it is `held`, in turn with all that wait, until it is released. */
  const lockProducts = async () => {
    const connection = await shop.database.pool.connect();
    const held = connection.query('begin; lock table products in share mode');
    return {
      held,
      async release() {
        await connection.query('commit');
        connection.release();
      },
    };
  };

  /** Holds the next import before its first batch; `afterFirstBatch` lets only that one through. */
  const holdFirstBatch = async () => {
    const before = await lockProducts();
    await before.held;
    return {
      async afterFirstBatch() {
        await expect.poll(waits, { timeout: 40_000 }).toHaveLength(1);
        const after = await lockProducts();
        await expect.poll(waits).toHaveLength(2);
        await before.release();
        await after.held;
        return after;
      },
    };
  };

  test('by killing its process goes on in another one, without loss or doubles', async () => {
    const job = await start(many(COUNT));
    const { afterFirstBatch } = await holdFirstBatch();
    const connection = JSON.stringify(shop.database.connection);
    const child = spawn(
      process.execPath,
      ['test/support/job-process.ts', connection, shop.dataDir],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const ended = once(child, 'exit');
    const after = await afterFirstBatch();
    child.kill('SIGKILL');
    await ended;
    await after.release();
    const { done, status } = await find(job);
    expect(status).toBe('running');
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(COUNT);
    // Nobody else takes it before its lease ends.
    expect(await runJob()).toBe(false);
    await query("update staff_jobs set lease_until = now() - interval '1 second'");
    expect(await runJob()).toBe(true);
    expect(await find(job)).toMatchObject({
      status: 'done',
      done: COUNT,
      result: { added: COUNT, changed: 0, unchanged: 0 },
    });
    expect(await countRows()).toEqual(whole);
  });

  test('by hanging commits nothing more once another process has it', async () => {
    const job = await start(many(COUNT));
    const hanging = await shop.beside();
    // Its inserts wait for this lock.
    const { held, release } = await lockProducts();
    await held;
    const first = runNextJob(hanging.ctx, jobRunners, never);
    await expect.poll(waits).toHaveLength(1);
    await query("update staff_jobs set lease_until = now() - interval '1 second'");
    const second = runJob();
    await expect.poll(waits).toHaveLength(2);
    await release();
    await Promise.all([first, second]);
    expect(await find(job)).toMatchObject({ status: 'done', result: { added: COUNT } });
    expect(await countRows()).toEqual(whole);
  });

  test('by staff goes on when it is resumed, or stays as it is when it is cancelled', async () => {
    const job = await start(many(COUNT));
    const stopAfterFirst = (verb: string) => async () => {
      const { afterFirstBatch } = await holdFirstBatch();
      const running = runJob();
      const after = await afterFirstBatch();
      await act(job, verb);
      await after.release();
      await running;
    };
    await stopAfterFirst('pause')();
    const paused = await find(job);
    expect(paused.status).toBe('paused');
    expect(await runJob()).toBe(false);
    expect((await act(job, 'resume')).status).toBe(200);
    await stopAfterFirst('cancel')();
    const { status, done } = await find(job);
    expect(status).toBe('cancelled');
    expect(done).toBeGreaterThan(paused.done);
    expect((await countRows()).products).toBe(done);
    expect((await act(job, 'resume')).status).toBe(409);
    // The shop's end stops a job, too, and another process goes on at once.
    const other = await start(many(COUNT));
    const closing = new AbortController();
    closing.abort();
    expect(await runNextJob(shop.context.ctx, jobRunners, closing.signal)).toBe(true);
    expect((await find(other)).status).toBe('running');
    expect(await runJob()).toBe(true);
    expect(await find(other)).toMatchObject({ status: 'done', result: { unchanged: done } });
    expect(await countRows()).toEqual(whole);
  });
});

test('the file of a dry run is imported once, however often that is pressed', async () => {
  const { ctx } = shop.context;
  const [user] = await query("select id, email, name, role from users where role = 'admin'");
  const staff = {
    user: { ...user, image: null, emailVerified: true },
    session: null,
    cartToken: null,
  };
  const check = await start(many(3), { dryRun: 'true' });
  expect(await runJob()).toBe(true);
  const press = () => importChecked(ctx, staff, check._id);
  const pressed = await Promise.all([press(), press(), press()]);
  expect(new Set(pressed.map(({ id }) => id)).size).toBe(1);
  expect(await runJob()).toBe(true);
  const [{ id }] = [await press()];
  expect(id).toBe(pressed[0]?.id);
  expect(await runJob()).toBe(false);

  expect((await act({ _id: id }, 'undo')).status).toBe(200);
  expect(await runJob()).toBe(true);
  expect((await press()).id).not.toBe(id);
});

test('a job that fails at the same place is given up, and a broken file fails at once', async () => {
  const job = await start(`${many(3)}x,"never closed\n`);
  await runJob();
  expect(await find(job)).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^Line 5: A quote/),
  });
  expect(await query('select count(*) from products')).toEqual([{ count: '0' }]);
  const { ctx } = shop.context;
  const fileId = await storeFileFor(ctx, 'test', 'x.csv', new Blob([many(1)]).stream());
  const { id } = await addJob(ctx, 'test', {
    kind: 'import',
    input: {},
    fileId,
    undoable: true,
    about: {},
  });
  const broken = {
    ...jobRunners,
    import: { run: () => Promise.reject(new Error('broken')), undo: async () => {} },
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await query(
      "update staff_jobs set lease_until = now() - interval '1 second' where lease is not null",
    );
    expect(await runNextJob(ctx, broken, never)).toBe(true);
  }
  expect(await find({ _id: id })).toMatchObject({ status: 'failed' });
  expect(await runJob()).toBe(false);
});
