import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  BulkChange,
  ShownChange,
} from '#features/product-management/bulk-edit-input.schema.ts';
import {
  editProduct,
  getStaffProduct,
  previewChange,
  publishScheduled,
  startChange,
} from '#features/product-management/product-management.ts';
import type { StaffFilter } from '#features/product-management/staff-list.schema.ts';
import type { JobKind } from '#features/staff-jobs/staff-jobs.schema.ts';
import {
  addJob,
  describeJob,
  type JobRunner,
  listItems,
  listProblems,
  runNextJob,
  undoJob,
} from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners, startStaffJobs } from '#server/jobs/staff-jobs.ts';
import { MAX_PRODUCT_TAGS } from '#shared/tags.ts';
import { listedProduct, questionOf, titleOf } from '#web/routes/console/products/bulk-words.ts';
import { changeProducts, type TableResult } from '#web/routes/console/products/change-products.ts';
import { noticeOfEdit } from '#web/routes/console/products/notice-of-edit.ts';
import type { Visit } from '#web/shop-context.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

const clock = { now: new Date('2026-05-01T10:00:00Z') };
let shop: TestShop;
let client: Client;
beforeAll(async () => {
  shop = await openTestShop({ now: () => clock.now });
  client = await shop.admin();
});
afterAll(() => shop.close());

const admin = () => actorOf(client, 'admin');
const goods = (...names: string[]) =>
  Promise.all(names.map(async (name) => (await stock(shop, { name })).id));
const runJob = () => runNextJob(shop.context.ctx, jobRunners, new AbortController().signal);
/** Runs a change of chosen products, or of all with a text; returns the id of its job. */
async function edit(which: string[] | string, given: BulkChange): Promise<string> {
  const { shown } = await preview(which, given);
  const { id } = await start(which, given, shown);
  await runJob();
  return id;
}
const start = (which: string[] | string, given: BulkChange, shown: ShownChange) =>
  startChange(shop.context.ctx, admin(), whichOf(which), given, shown);
const whichOf = (which: string[] | string) =>
  typeof which === 'string' ? { filter: { ...everything, text: which } } : { ids: which };
const everything: StaffFilter = {
  ...{ text: null, status: null, category: null, stock: 'any', missingImage: false, tag: null },
  price: { minMinor: null, maxMinor: null },
};
const preview = (which: string[] | string, given: BulkChange) =>
  previewChange(shop.context.ctx, admin(), whichOf(which), given);
async function undo(job: string) {
  await undoJob(shop.context.ctx, admin(), job);
  await runJob();
  const kept = await listItems(shop.context.ctx, admin(), job, { isKept: true }, 10);
  return kept.map(({ label }) => label);
}
const get = (id = '') => getStaffProduct(shop.context.ctx, admin(), id);
const change = async (id: string, changes: Parameters<typeof editProduct>[4]) => {
  const { version } = await get(id);
  return editProduct(shop.context.ctx, admin(), id, version, changes);
};
const statuses = async (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await get(id)).status));

test('archives several products, which can then not be bought, and restores each as it was', async () => {
  const ids = await goods('Bulk Active', 'Bulk Draft', 'Bulk Scheduled', 'Bulk Archived');
  const [active = '', draft = '', scheduled = '', archived = ''] = ids;
  await change(draft, { status: 'draft' });
  await change(scheduled, { status: 'scheduled', publishAt: '2026-06-01T00:00:00.000Z' });
  await change(archived, { status: 'archived' });
  const archive = { change: 'archived' } as const;
  const seen = await preview(ids, archive);
  expect(seen).toMatchObject({ products: 3, unchanged: 1, leftOut: 0 });
  expect(seen.changes.map(({ name }) => name)).toEqual([
    'Bulk Active',
    'Bulk Draft',
    'Bulk Scheduled',
  ]);
  const job = await edit(ids, archive);
  expect(await statuses(ids)).toEqual(Array(4).fill('archived'));
  const onSale = 'select distinct active from variants where product_id = any($1)';
  expect((await shop.database.pool.query(onSale, [ids])).rows).toEqual([{ active: false }]);
  // What was edited since stays, and is named.
  await change(draft, { name: 'Bulk Renamed' });
  expect(await undo(job)).toEqual(['Bulk Renamed']);
  expect(await statuses(ids)).toEqual(['active', 'archived', 'scheduled', 'archived']);
  expect((await get(scheduled)).publishAt).toBe('2026-06-01T00:00:00.000Z');
  expect((await get(active)).variants.every((variant) => !variant.archived)).toBe(true);
});

test('changes the prices of all that fit a filter by percent, and leaves out what has no price then', async () => {
  const [one = '', two = '', other = ''] = await goods('Percent One', 'Percent Two', 'Other');
  await change(one, { price: 1_050 });
  await change(two, { price: 900_000_000 });
  const before = await get(other);
  const dearer = { change: 'percent', percent: '+20 %', to99: 'yes' } as const;
  const seen = await preview('percent', dearer);
  expect(seen).toMatchObject({
    products: 1,
    leftOut: 1,
    changes: [{ before: 1_050, after: 1_299 }],
  });
  const job = await edit('percent', dearer);
  expect((await get(one)).priceMinor).toBe(1_299);
  const changed = await listItems(shop.context.ctx, admin(), job, { outcome: 'changed' }, 10);
  expect(changed).toMatchObject([
    { subject: one, label: 'Percent One', differences: { priceMinor: [1_050, 1_299] } },
  ]);
  expect(await listProblems(shop.context.ctx, admin(), job, 10)).toMatchObject([
    { reason: expect.stringContaining('Percent Two: Price: A price would be too high') },
  ]);
  expect(await get(other)).toEqual(before);
  expect(await undo(job)).toEqual([]);
  expect((await get(one)).priceMinor).toBe(1_050);
});

test('the question about prices has one line for each product, with the range of its variants', async () => {
  const ids: string[] = [];
  for (let nr = 1; nr <= 6; nr += 1) {
    const variants = [2_900, 3_200, 3_000].map((priceMinor, at) => ({
      ...{ sku: `SPAN-${nr}-${at}`, size: 'SML'[at] ?? '', priceMinor, inventory: 3 },
    }));
    const { id } = await stock(shop, { name: `Span Tee ${nr}`, variants });
    ids.push(id);
  }
  const dearer = { change: 'percent', percent: '10', to99: 'no' } as const;
  const seen = await preview(ids, dearer);
  expect(seen).toMatchObject({ products: 6, variants: 18, changeCount: 18 });
  expect(seen.listed.map(listedProduct).sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
    ids.map((_, at) => ({
      name: `Span Tee ${at + 1}`,
      before: '$29.00–32.00',
      after: '$31.90–35.20',
    })),
  );
  const { title, text } = questionOf(dearer, seen);
  expect(title).toBe('Change the prices of 6 products by 10 %?');
  expect(text).toMatch(
    /^(?:Span Tee \d: \$29\.00–32\.00 → \$31\.90–35\.20, ){4}Span Tee \d: [^,]+ and more\. /,
  );
  expect(new Set(text.match(/Span Tee \d/g)).size).toBe(5);
  const tagged = await preview(ids.slice(0, 2), { change: 'tag', tag: 'span' });
  expect(tagged.listed.map(({ prices }) => prices)).toEqual([null, null]);
});

test('a tag is added once, after those that a product has, and is taken away by the undo', async () => {
  const ids = await goods('Tag None', 'Tag Other', 'Tag Same', 'Tag Full');
  const full = Array.from({ length: MAX_PRODUCT_TAGS }, (_, at) => `tag ${at}`);
  await change(ids[1] ?? '', { tags: ['wool'] });
  await change(ids[2] ?? '', { tags: ['sale'] });
  await change(ids[3] ?? '', { tags: full });
  const { version } = await get(ids[2]);
  const job = await edit(ids, { change: 'tag', tag: 'sale' });
  const tags = async () => Promise.all(ids.map(async (id) => (await get(id)).tags));
  expect(await tags()).toEqual([['sale'], ['wool', 'sale'], ['sale'], full]);
  expect((await get(ids[2])).version).toBe(version);
  const [problem] = await listProblems(shop.context.ctx, admin(), job, 10);
  expect(problem?.reason).toBe('Tag Full: Tags: It would have more than 250 tags.');
  await undo(job);
  expect(await tags()).toEqual([[], ['wool'], ['sale'], full]);
});

test('a tag is removed from those that have it, and the undo puts it back where it was', async () => {
  const ids = await goods('Untag Both', 'Untag Other', 'Untag None');
  await change(ids[0] ?? '', { tags: ['wool', 'sale', 'new'] });
  // Two that differ only by capitals are from before the rule for them.
  const pair = "update products set tags = '{Sale,sales}' where id = $1";
  await shop.database.pool.query(pair, [ids[1]]);
  const removal = { change: 'untag', tag: 'sale' } as const;
  const seen = await preview(ids, removal);
  expect(seen).toMatchObject({ products: 1, unchanged: 2, leftOut: 0 });
  expect(questionOf(removal, seen)).toEqual({
    title: 'Remove the tag “sale” from 1 product?',
    text: 'Untag Both. Its other tags stay. 2 others are without the tag “sale” already.',
  });
  expect(titleOf(removal)).toBe('Remove the tag “sale”');
  const job = await edit(ids, removal);
  const tags = async () => Promise.all(ids.map(async (id) => (await get(id)).tags));
  expect(await tags()).toEqual([['wool', 'new'], ['Sale', 'sales'], []]);
  await undo(job);
  expect(await tags()).toEqual([['wool', 'sale', 'new'], ['Sale', 'sales'], []]);
  await edit(ids, { change: 'untag', tag: 'new, sales' });
  await edit(ids, { change: 'tag', tag: '"a, b", sale' });
  expect(await tags()).toEqual([
    ['wool', 'sale', 'a, b'],
    ['Sale', 'a, b', 'sale'],
    ['a, b', 'sale'],
  ]);
});

test('a product whose time came after a bulk edit is active soon after the undo', async () => {
  const [id = ''] = await goods('Time Came');
  await change(id, { status: 'scheduled', publishAt: '2026-05-01T10:05:00.000Z' });
  const job = await edit([id], { change: 'draft' });
  clock.now = new Date('2026-05-01T10:10:00Z');
  await publishScheduled(shop.context.ctx);
  expect((await get(id)).status).toBe('draft');
  expect(await undo(job)).toEqual([]);
  await publishScheduled(shop.context.ctx);
  expect(await get(id)).toMatchObject({ status: 'active', publishAt: null });
});

test('the form of one question changes prices once, however often it is sent', async () => {
  const [id = ''] = await goods('Sent Twice');
  await change(id, { price: 11_800 });
  const cheaper = { change: 'percent', percent: '-10', to99: 'no' } as const;
  const { shown } = await preview('sent twice', cheaper);
  const confirm = () => start('sent twice', cheaper, shown);
  const [first, second] = await Promise.all([confirm(), confirm()]);
  expect(second).toEqual(first);
  await runJob();
  expect((await confirm()).status).toBe('done');
  expect(await runJob()).toBe(false);
  expect((await get(id)).priceMinor).toBe(10_620);
  const entries = "select 1 from audit_log where action = 'job.start' and subject = $1";
  expect((await shop.database.pool.query(entries, [first.id])).rowCount).toBe(1);
});

test('the form of a question is refused when other products fit by now, or one of them was edited', async () => {
  const draft = { change: 'draft' } as const;
  const [first = ''] = await goods('Counted One');
  const { shown } = await preview('counted', draft);
  const refused = { code: 'edit_conflict', message: expect.stringContaining('of the question') };
  const [second = ''] = await goods('Counted Two');
  await expect(start('counted', draft, shown)).rejects.toMatchObject(refused);
  await change(second, { status: 'archived' });
  const { shown: later } = await preview([first, second], draft);
  await change(second, { status: 'active' });
  await expect(start([first, second], draft, later)).rejects.toMatchObject(refused);
  expect(await statuses([first, second])).toEqual(['active', 'active']);
});

test.each([
  ['bulkEdit', 'import', {}],
  ['import', 'bulkEdit', {}],
  ['stockCount', 'import', {}],
  // A check of a file.
  ['import', 'import', { dryRun: true }],
] as const)(
  'a job of kind %s does not wait for those of kind %s: %j',
  async (kind, other, input) => {
    const { ctx } = shop.context;
    const ended = Promise.withResolvers<void>();
    const quick = { run: async () => undefined, undo: async () => undefined };
    const slow: JobRunner = {
      ...quick,
      run: async (_, { job }) => (job.input.dryRun ? undefined : ended.promise),
    };
    const add = (of: JobKind, what = {}) =>
      addJob(ctx, 'test', { kind: of, input: what, fileId: null, undoable: false, about: {} });
    await Promise.all([other, other].map((of) => add(of)));
    const stop = startStaffJobs(ctx, {
      ...{ import: quick, bulkEdit: quick, stockCount: quick },
      [other]: slow,
    });
    try {
      await expect.poll(async () => (await openJobs()).length).toBe(2);
      const { id } = await add(kind, input);
      await expect
        .poll(async () => (await describeJob(ctx, id)).status, { timeout: 5_000 })
        .toBe('done');
    } finally {
      ended.resolve();
      await stop();
    }
  },
);
const openJobs = async () =>
  (await shop.database.pool.query('select 1 from staff_jobs where lease is not null')).rows;

test('the table says after a redirect what was changed, and the same when it is sent again', async () => {
  const [id = ''] = await goods('Redirected');
  const { ctx } = shop.context;
  const visit = {
    ctx,
    actor: admin(),
    siteContent: () => ctx.siteContent.read(),
  } as unknown as Visit;
  const url = new URL('http://shop.test/admin/products?q=redirected&notice=old');
  const send = (fields: Record<string, string>) => {
    const posted = new FormData();
    for (const [name, value] of Object.entries(fields)) posted.set(name, value);
    return changeProducts(visit, posted, url);
  };
  // Each field has its own reason.
  for (const [fields, reason] of [
    [{ change: 'tag', tag: ' , ' }, 'Please type a tag.'],
    [{ change: 'tag', tag: `new, ${'x'.repeat(256)}` }, 'A tag has 255 characters at most.'],
    [{ change: 'percent', percent: '-101' }, 'Please type a percentage, such as -10.'],
    [{ change: 'category' }, 'Please choose a category.'],
  ] as const) {
    const { notice } = (await send({ intent: 'ask', id, ...fields })) as TableResult;
    expect(notice?.text).toContain(reason);
  }
  const list = (await send({
    ...{ intent: 'ask', id, change: 'tag', tag: 'Sale,new, Sale' },
  })) as TableResult;
  expect(list.question).toMatchObject({
    title: 'Add the tags “Sale” and “new” to 1 product?',
    text: 'Redirected. Its other tags stay.',
    change: { tag: 'Sale, new' },
  });
  const asked = { change: 'percent', percent: '-10', id };
  const { question } = (await send({ intent: 'ask', ...asked })) as TableResult;
  const before = (await get(id)).priceMinor ?? 0;
  const stop = startStaffJobs(ctx);
  try {
    const confirm = () => send({ intent: 'edit', ...asked, ...question?.shown });
    const addresses = [await confirm(), await confirm()].map((response) =>
      (response as Response).headers.get('Location'),
    );
    const { jobId } = question?.shown ?? {};
    const shown = `/admin/products?q=redirected&notice=${jobId}`;
    expect(addresses).toEqual([shown, shown]);
    expect((await get(id)).priceMinor).toBe(Math.round(before * 0.9));
    const notice = () => noticeOfEdit(visit, new URL(shown, url));
    expect(await notice()).toMatchObject({ text: '1 product changed in price.', batch: jobId });
    await send({ intent: 'undo', batch: jobId ?? '' });
    expect(await notice()).toEqual({ tone: 'success', text: 'Undone: 1 product as before.' });
  } finally {
    await stop();
  }
});

test('the page of a bulk edit lists each product that it changed, in pages', async () => {
  const ids = (await goods('Paged 1', 'Paged 2', 'Paged 3')).sort();
  const job = await edit(ids, { change: 'draft' });
  const page = (after: string | null, limit: number) =>
    listItems(shop.context.ctx, admin(), job, { outcome: 'changed', after }, limit);
  const differences = { status: ['active', 'draft'] };
  expect(await page(null, 2)).toMatchObject(
    ids.slice(0, 2).map((subject) => ({ subject, differences })),
  );
  expect(await page(ids[1] ?? '', 2)).toMatchObject([{ subject: ids[2], differences }]);
});

test('is for admins, with limits, and for categories that exist', async () => {
  const draft = { change: 'draft' } as const;
  const many = Array.from({ length: 5_001 }, (_, at) => `prd_${at}`);
  await expect(preview(many, draft)).rejects.toThrow('at most 5,000 products');
  await expect(preview([], draft)).rejects.toThrow('select a product');
  const category = { change: 'category', category: 'Nowhere' } as const;
  const [id = ''] = await goods('Nowhere Bound');
  await expect(edit([id], category)).rejects.toMatchObject({ code: 'invalid_request' });
  const { ctx } = shop.context;
  const customer = actorOf(client, 'shopper');
  const { shown } = await preview([id], draft);
  for (const work of [previewChange, startChange]) {
    await expect(work(ctx, customer, { ids: [id] }, draft, shown)).rejects.toMatchObject({
      code: 'forbidden',
    });
  }
});
