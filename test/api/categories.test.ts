import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProduct, listProducts } from '#features/catalog/catalog.ts';
import { editCategory } from '#features/merchandising/merchandising.ts';
import { stock } from '../support/goods.ts';
import { heldBack } from '../support/held-back.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
beforeAll(async () => {
  shop = await openTestShop({ shopConfig: { access: 'public' } });
  admin = await shop.admin();
});
afterAll(() => shop.close());

const CATEGORIES = '/api/v1/categories';
const pathOf = (id: string) => `${CATEGORIES}/${encodeURIComponent(id)}`;

interface Category {
  _id: string;
  name: string;
  slug: string;
  formerSlugs: string[];
  inMenu: boolean;
  offers: boolean;
  version: number;
}

async function add(input: object): Promise<Category> {
  const response = await admin.post(CATEGORIES, input);
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json();
}

const edit = (id: string, version: number, changes: object) =>
  admin.request('PATCH', pathOf(id), changes, { 'If-Match': `"${version}"` });

const logged = async (action: string, subject: string) =>
  (
    await shop.database.pool.query(
      'select detail from audit_log where action = $1 and subject = $2 order by id',
      [action, subject],
    )
  ).rows.map(({ detail }) => detail);

test('a new shop has the categories of its file, and later starts leave them alone', async () => {
  const all: Category[] = await (await admin.get(CATEGORIES)).json();
  expect(all.map(({ name, slug, inMenu, offers }) => [name, slug, inMenu, offers])).toEqual([
    ['Cloths', 'cloths', true, false],
    ['Shoes', 'shoes', true, false],
    ['Gadget', 'gadget', true, false],
    ['Jersey', 'jersey', true, false],
    ['Full Set', 'full-set', false, true],
  ]);
});

test('a renamed category keeps its products without writing one, and its old address', async () => {
  const { context, database } = shop;
  const hats = await add({ name: 'Hats', description: 'For heads' });
  expect(hats).toMatchObject({ slug: 'hats', inMenu: true, version: 1 });
  const hat = await stock(shop, { name: 'Straw Hat', category: 'Hats' });
  const before = await database.pool.query('select xmin from products where id = $1', [hat.id]);
  const renamed = await edit(hats._id, 1, { name: 'Headwear' });
  expect(renamed.status).toBe(200);
  expect(renamed.headers.get('etag')).toBe('"2"');
  expect(await renamed.json()).toMatchObject({ slug: 'headwear', formerSlugs: ['hats'] });
  expect(
    await database.pool.query('select xmin from products where id = $1', [hat.id]),
  ).toMatchObject({
    rows: before.rows,
  });
  expect((await getProduct(context.ctx, hat.id)).category).toBe('Headwear');
  const { items } = await listProducts(context.ctx, { category: 'Headwear', limit: 10 });
  expect(items.map(({ name }) => name)).toEqual(['Straw Hat']);
  const { categories } = await context.ctx.siteContent.read();
  expect(categories.at(-1)).toMatchObject({ slug: 'headwear', formerSlugs: ['hats'] });
  expect(await logged('category.edit', hats._id)).toEqual([
    { name: 'Hats', changed: { name: ['Hats', 'Headwear'], slug: ['hats', 'headwear'] } },
  ]);
  // The address is its own for good: no other takes it, and it may have it back.
  const other = await add({ name: 'Hats' });
  expect(other.slug).toBe('hats-2');
  const taken = await edit(other._id, 1, { slug: 'hats' });
  expect([taken.status, (await taken.json()).detail]).toEqual([
    422,
    'The address "hats" belongs to another category, or did. Please choose another one.',
  ]);
  const back = await edit(hats._id, 2, { slug: 'hats' });
  expect(await back.json()).toMatchObject({ slug: 'hats', formerSlugs: ['headwear'] });
});

test('of two edits of one version, the second gets what the first saved', async () => {
  const socks = await add({ name: 'Socks' });
  // Neither has seen what the other one did.
  const held = { text: 'select from categories where id = $1 for update', values: [socks._id] };
  const both = await heldBack(shop, held, () => [
    edit(socks._id, 1, { description: 'one' }),
    edit(socks._id, 1, { description: 'two' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  const lost = both.find(({ status }) => status === 412);
  expect(await lost?.json()).toMatchObject({ code: 'edit_conflict', current: { version: 2 } });
});

test.each([
  [{ name: '' }, 'A name is needed.'],
  [{ name: 'Shoes' }, 'There is a category "Shoes" already.'],
  [{ name: 'sHOES\u200b', slug: 'other-shoes' }, 'There is a category "Shoes" already.'],
  [{ name: 'Orders', slug: 'orders' }, 'The address "/orders" is a page of the shop itself.'],
  [{ name: 'X', slug: 'Not A Slug' }, 'Small letters'],
  [{ name: 'X', slug: 'shoes' }, 'Another category has that address.'],
  [{ name: 'X', image: 'http://elsewhere.test/a.png' }, ''],
  [{ name: 'X', position: 1 }, ''],
])('%j is refused with a sentence', async (input, sentence) => {
  const response = await admin.post(CATEGORIES, input);
  expect(response.status).toBe(422);
  expect((await response.json()).detail).toContain(sentence);
});

test('names differ in more than case, also after a rename and of two that are added at once', async () => {
  const scarf = await add({ name: 'Scarf', inMenu: false });
  const shoes = await edit(scarf._id, 1, { name: 'shoes' });
  expect([shoes.status, (await shoes.json()).detail]).toEqual([
    422,
    'There is a category "Shoes" already. Please choose another name.',
  ]);
  expect((await edit(scarf._id, 1, { name: 'SCARF' })).status).toBe(200);
  const both = await Promise.all(
    ['Mitts', 'mitts'].map((name) => admin.post(CATEGORIES, { name, inMenu: false })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
});

test('a name that is a page of the shop gets another address', async () => {
  expect((await add({ name: 'Search', inMenu: false })).slug).toBe('search-2');
  expect((await add({ name: 'টুপি', inMenu: false })).slug).toBe('category');
});

test('the menu has room for twelve', async () => {
  const some = [];
  let response: Response;
  do {
    response = await admin.post(CATEGORIES, { name: `Shelf ${some.length}` });
    if (response.status === 201) some.push(await response.json());
  } while (response.status === 201);
  expect((await response.json()).detail).toContain('The menu has room for 12 entries.');
  const all: Category[] = await (await admin.get(CATEGORIES)).json();
  expect(all.filter(({ inMenu }) => inMenu)).toHaveLength(12);
  for (const { _id } of some) expect((await admin.delete(pathOf(_id))).status).toBe(200);
});

test('the order is written as a whole, and only for the categories that there are', async () => {
  const ids = async () =>
    ((await (await admin.get(CATEGORIES)).json()) as Category[]).map(({ _id }) => _id);
  const before = await ids();
  const reversed = before.toReversed();
  expect((await admin.put(`${CATEGORIES}/order`, { ids: reversed })).status).toBe(200);
  expect(await ids()).toEqual(reversed);
  for (const wrong of [before.slice(1), [...before.slice(1), 'cat_none'], [...before, before[0]]]) {
    expect((await admin.put(`${CATEGORIES}/order`, { ids: wrong })).status).toBe(422);
  }
  await admin.put(`${CATEGORIES}/order`, { ids: before });
  expect(await logged('category.order', 'categories')).toHaveLength(2);
});

test('the offers are of one category at a time', async () => {
  const sets = await add({ name: 'Sets', offers: true, inMenu: false });
  const withOffers = ((await (await admin.get(CATEGORIES)).json()) as Category[]).filter(
    ({ offers }) => offers,
  );
  expect(withOffers.map(({ name }) => name)).toEqual(['Sets']);
  const refused = await admin.delete(pathOf(sets._id));
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'category_in_use']);
  const full = await (await admin.get(pathOf('Full Set'))).json();
  expect((await edit('Full Set', full.version, { offers: true })).status).toBe(200);
  expect(await (await admin.delete(pathOf(sets._id))).json()).toEqual({ deletedCount: 1 });
  expect(await (await admin.delete(pathOf(sets._id))).json()).toEqual({ deletedCount: 0 });
});

describe('a category with products', () => {
  test('is not removed; its products are moved, with a row in the log for each batch', async () => {
    const { pool } = shop.database;
    const [from, to] = [await add({ name: 'Scarves' }), await add({ name: 'Wraps' })];
    await pool.query(
      `insert into products (id, slug, name, category, price_minor, currency, descriptions, gender, status)
       select 'prd_scarf' || i, 'scarf' || i, 'Scarf', $1, 100, 'USD', 'd', 'g',
         case when i % 2 = 0 then 'active' else 'draft' end
       from generate_series(1, 1203) i`,
      [from._id],
    );
    const refused = await admin.delete(pathOf(from._id));
    expect([refused.status, (await refused.json()).detail]).toEqual([
      409,
      'Scarves has more than 1,000 products, archived ones included. Move them to another category first.',
    ]);
    const moved = await admin.post(`${pathOf(from._id)}/move`, { to: to._id });
    expect(await moved.json()).toEqual({ moved: 1_203, isMoreLeft: false });
    const counts = (await logged('category.move', from._id)).map(({ count }) => count);
    expect(counts).toEqual([500, 500, 203]);
    const { rows } = await pool.query(
      'select count(*)::int as count, min(version) as version from products where category = $1',
      [to._id],
    );
    expect(rows).toEqual([{ count: 1_203, version: 2 }]);
    expect((await admin.delete(pathOf(from._id))).status).toBe(200);
    expect(await logged('category.remove', from._id)).toMatchObject([{ name: 'Scarves' }]);
  });

  test('can be neither emptied nor lost by a product that is added meanwhile', async () => {
    const gloves = await add({ name: 'Gloves' });
    const both = await Promise.all([
      admin.delete(pathOf(gloves._id)),
      admin.post('/products', {
        name: 'Glove',
        category: 'Gloves',
        price: 10,
        descriptions: 'd',
        gender: 'Unisex',
      }),
    ]);
    const [removed, added] = both.map(({ status }) => status);
    expect([
      [200, 422],
      [409, 201],
      [422, 201],
    ]).toContainEqual([removed, added]);
  });
});

test('a process that changed nothing knows a change at its next request', async () => {
  const other = await shop.beside();
  await other.ctx.siteContent.read();
  const bags = await add({ name: 'Bags' });
  const { categories } = await other.ctx.siteContent.read();
  expect(categories.find(({ id }) => id === bags._id)?.slug).toBe('bags');
  expect(await other.ctx.siteContent.read()).toBe(await other.ctx.siteContent.read());
});

test('the sitemap has each category and collection once', async () => {
  await admin.post('/api/v1/collections', { name: 'Summer', rule: { tags: ['summer'] } });
  const text = await (await shop.guest().get('/sitemap.xml')).text();
  for (const path of ['/cloths', '/full-set', '/bags', '/collections/summer']) {
    expect(text.split(`<loc>http://shop.test${path}</loc>`).length, path).toBe(2);
  }
});

test('only an admin may ask the use cases', async () => {
  const actor = actorOf(await shop.shopper('Curious'));
  await expect(editCategory(shop.context.ctx, actor, 'Shoes', 1, {})).rejects.toMatchObject({
    code: 'forbidden',
  });
});
