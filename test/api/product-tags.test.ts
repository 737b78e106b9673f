import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addCollection,
  addPins,
  editBoosts,
  editCollection,
  getCollection,
  getPins,
} from '#features/merchandising/merchandising.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import {
  editProduct,
  getStaffProduct,
  getTag,
  listTags,
  previewTagChange,
  startTagChange,
} from '#features/product-management/product-management.ts';
import { editReturnPolicy, getReturnPolicy } from '#features/return-policy/return-policy.ts';
import { describeJob, runNextJob, undoJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { questionOfTag } from '#web/routes/console/tags/tag-words.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let client: Client;
beforeAll(async () => {
  shop = await openTestShop();
  client = await shop.admin();
});
afterAll(() => shop.close());
beforeEach(() => shop.query("update products set tags = '{}' where tags <> '{}'"));

const ctx = () => shop.context.ctx;
const admin = () => actorOf(client, 'admin');
const runJob = () => runNextJob(ctx(), jobRunners, new AbortController().signal);

/** A product with these tags as they are, whatever the rule for capitals; returns its id. */
async function tagged(name: string, ...tags: string[]): Promise<string> {
  const { id } = await stock(shop, { name });
  await shop.query('update products set tags = $2 where id = $1', [id, tags]);
  return id;
}
const get = (id: string) => getStaffProduct(ctx(), admin(), id);
const tagsOf = async (id: string) => (await get(id)).tags;
const set = async (id: string, tags: string[]) =>
  (await editProduct(ctx(), admin(), id, (await get(id)).version, { tags })).tags;
const list = async (start = '') =>
  (await listTags(ctx(), admin(), { start, limit: 50, after: null })).items.map(
    ({ tag, products }) => [tag, products],
  );
const preview = (tag: string, to: string | null) => previewTagChange(ctx(), admin(), { tag, to });
/** Asks and confirms; returns the id of the job that is done. */
async function change(tag: string, to: string | null): Promise<string> {
  const { shown } = await preview(tag, to);
  const { id } = await startTagChange(ctx(), admin(), { tag, to }, shown);
  await runJob();
  expect(await describeJob(ctx(), id)).toMatchObject({ status: 'done', failure: null });
  return id;
}
async function undo(job: string) {
  await undoJob(ctx(), admin(), job);
  await runJob();
  return describeJob(ctx(), job);
}

test('tags in use are listed by name with their products in any status, page by page', async () => {
  const archived = await tagged('List A', 'summer', 'Wool');
  await tagged('List B', 'Summer', 'wool', 'Übergang');
  await tagged('List C', 'summer');
  await shop.query("update products set status = 'archived', deleted_at = now() where id = $1", [
    archived,
  ]);
  expect(await list()).toEqual([
    ['Summer', 1],
    ['summer', 2],
    ['Wool', 1],
    ['wool', 1],
    ['Übergang', 1],
  ]);
  expect(await list('SUM')).toEqual([
    ['Summer', 1],
    ['summer', 2],
  ]);
  expect(await list('über')).toEqual([['Übergang', 1]]);
  expect(await list('%')).toEqual([]);
  expect(await getTag(ctx(), admin(), 'summer')).toMatchObject({
    products: 2,
    statuses: { active: 1, archived: 1 },
  });
  const seen: string[] = [];
  for (let path = '/api/v1/product-tags?limit=2'; path; ) {
    const response = await client.get(path);
    seen.push(...(await response.json()).map(({ tag }: { tag: string }) => tag));
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
  }
  expect(seen).toEqual(['Summer', 'summer', 'Wool', 'wool', 'Übergang']);
  await expect(
    listTags(ctx(), actorOf(client, 'shopper'), { start: '', limit: 1, after: null }),
  ).rejects.toMatchObject({ code: 'forbidden' });
});

test('a tag that is too long for the list of spellings is kept by its product all the same', async () => {
  const long = Array.from({ length: 2_600 }, (_, nr) => String.fromCharCode(97 + ((nr * nr) % 25)));
  const id = await tagged('Long tag', `LONG${long.join('')}`, 'long-short');
  expect((await tagsOf(id))[0]).toHaveLength(2_604);
  expect(await list('long')).toEqual([['long-short', 1]]);
});

test('a tag of more than 1,000 products is not counted to its end in the list, but on its page', async () => {
  const one = await tagged('Often', 'often', 'oftener');
  await tagged('Often, too', 'oftener');
  await shop.query(
    `insert into products select (jsonb_populate_record(p, jsonb_build_object('id', 'often' || nr,
       'slug', 'often-' || nr, 'tags', array['often']))).*
     from products p, generate_series(1, 1004) nr where p.id = $1`,
    [one],
  );
  expect(await list('often')).toEqual([
    ['often', 1_001],
    ['oftener', 2],
  ]);
  expect(await getTag(ctx(), admin(), 'often')).toMatchObject({
    products: 1_005,
    statuses: { active: 1_005 },
  });
  expect(await preview('often', 'oftener')).toMatchObject({ products: 1_005, inTo: 2, both: 1 });
});

test('a tag of which old statistics say that very many products have it is counted all the same', async () => {
  await tagged('Seldom', 'seldom');
  await tagged('Never', 'never-again');
  await shop.query(`select pg_restore_relation_stats('schemaname', 'public', 'relname', 'products',
    'reltuples', 1000000::real)`);
  await shop.query(`select pg_restore_attribute_stats('schemaname', 'public', 'relname', 'products',
    'attname', 'tags', 'inherited', false, 'null_frac', 0::real, 'avg_width', 50,
    'n_distinct', -1::real, 'most_common_elems', '{never-again,seldom}',
    'most_common_elem_freqs', '{0.9,0.8,0.8,0.9,0}'::real[])`);
  await shop.query("update products set tags = '{}' where name = 'Never'");
  expect(await list()).toEqual([['seldom', 1]]);
});

test('many tags that no product has any more are looked at page by page', async () => {
  await shop.query(
    "insert into tag_spellings select 'gone-' || n, 'gone-' || n from generate_series(10001, 12500) n",
  );
  await tagged('After the gone', 'gone-z');
  const page = (after: string | null) =>
    listTags(ctx(), admin(), { start: 'gone-', limit: 50, after });
  const first = await page(null);
  expect(first).toEqual({ items: [], next: expect.any(String) });
  const second = await page(first.next);
  expect(second).toMatchObject({ items: [{ tag: 'gone-z', products: 1 }], next: null });
});

test('a rename reaches every product, also one that somebody edits meanwhile, and is undone as one', async () => {
  const [one, edited, archived, other] = [
    await tagged('Rename A', 'x', 'old', 'y'),
    await tagged('Rename B', 'old'),
    await tagged('Rename C', 'old'),
    await tagged('Rename D', 'older'),
  ];
  await shop.query("update products set status = 'archived', deleted_at = now() where id = $1", [
    archived,
  ]);
  const seen = await preview('old', 'New');
  expect(seen).toMatchObject({ products: 3, statuses: { active: 2, archived: 1 }, inTo: 0 });
  expect(questionOfTag(seen).title).toBe('Rename “old” to “New”?');
  const { id } = await startTagChange(ctx(), admin(), { tag: 'old', to: 'New' }, seen.shown);
  // The same question starts one job.
  const again = await startTagChange(ctx(), admin(), { tag: 'old', to: 'New' }, seen.shown);
  expect(again.id).toBe(id);
  await editProduct(ctx(), admin(), edited, 1, { name: 'Rename B2' });
  await runJob();
  expect(await describeJob(ctx(), id)).toMatchObject({ done: 3, result: { changed: 3 } });
  expect(await tagsOf(one)).toEqual(['x', 'New', 'y']);
  expect(await Promise.all([edited, archived, other].map(tagsOf))).toEqual([
    ['New'],
    ['New'],
    ['older'],
  ]);
  expect(await list('old')).toEqual([['older', 1]]);
  const audit = await shop.query(
    "select detail->'changed' as changed from audit_log where subject = $1 and action = 'product.bulkEdit'",
    [one],
  );
  expect(audit).toEqual([
    {
      changed: {
        tags: [
          ['x', 'old', 'y'],
          ['x', 'New', 'y'],
        ],
      },
    },
  ]);
  // An edit of the product as it was before the rename is refused.
  await expect(editProduct(ctx(), admin(), one, 1, { tags: ['x', 'old'] })).rejects.toMatchObject({
    code: 'edit_conflict',
  });
  await editProduct(ctx(), admin(), edited, (await get(edited)).version, { name: 'Rename B3' });
  expect((await undo(id)).result).toMatchObject({ takenBack: 2, kept: 1 });
  expect(await Promise.all([one, edited, archived].map(tagsOf))).toEqual([
    ['x', 'old', 'y'],
    ['New'],
    ['old'],
  ]);
});

test('a merge leaves one tag, and what names the tag follows and goes back', async () => {
  const [one, both] = [
    await tagged('Merge A', 'summer'),
    await tagged('Merge B', 'Summer', 'summer'),
  ];
  await tagged('Merge C', 'Summer');
  const rule = { tags: ['summer', 'wool'] };
  const collection = await addCollection(ctx(), admin(), { name: 'Warm days', rule });
  const pins = await addPins(ctx(), admin(), 'tee');
  const boost = { kind: 'tag', value: 'summer', steps: 2 } as const;
  await editBoosts(ctx(), admin(), { id: pins.id, shown: [], boosts: [], added: boost });
  const seen = await preview('summer', 'Summer');
  expect(seen).toMatchObject({ products: 2, inTo: 2, both: 1 });
  expect(questionOfTag(seen)).toEqual({
    title: 'Merge “summer” into “Summer”?',
    text: '2 products have it (2 active). 2 products have “Summer” already, 1 of them both. Then “Summer” is also named in the rule of the collection “Warm days” and the boosts of the search “tee”. This can be undone as one, except for products that are edited afterwards.',
  });
  const job = await change('summer', 'Summer');
  expect(await Promise.all([one, both].map(tagsOf))).toEqual([['Summer'], ['Summer']]);
  const named = async () => [
    (await getCollection(ctx(), admin(), collection.id)).rule?.tags,
    (await getPins(ctx(), admin(), pins.id)).boosts.map(({ value }) => value),
  ];
  expect(await named()).toEqual([['Summer', 'wool'], ['Summer']]);
  expect((await undo(job)).result).toMatchObject({ takenBack: 2, kept: 0, keptRules: [] });
  expect(await Promise.all([one, both].map(tagsOf))).toEqual([['summer'], ['Summer', 'summer']]);
  expect(await named()).toEqual([['summer', 'wool'], ['summer']]);
  // A rule that staff changed since stays as it is, and is named.
  const repeated = await change('summer', 'Summer');
  const { version } = await getCollection(ctx(), admin(), collection.id);
  await editCollection(ctx(), admin(), collection.id, version, { rule: { tags: ['Summer'] } });
  expect((await undo(repeated)).result).toMatchObject({ keptRules: ['Warm days'] });
  expect(await named()).toEqual([['Summer'], ['summer']]);
  // When the rule is again as the rename left it, another undo takes it back, too.
  const { version: next } = await getCollection(ctx(), admin(), collection.id);
  const rest = { rule: { tags: ['Summer', 'wool'] } };
  await editCollection(ctx(), admin(), collection.id, next, rest);
  const last = { status: 'undone', result: { takenBack: 2, kept: 0, keptRules: [] } };
  expect(await undo(repeated)).toMatchObject(last);
  expect(await named()).toEqual([['summer', 'wool'], ['summer']]);
  await expect(undo(repeated)).resolves.toMatchObject(last);
});

test('a rename that goes on after its rules followed still takes them back', async () => {
  await tagged('Resumed A', 'dawn');
  const rule = { tags: ['dawn'] };
  const { id } = await addCollection(ctx(), admin(), { name: 'Mornings', rule });
  const ruleTags = async () => (await getCollection(ctx(), admin(), id)).rule?.tags;
  const job = await change('dawn', 'dusk');
  expect(await ruleTags()).toEqual(['dusk']);
  // As if the process had died before the end of the job, and a product had got the tag meanwhile.
  await shop.query(
    "update staff_jobs set status = 'running', lease = null, finished_at = null where id = $1",
    [job],
  );
  const late = await tagged('Resumed B', 'dawn');
  await runJob();
  expect(await describeJob(ctx(), job)).toMatchObject({ status: 'done', result: { changed: 2 } });
  expect(await tagsOf(late)).toEqual(['dusk']);
  await undo(job);
  expect(await ruleTags()).toEqual(['dawn']);
  expect(await tagsOf(late)).toEqual(['dawn']);
});

test('a question that is no longer true changes nothing, and a removal names what stays', async () => {
  const one = await tagged('Gone A', 'clearance', 'wool');
  const { version, ...policy } = await getReturnPolicy(ctx(), admin());
  const asked = await preview('clearance', 'outlet');
  const finalSales = { ...policy, finalSaleTags: ['clearance'] };
  await editReturnPolicy(ctx(), admin(), { version, policy: finalSales });
  const start = () =>
    startTagChange(ctx(), admin(), { tag: 'clearance', to: 'outlet' }, asked.shown);
  await expect(start()).rejects.toMatchObject({ code: 'edit_conflict' });
  expect(await tagsOf(one)).toEqual(['clearance', 'wool']);
  expect(questionOfTag(await preview('clearance', 'outlet')).text).toContain(
    'add “outlet” to it first, or customers can return them',
  );
  expect(questionOfTag(await preview('clearance', null))).toMatchObject({
    title: 'Remove “clearance” from all products?',
    text: expect.stringContaining('afterwards they are none by it'),
  });
  const job = await change('clearance', null);
  expect(await tagsOf(one)).toEqual(['wool']);
  await expect(preview('clearance', null)).rejects.toThrow('No product has this tag any more.');
  await undo(job);
  expect(await tagsOf(one)).toEqual(['clearance', 'wool']);
  // Also one with a space at its end, as a file may bring.
  const spaced = await tagged('Spaced', '\u00a0spaced', 'spaced');
  await change('\u00a0spaced', null);
  expect(await tagsOf(spaced)).toEqual(['spaced']);
});

test('a tag takes the capitals of one in use, wherever it comes from; two in use stay', async () => {
  await tagged('In use A', 'Summer', 'Sale');
  await tagged('In use B', 'Summer', 'sale');
  const one = await tagged('Capitals');
  // Also within one list.
  expect(await set(one, ['SUMMER', 'summer', 'New', 'new'])).toEqual(['Summer', 'New']);
  expect(await set(one, ['sale'])).toEqual(['sale']);
  expect(await set(one, ['Sale'])).toEqual(['Sale']);
  const csv = 'Handle,Title,Variant Price,Tags\nfile-tee,File Tee,20,"sUMMER, winter"\n';
  await importProducts(ctx(), csv, { category: 'Cloths', actor: 'test' });
  const [file] = await shop.query("select tags from products where slug = 'file-tee'");
  expect(file.tags).toEqual(['Summer', 'winter']);
  const { version } = await get(one);
  const products = [{ _id: one, version, tags: ['WINTER'] }];
  expect(
    await (await client.post('/api/v1/bulk-edits/preview', { products })).json(),
  ).toMatchObject({
    changes: [{ before: 'Sale', after: 'winter' }],
  });
  // A new name does so, too: it merges.
  expect(await preview('sale', 'summer')).toMatchObject({ to: 'Summer', inTo: 3 });
  // A tag that no product has any more is no tag in use, and a tag may get other capitals itself.
  await change('winter', 'WINTER');
  expect(await set(one, ['winter'])).toEqual(['WINTER']);
});

test('many who add one new tag at once, and a rename meanwhile, leave every product sound', async () => {
  const ids: string[] = [];
  for (let nr = 0; nr < 12; nr += 1) ids.push(await tagged(`Many ${nr}`, 'start'));
  const { shown } = await preview('start', 'begin');
  await startTagChange(ctx(), admin(), { tag: 'start', to: 'begin' }, shown);
  await Promise.all([runJob(), ...ids.map((id, nr) => retry(id, nr))]);
  const after = await Promise.all(ids.map(tagsOf));
  expect(after.every((tags) => !tags.includes('start') && tags.includes('begin'))).toBe(true);
  expect(await list('begin')).toEqual([['begin', 12]]);
});

/** An edit that is made again from the newest version, as staff do after a conflict. */
async function retry(id: string, nr: number): Promise<void> {
  for (;;) {
    const { version, tags } = await get(id);
    const added = [...tags, nr % 2 ? 'fresh' : 'later'];
    try {
      await editProduct(ctx(), admin(), id, version, { tags: added });
      return;
    } catch (error) {
      expect(error).toMatchObject({ code: 'edit_conflict' });
    }
  }
}
