import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCollection, getCollection } from '#features/merchandising/merchandising.ts';
import {
  forgetTags,
  previewTagChange,
  startTagChange,
} from '#features/product-management/product-management.ts';
import { listViews, saveView } from '#features/saved-views/saved-views.ts';
import { cancelJob, describeJob, runNextJob, undoJob } from '#features/staff-jobs/staff-jobs.ts';
import { jobRunners } from '#server/jobs/staff-jobs.ts';
import { LONGEST_PRODUCT_TAG, LONGEST_RULE_TAGS, MAX_RULE_TAGS } from '#shared/tags.ts';
import { halfRenameInWords } from '#web/routes/console/products/bulk-words.ts';
import { ruleFields } from '#web/routes/console/sections/rule-form.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let client: Client;
beforeAll(async () => {
  shop = await openTestShop();
  client = await shop.admin();
});
afterAll(() => shop.close());

const ctx = () => shop.context.ctx;
const admin = () => actorOf(client, 'admin');
const runJob = () => runNextJob(ctx(), jobRunners, new AbortController().signal);
async function startRename(tag: string, to: string): Promise<string> {
  const { shown } = await previewTagChange(ctx(), admin(), { tag, to });
  return (await startTagChange(ctx(), admin(), { tag, to }, shown)).id;
}
async function undo(job: string) {
  await undoJob(ctx(), admin(), job);
  await runJob();
  return describeJob(ctx(), job);
}
const save = (list: 'products' | 'orders', name: string, params: string, replaces?: string) =>
  saveView(ctx(), admin(), list, { name, params }, replaces);
const addresses = async (list: 'products' | 'orders' = 'products') =>
  Object.fromEntries(
    (await listViews(ctx(), admin(), list)).map(({ name, params }) => [name, params]),
  );

test('a rename that is cancelled in the middle leaves both names and the rules, and is undone', async () => {
  const { id } = await stock(shop, { name: 'Half' });
  await shop.query('update products set tags = $2 where id = $1', [id, ['half']]);
  await shop.query(
    `insert into products select (jsonb_populate_record(p, jsonb_build_object('id', 'zzz' || nr,
       'slug', 'half-' || nr))).* from products p, generate_series(1001, 1249) nr where p.id = $1`,
    [id],
  );
  const collection = await addCollection(ctx(), admin(), {
    name: 'Half',
    rule: { tags: ['half'] },
  });
  await save('products', 'Halves', 'tag=half');
  const job = await startRename('half', 'whole');
  // The second batch waits for a product that somebody else has locked.
  const other = await shop.database.pool.connect();
  await other.query('begin');
  await other.query("select from products where id = 'zzz1150' for update");
  const running = runJob();
  await expect
    .poll(async () => (await describeJob(ctx(), job)).done, { timeout: 20_000 })
    .toBe(100);
  await cancelJob(ctx(), admin(), job);
  await other.query('rollback');
  other.release();
  await running;
  const counts = () =>
    shop.query(
      "select tag, count(*)::int from products, unnest(tags) tag where tag in ('half', 'whole') group by 1 order by 1",
    );
  const ended = await describeJob(ctx(), job);
  expect(ended).toMatchObject({ status: 'cancelled', result: { changed: 200 } });
  expect(await counts()).toEqual([
    { tag: 'half', count: 50 },
    { tag: 'whole', count: 200 },
  ]);
  expect(ended.result).not.toHaveProperty('renamedRules');
  expect(halfRenameInWords(ended)).toHaveLength(1);
  const ruleTags = async () => (await getCollection(ctx(), admin(), collection.id)).rule?.tags;
  expect(await ruleTags()).toEqual(['half']);
  expect(await addresses()).toMatchObject({ Halves: 'tag=half' });
  expect(await undo(job)).toMatchObject({ status: 'undone', result: { kept: 0 } });
  expect(await counts()).toEqual([{ tag: 'half', count: 250 }]);
  expect(await ruleTags()).toEqual(['half']);
});

test('saved views of products follow a rename, and go back unless somebody changed them', async () => {
  const { id } = await stock(shop, { name: 'Viewed' });
  await shop.query('update products set tags = $2 where id = $1', [id, ['late summer']]);
  await save('products', 'Summer drafts', 'status=draft&tag=late+summer&sort=name');
  await save('products', 'Summer all', 'tag=late+summer');
  await save('products', 'Winter', 'tag=winter');
  // Tags of orders are others.
  await save('orders', 'Summer orders', 'tag=late+summer');
  const job = await startRename('late summer', 'Été');
  await runJob();
  const renamed = {
    'Summer drafts': 'status=draft&tag=%C3%89t%C3%A9&sort=name',
    'Summer all': 'tag=%C3%89t%C3%A9',
    Winter: 'tag=winter',
  };
  expect(await addresses()).toMatchObject(renamed);
  expect(await addresses('orders')).toEqual({ 'Summer orders': 'tag=late+summer' });
  await save('products', 'Summer all', 'tag=%C3%89t%C3%A9&sort=name', renamed['Summer all']);
  expect((await undo(job)).result).toMatchObject({ takenBack: 1, keptRules: ['Summer all'] });
  expect(await addresses()).toMatchObject({
    'Summer drafts': 'status=draft&tag=late+summer&sort=name',
    'Summer all': 'tag=%C3%89t%C3%A9&sort=name',
  });
});

test('the field of a rule has room for as many and as long tags as a rule may have', () => {
  const tags = Array.from({ length: MAX_RULE_TAGS }, (_, nr) =>
    `${nr}`.padEnd(LONGEST_PRODUCT_TAG, nr % 2 ? '"' : ','),
  ).map((tag) => `"${tag.slice(1)}`);
  const rule = { category: null, tags, minMinor: null, maxMinor: null, inStock: false };
  expect(ruleFields(rule).ruleTags.length).toBeLessThanOrEqual(LONGEST_RULE_TAGS);
  expect(ruleFields(rule).ruleTags.length).toBeGreaterThan(700);
});

test('a tag that no product has is forgotten, but not while somebody adds tags', async () => {
  const { id } = await stock(shop, { name: 'Forgotten' });
  const setTags = (tags: string[]) =>
    shop.query('update products set tags = $2 where id = $1', [id, tags]);
  await setTags(['kept', 'gone']);
  await setTags(['kept']);
  const spelled = async () =>
    (
      await shop.query("select tag from tag_spellings where tag in ('kept', 'gone') order by tag")
    ).map(({ tag }) => tag);
  const forget = async () => {
    const parts = await shop.query(
      "select hashtext(tag) & 1023 as part from unnest(array['kept', 'gone']) tag",
    );
    for (const { part } of parts) {
      await forgetTags({ ...ctx(), now: () => new Date((1_024 * 20_000 + part) * 60_000) });
    }
  };
  expect(await spelled()).toEqual(['gone', 'kept']);
  const other = await shop.database.pool.connect();
  await other.query('begin');
  await other.query('update products set tags = $2 where id = $1', [id, ['kept', 'gone']]);
  await forget();
  expect(await spelled()).toEqual(['gone', 'kept']);
  await other.query('commit');
  await forget();
  expect(await spelled()).toEqual(['gone', 'kept']);
  await setTags(['kept']);
  await forget();
  expect(await spelled()).toEqual(['kept']);
  // Who adds a tag while spellings are deleted waits, and adds its spelling then.
  await other.query('begin');
  await other.query("select pg_advisory_xact_lock(hashtextextended('tag spellings', 0))");
  const adding = setTags(['kept', 'gone']);
  await expect
    .poll(() => shop.query("select from pg_locks where locktype = 'advisory' and not granted"))
    .toHaveLength(1);
  await other.query('commit');
  other.release();
  await adding;
  expect(await spelled()).toEqual(['gone', 'kept']);
});
