import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { ImportInput, ImportResult } from '#features/product-management/import.schema.ts';
import {
  categoriesNow,
  checkAgain,
  checkUpload,
  findAddingImport,
  importChecked,
} from '#features/product-management/product-management.ts';
import { addJob, getJob, runNextJob, storeFileFor } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { newId } from '#shared/ids.ts';
import {
  act,
  admin,
  find,
  many,
  never,
  query,
  runImport,
  runJob,
  shop,
  shopForEachTest,
  start,
} from '../support/importing.ts';
import { csv } from '../support/product-csv.ts';
import { actorOf } from '../support/shop.ts';

shopForEachTest();

describe('an import that is stopped', () => {
  // More than a pause and a stop let through, each with up to three batches.
  const COUNT = 5_200;
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

test('the chosen category may be renamed after the check, and has to be chosen anew when it was deleted', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const added = await admin.post('/api/v1/categories', { name: 'Cats' });
  const { _id, version } = await added.json();
  const file = csv([{ Handle: 'bowl', Title: 'Bowl', Type: '' }]);
  const check = await runImport(file, { dryRun: 'true', category: 'Cats' });
  expect(check.result).toMatchObject({ added: 1, uncategorised: 1 });
  const waiting = await start(file, { dryRun: 'true', category: 'Cats' });
  const headers = { 'If-Match': `"${version}"` };
  const pets = { name: 'Pets' };
  const renamed = await admin.request('PATCH', `/api/v1/categories/${_id}`, pets, headers);
  expect(renamed.status).toBe(200);
  expect(await runJob()).toBe(true);
  expect((await find(waiting)).result).toMatchObject({ added: 1, refused: 0 });
  const now = async (job: { _id: string }) => {
    const { input, result } = await getJob(ctx, staff, job._id);
    return categoriesNow(ctx, input as unknown as ImportInput, result as Partial<ImportResult>);
  };
  expect(await now(check)).toMatchObject({ chosen: 'Pets', added: [], kept: [] });
  const { id } = await importChecked(ctx, staff, check._id);
  expect(await runJob()).toBe(true);
  expect((await find({ _id: id })).result).toMatchObject({ added: 1 });
  expect(await query('select category from products')).toEqual([{ category: _id }]);

  const own = csv([{ Handle: 'fan', Title: 'Fan', Category: 'Fans' }], ['Product ID', 'Category']);
  const other = await runImport(own, { category: 'Pets' });
  await query(
    "update products set category = (select id from categories where name = 'Cloths') where slug = 'bowl'",
  );
  expect((await admin.delete(`/api/v1/categories/${_id}`)).status).toBeLessThan(300);
  expect(await now(check)).toMatchObject({ chosen: null });
  await expect(importChecked(ctx, staff, waiting._id)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('"Cats", which was chosen'),
  });
  const named = { newCategories: [{ id: _id, name: 'Cats', isUsed: true }] };
  const { input } = await getJob(ctx, staff, check._id);
  const words = await categoriesNow(ctx, input as unknown as ImportInput, named);
  expect(words.added).toEqual(['Cats (deleted since)']);
  // What was added in a new category goes to another one of the shop instead, which is said.
  expect((await act(other, 'undo')).status).toBe(200);
  expect(await runJob()).toBe(true);
  const [fan] = await query("select category as id from products where slug = 'fan'");
  expect((await find(other)).result).toMatchObject({ takenBack: 1, kept: 0, archivedIn: fan });
  expect((await now(other)).archivedIn).toBe('Cloths');
});

test('an unknown table is checked with the columns of the last import with the same heading, or as it is detected', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const choices = {
    category: 'Cloths',
    existing: 'update',
    images: 'fetch',
    uncounted: 0,
  } as const;
  const upload = async (name: string, text: string) => {
    const id = await storeFileFor(ctx, admin.id, name, new Blob([text]).stream());
    return check(await checkUpload(ctx, staff, id, choices));
  };
  const check = async ({ id }: { id: string }) => {
    expect(await runJob()).toBe(true);
    const { input, status } = await getJob(ctx, staff, id);
    const { mapping, columnsFrom } = input as unknown as ImportInput;
    return { id, status, mapping, from: columnsFrom?.fileName };
  };
  const chosen = { Title: 'Ware', 'Variant SKU': 'Nummer', 'Variant Price': 'Betrag' };
  const first = await upload('week1.csv', 'Ware;Nummer;Betrag;Preis\nScarf;A;12;1\n');
  expect(first).toMatchObject({ mapping: { 'Variant Price': 'Preis' }, from: undefined });
  const mapped = await check(
    await checkAgain(ctx, staff, first.id, { ...choices, mapping: chosen }),
  );
  expect(mapped).toMatchObject({ status: 'done', mapping: chosen, from: undefined });
  // A check alone is no rule for the next file.
  expect((await upload('week1.csv', 'Ware;Nummer;Betrag;Preis\n')).from).toBeUndefined();
  const imported = await check(await importChecked(ctx, staff, mapped.id));

  const next = await upload('week2.csv', 'Preis;Betrag;Ware;Nummer\n1;13;Scarf;A\n1;9;Cap;B\n');
  expect(next).toMatchObject({ status: 'done', mapping: chosen, from: 'week1.csv' });
  expect((await upload('more.csv', 'Preis;Betrag;Ware;Nummer;Farbe\n')).from).toBeUndefined();
  // Other choices leave the columns as they are; other columns are chosen by hand.
  const same = { ...choices, uncounted: 5, mapping: { ...chosen, Handle: '' } };
  expect(await check(await checkAgain(ctx, staff, next.id, same))).toMatchObject({
    from: 'week1.csv',
  });
  const other = { ...choices, mapping: { ...chosen, 'Variant Price': 'Preis' } };
  expect((await check(await checkAgain(ctx, staff, next.id, other))).from).toBeUndefined();
  const detected = await check(
    await checkAgain(ctx, staff, next.id, { ...choices, mapping: null }),
  );
  expect(detected).toMatchObject({ mapping: first.mapping, from: undefined });

  // The product tells which import added it, and a later one only changed it.
  const [scarf] = await query("select id from products where name = 'Scarf'");
  const adding = { jobId: imported.id, fileName: 'week1.csv', by: admin.id };
  expect(await findAddingImport(ctx, staff, scarf.id)).toMatchObject(adding);

  // An import that was undone may have had the wrong columns.
  const second = await check(await importChecked(ctx, staff, next.id));
  expect(second).toMatchObject({ mapping: chosen, from: 'week1.csv' });
  expect(await query('select name, price_minor from products order by name')).toEqual([
    { name: 'Cap', price_minor: '900' },
    { name: 'Scarf', price_minor: '1300' },
  ]);
  expect(await findAddingImport(ctx, staff, scarf.id)).toMatchObject(adding);
  const [cap] = await query("select id from products where name = 'Cap'");
  expect((await findAddingImport(ctx, staff, cap.id))?.jobId).toBe(second.id);
  expect(await findAddingImport(ctx, staff, newId('prd'))).toBeNull();
  expect(await findAddingImport(ctx, staff, 'prd_1')).toBeNull();
  const third = async () => (await upload('week3.csv', 'Ware;Nummer;Betrag;Preis\n')).from;
  expect(await third()).toBe('week2.csv');
  for (const [{ id: _id }, then] of [
    [second, 'week1.csv'],
    [imported, undefined],
  ] as const) {
    expect((await act({ _id }, 'undo')).status).toBe(200);
    expect(await runJob()).toBe(true);
    expect(await third()).toBe(then);
  }
});

test('a job that fails at the same place is given up, and a broken file fails at once', async () => {
  const job = await start(`${many(3)}x,"never closed\n`);
  await runJob();
  expect(await find(job)).toMatchObject({
    status: 'failed',
    failure: expect.stringMatching(/^Line 5: A quote/),
    // Another check of it would end the same way, so none is offered.
    result: { phase: 'checking', isUnreadable: true },
  });
  const unknown = await runImport('Ware;Betrag\nScarf;12\n', { dryRun: 'true' });
  expect(unknown.failure).toContain('Please choose the columns.');
  expect(unknown.result.isUnreadable).toBeUndefined();
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
