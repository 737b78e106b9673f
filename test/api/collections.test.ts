import { afterAll, beforeAll, expect, test } from 'vitest';
import { browseProducts, findCollection } from '#features/catalog/catalog.ts';
import type { ProductSort } from '#features/catalog/product-list.schema.ts';
import { listProductTags } from '#features/merchandising/merchandising.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
const idOf: Record<string, string> = {};
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  const goods = [
    { name: 'Coat', category: 'Cloths', priceMinor: 9_000, inventory: 0, tags: ['wool', 'winter'] },
    { name: 'Shirt', category: 'Cloths', priceMinor: 3_000, inventory: 5, tags: ['linen'] },
    { name: 'Boot', category: 'Shoes', priceMinor: 8_000, inventory: 5, tags: ['winter'] },
    { name: 'Sandal', category: 'Shoes', priceMinor: 2_000, inventory: 5, tags: [] },
  ];
  for (const { tags, ...product } of goods) {
    const { id } = await stock(shop, product);
    idOf[product.name] = id;
    await shop.database.pool.query('update products set tags = $2 where id = $1', [id, tags]);
  }
});
afterAll(() => shop.close());

const COLLECTIONS = '/api/v1/collections';

interface Collection {
  _id: string;
  slug: string;
  version: number;
  rule: object | null;
  products: string[];
}

async function add(input: object): Promise<Collection> {
  const response = await admin.post(COLLECTIONS, input);
  expect(response.status, await response.clone().text()).toBe(201);
  return response.json();
}

const edit = (id: string, version: number, changes: object) =>
  admin.request('PATCH', `${COLLECTIONS}/${id}`, changes, { 'If-Match': `"${version}"` });

/** The names that the page of a collection lists. */
async function listed(slug: string, sort: ProductSort = 'name'): Promise<string[]> {
  const { ctx } = shop.context;
  const found = await findCollection(ctx, slug);
  if (!found) throw new Error(`There is no collection ${slug}.`);
  const page = await browseProducts(ctx, { filter: found.scope, sort, limit: 10, after: null });
  return page.items.map(({ name }) => name);
}

test.each([
  [{ tags: ['winter'] }, ['Boot', 'Coat']],
  [{ tags: ['winter', 'wool'] }, ['Coat']],
  [{ category: 'Shoes' }, ['Boot', 'Sandal']],
  [{ category: 'Shoes', tags: ['winter'] }, ['Boot']],
  [{ min: 30, max: '80.00' }, ['Boot', 'Shirt']],
  [{ tags: ['winter'], inStock: true }, ['Boot']],
])('a rule %j has the products that fit all of it', async (rule, names) => {
  const { slug } = await add({ name: JSON.stringify(rule).replaceAll(/\W+/g, ' '), rule });
  expect(await listed(slug)).toEqual(names);
});

test('the tags that products have are offered, those of archived ones not', async () => {
  const { ctx } = shop.context;
  const { id } = await stock(shop, { name: 'Old Hat' });
  const set = "update products set tags = '{felt,linen}' where id = $1";
  await shop.database.pool.query(set, [id]);
  const offered = () => listProductTags(ctx, actorOf(admin, 'admin'));
  expect(await offered()).toEqual(['felt', 'linen', 'winter', 'wool']);
  const archive = "update products set status = 'archived', deleted_at = now() where id = $1";
  await shop.database.pool.query(archive, [id]);
  expect(await offered()).toEqual(['linen', 'winter', 'wool']);
  await expect(listProductTags(ctx, actorOf(admin, 'shopper'))).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('brands, types and tags in use are offered by their beginning, one that is the same first', async () => {
  const { pool } = shop.database;
  const brand = (id: string, value: string, type = '') =>
    pool.query('update products set brand = $2, product_type = $3 where id = $1', [
      id,
      value,
      type,
    ]);
  await brand(idOf.Coat ?? '', 'North Sea');
  await brand(idOf.Shirt ?? '', 'North Sea');
  await brand(idOf.Boot ?? '', 'North', 'Boots');
  const offered = async (query: string) =>
    (await admin.get(`/api/v1/product-values?${query}`)).json();
  expect(await offered('kind=brand&q=NORTH')).toEqual(['North', 'North Sea']);
  expect(await offered('kind=brand&q=%20north%20%20SEA')).toEqual(['North Sea']);
  expect(await offered('kind=brand')).toEqual(['North Sea', 'North']);
  expect(await offered('kind=type&q=b')).toEqual(['Boots']);
  expect(await offered('kind=tag&q=win')).toEqual(['winter']);
  // What was saved a moment ago is offered for the next product.
  await brand(idOf.Sandal ?? '', 'Norther');
  expect(await offered('kind=brand&q=norther')).toEqual(['Norther']);
  await pool.query('update products set tags = $2 where id = $1', [
    idOf.Sandal,
    Array.from({ length: 25 }, (_, index) => `many ${index}`),
  ]);
  expect(await offered('kind=tag&q=many')).toHaveLength(20);
});

test('a product is in a collection by rules as soon as it fits, and no longer', async () => {
  const { slug } = await add({ name: 'On sale', rule: { tags: ['sale'] } });
  expect(await listed(slug)).toEqual([]);
  const retag = (tags: string[]) =>
    shop.database.pool.query('update products set tags = $2 where id = $1', [idOf.Sandal, tags]);
  await retag(['sale']);
  expect(await listed(slug)).toEqual(['Sandal']);
  await retag([]);
  expect(await listed(slug)).toEqual([]);
});

test('products chosen by hand are in the order of staff, archived ones left out', async () => {
  const products = [idOf.Shirt, idOf.Boot, idOf.Coat];
  const chosen = await add({ name: 'Our favourites', products });
  expect(chosen).toMatchObject({ slug: 'our-favourites', rule: null, products });
  expect(await listed(chosen.slug, 'chosen')).toEqual(['Shirt', 'Boot', 'Coat']);
  expect(await listed(chosen.slug, 'price-up')).toEqual(['Shirt', 'Boot', 'Coat']);
  const reordered = [idOf.Coat, idOf.Sandal, idOf.Shirt];
  const changed = await edit(chosen._id, 1, { products: reordered });
  expect(await changed.json()).toMatchObject({ version: 2, products: reordered });
  expect(await listed(chosen.slug, 'chosen')).toEqual(['Coat', 'Sandal', 'Shirt']);
  const { rows } = await shop.database.pool.query(
    "select detail from audit_log where action = 'collection.edit' and subject = $1",
    [chosen._id],
  );
  expect(rows[0].detail.changed).toEqual({ products: [products, reordered] });
  // One page after the other, by cursor.
  const { ctx } = shop.context;
  const filter = (await findCollection(ctx, chosen.slug))?.scope;
  if (!filter) throw new Error('It is gone.');
  const first = await browseProducts(ctx, { filter, sort: 'chosen', limit: 2, after: null });
  const rest = await browseProducts(ctx, { filter, sort: 'chosen', limit: 2, after: first.next });
  expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual([
    'Coat',
    'Sandal',
    'Shirt',
  ]);
});

test('a rule replaces what was chosen, and back', async () => {
  const both = await add({ name: 'Changing', products: [idOf.Shirt] });
  const ruled = await edit(both._id, 1, { rule: { category: 'Shoes' } });
  expect(await ruled.json()).toMatchObject({
    products: [],
    rule: { category: 'Shoes', max: null },
  });
  expect(await listed(both.slug)).toEqual(['Boot', 'Sandal']);
  const { rows } = await shop.database.pool.query(
    'select from collection_products where collection_id = $1',
    [both._id],
  );
  expect(rows).toEqual([]);
  const refused = await edit(both._id, 2, { products: [idOf.Shirt] });
  expect(refused.status).toBe(422);
  const byHand = await edit(both._id, 2, { rule: null, products: [idOf.Shirt] });
  expect(byHand.status).toBe(200);
  expect(await listed(both.slug)).toEqual(['Shirt']);
});

test.each([
  [{ rule: {} }, 'A rule needs at least one condition.'],
  [{ rule: { min: 20, max: 10 } }, 'The lowest price of a rule is above its highest.'],
  [{ rule: { category: 'Hats' } }, 'There is no category "Hats".'],
  [{ rule: { tags: ['a'] }, products: ['prd_1'] }, 'A collection has a rule or chosen products'],
  [{ products: ['prd_none'] }, 'One of the products is not in the shop any more.'],
  [{ products: Array.from({ length: 501 }, (_, i) => `prd_${i}`) }, 'products'],
])('%j is refused with a sentence, and leaves nothing behind', async (input, sentence) => {
  const response = await admin.post(COLLECTIONS, { name: 'Refused', ...input });
  expect(response.status).toBe(422);
  expect((await response.json()).detail).toContain(sentence);
  expect(await findCollection(shop.context.ctx, 'refused')).toBeNull();
});

test('a renamed one keeps its old address, a removed one its products', async () => {
  const spring = await add({ name: 'Spring', products: [idOf.Shirt] });
  await edit(spring._id, 1, { name: 'Early Spring' });
  expect((await findCollection(shop.context.ctx, 'spring'))?.slug).toBe('early-spring');
  const path = `${COLLECTIONS}/${spring._id}`;
  expect(await (await admin.delete(path)).json()).toEqual({ deletedCount: 1 });
  expect(await findCollection(shop.context.ctx, 'spring')).toBeNull();
  expect((await admin.get(`/products/${idOf.Shirt}`)).status).toBe(200);
});

test('a category that a rule names is kept, and renamed in the rule', async () => {
  const added = await admin.post('/api/v1/categories', { name: 'Belts' });
  const { _id, version } = await added.json();
  const rule = await add({ name: 'All belts', rule: { category: 'Belts' } });
  const refused = await admin.delete(`/api/v1/categories/${_id}`);
  expect((await refused.json()).detail).toContain('All belts');
  const headers = { 'If-Match': `"${version}"` };
  await admin.request('PATCH', `/api/v1/categories/${_id}`, { name: 'Straps' }, headers);
  const now = await (await admin.get(`${COLLECTIONS}/${rule._id}`)).json();
  expect(now.rule.category).toBe('Straps');
});
