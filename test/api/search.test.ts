import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringIndexUpToDate } from '#features/catalog/catalog.ts';
import { addCollection } from '#features/merchandising/merchandising.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let guest: Client;

const variant = (
  size: string | null,
  color: string | null,
  inventory = 5,
  priceMinor?: number,
) => ({
  sku: `SRCH-${Math.random().toString(36).slice(2, 10)}`,
  ...(size === null ? {} : { size }),
  ...(color === null ? {} : { color }),
  inventory,
  ...(priceMinor === undefined ? {} : { priceMinor }),
});

beforeAll(async () => {
  shop = await openTestShop();
  guest = shop.guest();
  await stock(shop, {
    name: 'Marlow Linen Shirt',
    priceMinor: 6_000,
    variants: [variant('M', 'Navy'), variant('L', 'Navy', 0), variant('M', 'Light Blue', 5, 5_000)],
  });
  await stock(shop, {
    name: 'Heavy T-Shirt',
    variants: [variant('M', 'Rust'), variant('S', 'Navy')],
  });
  await stock(shop, { name: 'Harbour Raincoat', priceMinor: 12_000 });
  await stock(shop, { name: 'Crème Jumper', inventory: 0 });
  await stock(shop, { name: 'Wool Jumper' });
  await stock(shop, { name: 'Field Boots', category: 'Shoes', variants: [variant('42', null)] });
  await shop.database.pool.query(
    "update products set tags = '{lambswool}', brand = 'Skerry' where name = 'Wool Jumper'",
  );
  await bringIndexUpToDate(shop.context.ctx);
});
afterAll(() => shop.close());

async function find(params: Record<string, string | string[]>): Promise<string[]> {
  const search = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const response = await guest.get(`/products?${search}`);
  expect(response.status).toBe(200);
  return (await response.json()).map(({ name }: { name: string }) => name);
}

test.each([
  ['a name', 'marlow linen shirt', ['Marlow Linen Shirt']],
  ['a beginning', 'rainc', ['Harbour Raincoat']],
  ['a plural', 'raincoats', ['Harbour Raincoat']],
  ['a singular', 'boot', ['Field Boots']],
  ['words that are written as one', 'tshirt', ['Heavy T-Shirt']],
  ['a hyphen', 't-shirts', ['Heavy T-Shirt', 'Marlow Linen Shirt']],
  ['one that is written as two', 'rain coat', ['Harbour Raincoat']],
  ['a letter too few', 'jumpr', ['Wool Jumper', 'Crème Jumper']],
  ['a misspelled word beside a color that it has not', 'rust raincaot', ['Harbour Raincoat']],
  ['two letters swapped', 'shrit', ['Heavy T-Shirt', 'Marlow Linen Shirt']],
  ['a wrong first letter', 'kumper', ['Wool Jumper', 'Crème Jumper']],
  ['no accent', 'creme', ['Crème Jumper']],
  ['another accent', 'crémé', ['Crème Jumper']],
  ['a tag', 'lambswool', ['Wool Jumper']],
  ['a brand', 'SKERRY', ['Wool Jumper']],
  ['a category', 'shoes', ['Field Boots']],
  ['a category and a word', 'shoe boots', ['Field Boots']],
  ['a size as a filter', 'shirt s', ['Heavy T-Shirt']],
  ['a size and a color of one variant', 'navy shirt m', ['Marlow Linen Shirt']],
  ['a color of two words', 'light blue shirt', ['Marlow Linen Shirt']],
  ['the name of a family of colors', 'blue', ['Heavy T-Shirt', 'Marlow Linen Shirt']],
  ['a family, none of whose shades is called so', 'orange shirt', ['Heavy T-Shirt']],
  ['a family in a size', 'blue shirt s', ['Heavy T-Shirt']],
  ['a shade beside the name of its family', 'rust orange shirt m', ['Heavy T-Shirt']],
  ['what is left without a color that it has not', 'rust raincoat', ['Harbour Raincoat']],
  ['a size with its label', 'shirt size s', ['Heavy T-Shirt']],
  ['a size as a word', 'small shirt', ['Heavy T-Shirt']],
  ["no size in a possessive 's", "shirt's", ['Heavy T-Shirt', 'Marlow Linen Shirt']],
  ['the size without a color that nothing has in it', 'rust shirt s', ['Heavy T-Shirt']],
  [
    'what is left without a word that it does not know',
    'qwrtplk jumper',
    ['Wool Jumper', 'Crème Jumper'],
  ],
  ['the last word where nothing has both', 'linen boots', ['Field Boots']],
  ['the shade of a color that it does not know', 'dark orange shirt', ['Heavy T-Shirt']],
  ['nothing for words that say nothing', 'of the', []],
  ['nothing for letters that are no size', 'q r t e', []],
  ['a size in quotation marks', "shirt 's'", ['Heavy T-Shirt']],
  ['a mistake in a plural', 'shrits', ['Heavy T-Shirt', 'Marlow Linen Shirt']],
  ['two letters swapped at the start', 'hsirt', ['Heavy T-Shirt', 'Marlow Linen Shirt']],
  ['the beginning of a category', 'shoe', ['Field Boots']],
  ['a misspelled category', 'sheos', ['Field Boots']],
  ['words of the details', 'raincoat for tests', ['Harbour Raincoat']],
  ['nothing', 'zeppelin', []],
  ['signs alone', '%', []],
  ['SQL', "'; drop table products; --", []],
  ['the operators of a search', "shirt & | ! <-> :* '", ['Heavy T-Shirt', 'Marlow Linen Shirt']],
])('finds %s: %s', async (_, q, names) => {
  expect((await find({ q })).toSorted()).toEqual(names.toSorted());
});

test('filters that leave nothing of the words change no word', async () => {
  expect(await find({ q: 'linen shirt', color: 'Rust' })).toEqual([]);
  expect(await find({ q: 'jumpr', max: '1' })).toEqual([]);
  const response = await guest.get('/products/facets?q=linen+shirt&color=Rust');
  const { total, facets } = await response.json();
  const colors = facets.find(({ name }: { name: string }) => name === 'color')?.values;
  expect([total, colors]).toEqual([
    0,
    [
      { value: 'Light Blue', count: 1 },
      { value: 'Navy', count: 1 },
    ],
  ]);
});

test('what is sold out comes last, and a name counts more than the details', async () => {
  expect(await find({ q: 'jumper' })).toEqual(['Wool Jumper', 'Crème Jumper']);
  await stock(shop, { name: 'Peg' });
  await shop.database.pool.query(
    "update products set descriptions = 'For one raincoat or two.' where name = 'Peg'",
  );
  expect(await find({ q: 'raincoat' })).toEqual(['Harbour Raincoat', 'Peg']);
});

test('filters and sorts are those of a category, and fit one and the same variant', async () => {
  expect(await find({ q: 'shirt', sort: 'name' })).toEqual(['Heavy T-Shirt', 'Marlow Linen Shirt']);
  expect(await find({ size: ['L', 'S'], color: 'Navy', inStock: 'true' })).toEqual([
    'Heavy T-Shirt',
  ]);
  expect(await find({ size: 'M', color: 'Rust' })).toEqual(['Heavy T-Shirt']);
  expect(await find({ min: '50', max: '50' })).toEqual(['Marlow Linen Shirt']);
  expect(await find({ color: 'Navy', min: '60' })).toEqual(['Marlow Linen Shirt']);
  for (const sort of ['price-up', 'name']) {
    const between = { color: 'Navy', sort, min: '60' };
    expect(await find({ ...between, max: '70' })).toEqual(['Marlow Linen Shirt']);
    expect(await find({ ...between, max: '59' })).toEqual([]);
  }
  expect(await find({ family: 'Blue', size: 'S' })).toEqual(['Heavy T-Shirt']);
  expect(await find({ family: 'Orange', color: 'Light Blue', sort: 'name' })).toEqual([
    'Heavy T-Shirt',
    'Marlow Linen Shirt',
  ]);
  for (const family of ['Green', 'Navy']) expect(await find({ family })).toEqual([]);
  expect(await find({ category: 'Shoes', sort: 'price-up' })).toEqual(['Field Boots']);
  expect(await find({ category: 'Hats', sort: 'name' })).toEqual([]);
});

test('the pages of a search, one after the other, are all of it', async () => {
  for (const sort of ['relevance', 'newest', 'price-up', 'price-down', 'name']) {
    const all = await find({ q: 'tests', sort });
    expect(all.length).toBeGreaterThan(4);
    const names: string[] = [];
    for (let path = `/products?q=tests&sort=${sort}&limit=2`; path; ) {
      const response = await guest.get(path);
      names.push(...(await response.json()).map(({ name }: { name: string }) => name));
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect([sort, names]).toEqual([sort, all]);
  }
});

test('a change is found, and what was is not, in the next request', async () => {
  const added = await stock(shop, { name: 'Quilted Gilet', variants: [variant('XS', null, 1)] });
  expect(await find({ q: 'quilted' })).toEqual(['Quilted Gilet']);
  const admin = await shop.admin('Sera Search');
  const path = `/api/v1/products/${added.id}`;
  const version = (await admin.get(path)).headers.get('etag') ?? '';
  const edit = await admin.request(
    'PATCH',
    path,
    { name: 'Padded Gilet', descriptions: 'Warm.' },
    { 'if-match': version },
  );
  expect(edit.status).toBe(200);
  expect(await find({ q: 'quilted', sort: 'name' })).toEqual([]);
  expect(await find({ q: 'padded' })).toEqual(['Padded Gilet']);
  await shop.database.pool.query('update variants set on_hand = 0 where product_id = $1', [
    added.id,
  ]);
  expect(await find({ q: 'padded', inStock: 'true' })).toEqual([]);
  await admin.delete(`/products/${added.id}`);
  expect(await find({ q: 'padded' })).toEqual([]);
});

test('a category that gets another name is found by it', async () => {
  const { pool } = shop.database;
  await pool.query("update categories set name = 'Footwear' where id = 'Shoes'");
  await shop.context.ctx.siteContent.read();
  expect(await find({ q: 'footwear' })).toEqual(['Field Boots']);
  await pool.query("update categories set name = 'Shoes' where id = 'Shoes'");
  await shop.context.ctx.siteContent.read();
});

describe('the counts', () => {
  const facets = async (search: string) => {
    const response = await guest.get(`/products/facets${search}`);
    expect(response.status).toBe(200);
    return response.json();
  };
  const valuesOf = (
    found: { facets: { name: string; values: { value: string; count: number }[] }[] },
    name: string,
  ) =>
    Object.fromEntries(
      found.facets.find((one) => one.name === name)?.values.map((v) => [v.value, v.count]) ?? [],
    );

  test('say what each value would leave, as if its filter was not set', async () => {
    const found = await facets('?q=shirt&size=S');
    expect(found).toMatchObject({
      total: 1,
      exact: true,
      price: { min: 20, max: 20, buckets: [{ min: 20, max: 20, count: 1 }] },
    });
    expect(valuesOf(found, 'size')).toEqual({ S: 1, M: 2, L: 1 });
    expect(valuesOf(found, 'color')).toEqual({ Navy: 1 });
    expect(valuesOf(found, 'family')).toEqual({ Blue: 1 });
    expect(valuesOf(found, 'category')).toEqual({ Cloths: 1 });
    expect(valuesOf(found, 'inStock')).toEqual({ true: 1 });
  });

  test('of type, brand, gender, tags and options of the owner are those of products, and filter them', async () => {
    const { pool } = shop.database;
    await pool.query(
      `update products set product_type = 'Knitwear', option_name = 'Length', gender = 'Women'
       where name = 'Wool Jumper'`,
    );
    await pool.query("update products set brand = 'Skerry, Ltd: 1' where name = 'Crème Jumper'");
    await pool.query(
      `update variants set option_value = 'Long' from products p
       where p.id = product_id and p.name = 'Wool Jumper'`,
    );
    const found = await facets('?q=jumper');
    expect(valuesOf(found, 'type')).toEqual({ Knitwear: 1 });
    expect(valuesOf(found, 'brand')).toEqual({ Skerry: 1, 'Skerry, Ltd: 1': 1 });
    expect(valuesOf(found, 'gender')).toEqual({ Unisex: 1, Women: 1 });
    expect(valuesOf(found, 'option')).toEqual({ 'Length: Long': 1 });
    expect(valuesOf(found, 'tag')).toEqual({ lambswool: 1 });
    const [wool, creme] = ['Wool Jumper', 'Crème Jumper'];
    expect(await find({ q: 'jumper', brand: 'Skerry, Ltd: 1' })).toEqual([creme]);
    expect(await find({ q: 'jumper', brand: ['Skerry', 'Skerry, Ltd: 1'] })).toEqual([wool, creme]);
    expect(await find({ option: 'Length: Long', type: 'Knitwear', tag: 'lambswool' })).toEqual([
      wool,
    ]);
    expect(await find({ q: 'jumper', gender: 'Women', brand: 'Skerry, Ltd: 1' })).toEqual([]);
    // As if the filter itself was not set, and under all others.
    const narrowed = await facets('?q=jumper&gender=Women');
    expect(narrowed).toMatchObject({ total: 1, exact: true });
    expect(valuesOf(narrowed, 'gender')).toEqual({ Unisex: 1, Women: 1 });
    expect(valuesOf(narrowed, 'brand')).toEqual({ Skerry: 1 });
    const twice = await facets('?q=jumper&gender=Women&brand=Skerry');
    expect(valuesOf(twice, 'gender')).toEqual({ Women: 1 });
    const long = 'x'.repeat(200);
    await pool.query('update products set product_type = $1 where name = $2', [long, wool]);
    expect(await find({ q: 'jumper', type: long })).toEqual([wool]);
    await pool.query("update products set product_type = '' where name = 'Wool Jumper'");
    expect(valuesOf(await facets('?q=jumper'), 'type')).toEqual({});
  });

  test('of a search that finds nothing are none', async () => {
    expect(await facets('?q=zeppelin')).toEqual({
      total: 0,
      countedTo: 5_000,
      exact: true,
      facets: [],
      price: { min: null, max: null, buckets: [] },
    });
  });

  test('of a family have a product once, and are those of all its shades', async () => {
    const found = await facets('?q=shirt');
    expect(valuesOf(found, 'color')).toEqual({ Navy: 2, 'Light Blue': 1, Rust: 1 });
    expect(valuesOf(found, 'family')).toEqual({ Orange: 1, Blue: 2 });
    expect(valuesOf(await facets('?q=shirt&family=Blue'), 'family')).toEqual({
      Orange: 1,
      Blue: 2,
    });
    // Marlow costs 50 in light blue, so its family is below.
    expect(valuesOf(await facets('?min=51'), 'family')).toEqual({});
    expect(valuesOf(await facets('?min=51'), 'color')).toEqual({ Navy: 1 });
  });
});

test('suggests products, categories, collections and searches while somebody types', async () => {
  const suggest = async (q: string) => {
    const response = await guest.get(`/search/suggestions?q=${encodeURIComponent(q)}`);
    expect(response.status).toBe(200);
    return response.json();
  };
  const found = await suggest('linen shi');
  expect(found.products).toMatchObject([{ name: 'Marlow Linen Shirt', price: 50 }]);
  expect(found.queries).toEqual(['linen shirt']);
  expect((await suggest('sho')).categories).toEqual([{ name: 'Shoes', path: '/shoes' }]);
  expect((await suggest('shrit')).queries).toEqual(['shirt']);
  const staff = actorOf(await shop.admin(), 'admin');
  await addCollection(shop.context.ctx, staff, { name: 'Été & Summer 100%', slug: 'summer' });
  await addCollection(shop.context.ctx, staff, { name: 'Midsummer' });
  const summer = [{ name: 'Été & Summer 100%', path: '/collections/summer' }];
  expect((await suggest('summ')).collections).toEqual(summer);
  expect((await suggest('ete')).collections).toEqual(summer);
  expect((await suggest('%')).collections).toEqual([]);
  const nothing = { products: [], categories: [], collections: [], pages: [], queries: [] };
  expect(await suggest('')).toEqual(nothing);
});

test.each([
  `/products?q=${'x'.repeat(201)}`,
  '/products?sort=best',
  '/products?min=cheap',
  '/products?inStock=perhaps',
  `/products?${Array.from({ length: 31 }, (_, nr) => `size=${nr}`).join('&')}`,
  '/products?q=shirt&after=nonsense',
  '/products?q=shirt&sort=name&after=WyJuZXdlc3QiLCIyMDI2LTAxLTAxVDAwOjAwOjAwLjAwMFoiLCJ4Il0',
  `/products/facets?q=${'x'.repeat(201)}`,
  '/search/suggestions',
  `/search/suggestions?q=${'x'.repeat(201)}`,
])('refuses %s', async (path) => {
  const response = await guest.get(path);
  expect(response.status).toBe(422);
  expect((await response.json()).code).toBe('invalid_request');
});

test('thirty sizes and thirty colors are not compared in nine hundred pairs', async () => {
  const values = Array.from({ length: 30 }, (_, nr) => `size=${nr}&color=${nr}`).join('&');
  const { pool } = shop.database;
  const { query } = pool;
  const asked: string[] = [];
  pool.query = ((...sent: Parameters<typeof query>) => {
    asked.push(JSON.stringify(sent[0]));
    return query.apply(pool, sent);
  }) as typeof query;
  try {
    for (const path of ['/products', '/products/facets']) {
      expect((await guest.get(`${path}?${values}`)).status).toBe(200);
    }
  } finally {
    pool.query = query;
  }
  const comparisons = asked.map((text) => text.split('search_choice(').length - 1);
  expect(Math.max(...comparisons)).toBeGreaterThan(0);
  expect(Math.max(...comparisons)).toBeLessThan(400);
});

test('a color that becomes known changes what is cached of all lists, and other words only searches', async () => {
  const { pool } = shop.database;
  const changesWith = async (column: 'in_lists' | 'in_searches') => {
    const { rows } = await pool.query(
      `select count(*)::int as n from catalog_changes where product_id is null and ${column}`,
    );
    return rows[0].n;
  };
  const changesOfAll = () => changesWith('in_lists');
  const before = await changesOfAll();
  const ofSearches = await changesWith('in_searches');
  await stock(shop, { name: 'Plain Scarf', variants: [variant(null, 'Navy')] });
  await bringIndexUpToDate(shop.context.ctx);
  expect(await changesOfAll()).toBe(before);
  expect(await changesWith('in_searches')).toBeGreaterThan(ofSearches);
  await stock(shop, { name: 'Bright Scarf', variants: [variant(null, 'Cobalt')] });
  await bringIndexUpToDate(shop.context.ctx);
  expect(await changesOfAll()).toBe(before + 1);
});
