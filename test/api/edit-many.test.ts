import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManyChange } from '#features/product-management/product-management.schema.ts';
import {
  editMany,
  editProduct,
  getStaffProduct,
  previewMany,
  publishScheduled,
  undoMany,
} from '#features/product-management/product-management.ts';
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
const edit = (ids: string[], change: ManyChange) =>
  editMany(shop.context.ctx, admin(), ids, change);
const undo = (batch: string | null) => undoMany(shop.context.ctx, admin(), String(batch));
const get = (id = '') => getStaffProduct(shop.context.ctx, admin(), id);
const change = async (id: string, changes: Parameters<typeof editProduct>[4]) => {
  const { version } = await get(id);
  return editProduct(shop.context.ctx, admin(), id, version, changes);
};
const statuses = async (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await get(id)).status));
async function auditOf(subject = '') {
  const { rows } = await shop.database.pool.query(
    'select action, actor, detail from audit_log where subject = $1 order by id',
    [subject],
  );
  return rows;
}

test('archives several products, which can then not be bought, and restores each as it was', async () => {
  const ids = await goods('Bulk Active', 'Bulk Draft', 'Bulk Scheduled', 'Bulk Archived');
  const [active = '', draft = '', scheduled = '', archived = ''] = ids;
  await change(draft, { status: 'draft' });
  await change(scheduled, { status: 'scheduled', publishAt: '2026-06-01T00:00:00.000Z' });
  await change(archived, { status: 'archived' });
  const archive = { change: 'archived' } as const;
  expect(await previewMany(shop.context.ctx, admin(), ids, archive)).toEqual({
    changing: ['Bulk Active', 'Bulk Draft', 'Bulk Scheduled'],
    unchanged: 1,
  });
  const { batch, changed } = await edit(ids, archive);
  expect(changed).toBe(3);
  expect(await statuses(ids)).toEqual(Array(4).fill('archived'));
  const { rows } = await shop.database.pool.query(
    'select distinct active from variants where product_id = any($1)',
    [ids],
  );
  expect(rows).toEqual([{ active: false }]);
  expect((await auditOf(active)).at(-1)).toMatchObject({
    action: 'product.edit',
    actor: client.id,
    detail: { name: 'Bulk Active', changed: { status: ['active', 'archived'] } },
  });

  expect(await undo(batch)).toEqual({ restored: 3, notRestored: [] });
  expect(await statuses(ids)).toEqual(['active', 'draft', 'scheduled', 'archived']);
  expect((await get(scheduled)).publishAt).toBe('2026-06-01T00:00:00.000Z');
  expect((await get(active)).variants.every((variant) => !variant.archived)).toBe(true);
  expect((await auditOf(String(batch))).map(({ action }) => action)).toEqual([
    'product.editMany',
    'product.undoMany',
  ]);
  // A second undo finds other versions.
  expect(await undo(batch)).toMatchObject({ restored: 0, notRestored: expect.any(Array) });
  expect(await statuses(ids)).toEqual(['active', 'draft', 'scheduled', 'archived']);
});

test('an undo leaves alone what was changed since, and names it', async () => {
  const ids = await goods('Since One', 'Since Two');
  const { batch } = await edit(ids, { change: 'category', category: 'Shoes' });
  await change(ids[0] ?? '', { name: 'Since Renamed' });
  expect(await undo(batch)).toEqual({ restored: 1, notRestored: ['Since Renamed'] });
  expect((await get(ids[0])).category).toBe('Shoes');
  expect((await get(ids[1])).category).toBe('Cloths');
});

test('a tag is added once, after those that a product has, and is taken away by the undo', async () => {
  const ids = await goods('Tag None', 'Tag Other', 'Tag Same');
  await change(ids[1] ?? '', { tags: ['wool'] });
  await change(ids[2] ?? '', { tags: ['sale'] });
  const { version } = await get(ids[2]);
  const { batch, changed } = await edit(ids, { change: 'tag', tag: 'sale' });
  expect(changed).toBe(2);
  const tags = async () => Promise.all(ids.map(async (id) => (await get(id)).tags));
  expect(await tags()).toEqual([['sale'], ['wool', 'sale'], ['sale']]);
  expect((await get(ids[2])).version).toBe(version);
  await undo(batch);
  expect(await tags()).toEqual([[], ['wool'], ['sale']]);
});

test('a product whose time came after a bulk edit is active after the undo', async () => {
  const [id = ''] = await goods('Time Came');
  await change(id, { status: 'scheduled', publishAt: '2026-05-01T10:05:00.000Z' });
  const { batch } = await edit([id], { change: 'draft' });
  clock.now = new Date('2026-05-01T10:10:00Z');
  await publishScheduled(shop.context.ctx);
  expect((await get(id)).status).toBe('draft');
  expect(await undo(batch)).toEqual({ restored: 1, notRestored: [] });
  expect(await get(id)).toMatchObject({ status: 'active', publishAt: null });
});

test('changes all or none: a refused product keeps the others as they were', async () => {
  const ids = await goods('None One', 'None Two');
  const full = Array.from({ length: 50 }, (_, at) => `tag ${at}`);
  await change(ids.toSorted()[1] ?? '', { tags: full });
  const refused = edit(ids, { change: 'tag', tag: 'one more' });
  await expect(refused).rejects.toThrow('50 tags, which is the most');
  expect((await get(ids.toSorted()[0])).tags).toEqual([]);
  await expect(edit([...ids, 'prd_none'], { change: 'draft' })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await statuses(ids)).toEqual(['active', 'active']);
  const category = { change: 'category', category: 'Nowhere' } as const;
  await expect(edit(ids, category)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('takes up to 100 products of admins, and refuses more, none, and everyone else', async () => {
  const many = Array.from({ length: 101 }, (_, at) => `prd_${at}`);
  const draft = { change: 'draft' } as const;
  await expect(edit(many, draft)).rejects.toThrow('at most 100 products');
  await expect(edit([], draft)).rejects.toThrow('select a product');
  const { ctx } = shop.context;
  const customer = actorOf(client, 'shopper');
  for (const work of [
    editMany(ctx, customer, ['prd_1'], draft),
    previewMany(ctx, customer, ['prd_1'], draft),
    undoMany(ctx, customer, 'bat_1'),
  ]) {
    await expect(work).rejects.toMatchObject({ code: 'forbidden' });
  }
  await expect(undo('bat_unknown')).rejects.toMatchObject({ code: 'not_found' });
});

test('bulk edits of the same products at the same time all succeed', async () => {
  const ids = await goods('Race One', 'Race Two', 'Race Three');
  await Promise.all(
    ['draft', 'archived', 'active', 'draft'].map((status, at) =>
      edit(at % 2 ? ids : ids.toReversed(), { change: status as 'draft' }),
    ),
  );
  expect(new Set(await statuses(ids)).size).toBe(1);
});
