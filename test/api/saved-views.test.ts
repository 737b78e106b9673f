import { afterAll, beforeAll, expect, test } from 'vitest';
import { newView, type ViewedList } from '#features/saved-views/saved-views.schema.ts';
import { listViews, removeView, renameView, saveView } from '#features/saved-views/saved-views.ts';
import { changeViews } from '#web/components/console/views/change-views.ts';
import type { Visit } from '#web/shop-context.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let ada: Client;
beforeAll(async () => {
  shop = await openTestShop();
  ada = await shop.admin();
});
afterAll(() => shop.close());

const views = async (client = ada) =>
  (await listViews(shop.context.ctx, actorOf(client, 'admin'), 'products')).map(
    ({ name, params }) => [name, params],
  );
const save = (name: string, params: string, client = ada, replaces: string | null = null) =>
  saveView(shop.context.ctx, actorOf(client, 'admin'), 'products', { name, params }, replaces);

test('a saved view is there for all staff, by name; a name that exists gets a new address only from staff who saw the old one', async () => {
  const bea = await shop.admin('Bea Admin');
  expect(await save('Sold out', 'stock=out')).toBeNull();
  await save('Drafts by name', 'status=draft', bea);
  const longer = 'stock=out&sort=name';
  const kept = { id: expect.any(String), name: 'Sold out', params: 'stock=out' };
  expect(await save('Sold out', longer, bea)).toEqual(kept);
  expect(await save('Sold out', longer, bea, 'stock=low')).toEqual(kept);
  expect(await views()).toContainEqual(['Sold out', 'stock=out']);
  expect(await save('Sold out', longer, bea, 'stock=out')).toBeNull();
  // A repeat changes nothing.
  expect(await save('Sold out', longer)).toBeNull();
  const both = [
    ['Drafts by name', 'status=draft'],
    ['Sold out', 'stock=out&sort=name'],
  ];
  expect(await views()).toEqual(both);
  expect(await views(bea)).toEqual(both);
  const { rows } = await shop.database.pool.query(
    `select created_by, count(*)::int as saved from saved_views v
     join audit_log a on a.subject = v.id where name = 'Sold out' group by 1`,
  );
  expect(rows).toEqual([{ created_by: bea.id, saved: 2 }]);
});

test('a name keeps no characters that turn the writing around', () => {
  expect(newView.parse({ name: ' Dra\u202ef\u200bt\u00ads\u2066 ', params: '' }).name).toBe(
    'Drafts',
  );
  expect(newView.safeParse({ name: '\u202e', params: '' }).success).toBe(false);
});

test('staff delete a view, once, and the audit log says so', async () => {
  await save('Short-lived', 'stock=low');
  const { ctx } = shop.context;
  const all = await listViews(ctx, actorOf(ada, 'admin'), 'products');
  const id = all.find(({ name }) => name === 'Short-lived')?.id ?? '';
  await removeView(ctx, actorOf(ada, 'admin'), 'products', id);
  await removeView(ctx, actorOf(ada, 'admin'), 'products', id);
  expect(await views()).not.toContainEqual(['Short-lived', 'stock=low']);
  const { rows } = await shop.database.pool.query(
    'select action, actor, detail from audit_log where subject = $1 order by id',
    [id],
  );
  expect(rows).toEqual([
    expect.objectContaining({ action: 'view.save', actor: ada.id }),
    {
      action: 'view.delete',
      actor: ada.id,
      detail: { list: 'products', name: 'Short-lived', params: 'stock=low' },
    },
  ]);
});

test('staff rename a view once, but not to the name of another', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(ada, 'admin');
  await saveView(ctx, staff, 'stock', { name: 'Few', params: 'stock=low' });
  await saveView(ctx, staff, 'stock', { name: 'None', params: 'stock=soldOut' });
  const [few] = await listViews(ctx, staff, 'stock');
  const rename = (id: string, name: string, list: ViewedList = 'stock') =>
    renameView(ctx, staff, list, id, name);
  await rename(few?.id ?? '', 'To order');
  await rename(few?.id ?? '', 'To order');
  await expect(rename(few?.id ?? '', 'None')).rejects.toThrow('There is a view “None” already.');
  for (const [id, list] of [
    ['viw_1', 'stock'],
    [few?.id ?? '', 'products'],
  ] as const) {
    await expect(rename(id, 'Other', list)).rejects.toMatchObject({ code: 'not_found' });
  }
  expect(await listViews(ctx, staff, 'stock')).toMatchObject([
    { name: 'None', params: 'stock=soldOut' },
    { id: few?.id, name: 'To order', params: 'stock=low' },
  ]);
  const { rows } = await shop.database.pool.query(
    "select actor, detail from audit_log where action = 'view.rename'",
  );
  const detail = { list: 'stock', name: 'To order', params: 'stock=low', earlierName: 'Few' };
  expect(rows).toEqual([{ actor: ada.id, detail }]);
});

test('no view gets the name of one that every shop has, however it is written', async () => {
  const visit = { ctx: shop.context.ctx, actor: actorOf(ada, 'admin') } as Visit;
  const forms = changeViews('orders');
  const posted = (name: string, id = '') => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ name, id })) form.set(field, value);
    return form;
  };
  const url = new URL('http://shop/admin/orders?payment=paid');
  await expect(forms['save-view'](visit, posted(' to Ship '), url)).rejects.toThrow(
    '“To ship” is a view that every shop has. Choose another name.',
  );
  await forms['save-view'](visit, posted('Paid ones'), url);
  const [view] = await listViews(visit.ctx, visit.actor, 'orders');
  const rename = forms['rename-view'](visit, posted('UNPAID', view?.id), url);
  await expect(rename).rejects.toThrow('“Unpaid” is a view that every shop has.');
  const left = await listViews(visit.ctx, visit.actor, 'orders');
  expect(left).toEqual([{ id: view?.id, name: 'Paid ones', params: 'payment=paid' }]);
  await removeView(visit.ctx, visit.actor, 'orders', view?.id ?? '');
});

test('a list has at most 50 views, and one more stores nothing', async () => {
  for (let at = (await views()).length; at < 50; at += 1) await save(`View ${at}`, '');
  await expect(save('One too many', '')).rejects.toThrow('at most 50');
  await save('View 49', 'status=active', ada, '');
  expect(await views()).toHaveLength(50);
});

test('orders have views of their own, and the audit log does not keep what they search', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(ada, 'admin');
  const view = { name: 'Sold out', params: 'country=DE&q=sam%40example.com' };
  await saveView(ctx, staff, 'orders', view);
  const [saved, ...others] = await listViews(ctx, staff, 'orders');
  expect([saved, others]).toEqual([{ id: expect.any(String), ...view }, []]);
  expect(await views()).toContainEqual(['Sold out', 'stock=out&sort=name']);
  await removeView(ctx, staff, 'products', saved?.id ?? '');
  expect(await listViews(ctx, staff, 'orders')).toHaveLength(1);
  await removeView(ctx, staff, 'orders', saved?.id ?? '');
  expect(await listViews(ctx, staff, 'orders')).toEqual([]);
  const { rows } = await shop.database.pool.query(
    'select action, detail from audit_log where subject = $1 order by id',
    [saved?.id],
  );
  const detail = { list: 'orders', name: 'Sold out' };
  expect(rows).toEqual([
    { action: 'view.save', detail },
    { action: 'view.delete', detail },
  ]);
});

test('customers can neither read, save, rename nor delete views', async () => {
  const { ctx } = shop.context;
  const customer = actorOf(ada, 'shopper');
  const view = { name: 'Mine', params: '' };
  for (const work of [
    listViews(ctx, customer, 'products'),
    saveView(ctx, customer, 'products', view),
    removeView(ctx, customer, 'products', 'viw_1'),
    renameView(ctx, customer, 'products', 'viw_1', 'Mine'),
  ]) {
    await expect(work).rejects.toMatchObject({ code: 'forbidden' });
  }
});
