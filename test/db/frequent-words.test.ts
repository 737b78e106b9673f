import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { facetsOf, readSearch, searchProducts } from '#features/catalog/catalog.ts';
import { noFilter, type ProductFilter } from '#features/catalog/product-list.schema.ts';
import type { SearchSort } from '#features/catalog/search.schema.ts';
import { fillShop } from '../../scripts/generate/fill-shop.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

// Words that many of a million products have are searched in another way. Here a small shop has the
// statistics of such a large one.

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  const numbers = { products: 8_000, orders: 0, customers: 0 };
  await fillShop(shop.context.ctx, shop.database, numbers, () => undefined);
});
afterAll(() => shop.close());
beforeEach(() => setStatistics(8_000, { cotton: 0.2 }));

async function setStatistics(products: number, shares: Record<string, number>): Promise<void> {
  const { pool } = shop.database;
  await pool.query(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'search_index',
      'reltuples', $1::real)`,
    [products],
  );
  await pool.query(
    `select pg_restore_attribute_stats('schemaname', 'public', 'relname', 'search_index',
      'attname', 'document', 'inherited', false, 'null_frac', 0::real, 'avg_width', 500,
      'n_distinct', -1::real, 'most_common_elems', $1::text, 'most_common_elem_freqs', $2::real[])`,
    [
      `{${Object.keys(shares).join(',')}}`,
      [...Object.values(shares), Math.min(...Object.values(shares)), 0.9, 0],
    ],
  );
}

const read = (q: string, filter: Partial<ProductFilter> = {}) =>
  readSearch(shop.context.ctx, { q, filter: { ...noFilter(), ...filter } });
const isFrequent = async (q: string) => (await read(q)).filter.text?.isFrequent;

test('a word is frequent by its share of the products, and words together by all their shares', async () => {
  expect(await isFrequent('cotton')).toBe(false);
  await setStatistics(1_000_000, { cotton: 0.2, shirt: 0.3, hood: 0.012, hoodi: 0.01, hoop: 0.01 });
  expect(await isFrequent('cotton')).toBe(true);
  expect(await isFrequent('the cotton')).toBe(true);
  expect(await isFrequent('shirts cotton')).toBe(true);
  expect(await isFrequent('hood')).toBe(false);
  // It may be the start of both, and 'hoodie' is in the same products as 'hood'.
  expect(await isFrequent('hoo')).toBe(true);
  expect(await isFrequent('cotton hood')).toBe(false);
  expect(await isFrequent('alder cotton')).toBe(false);
});

/** All ids of a list, page by page. */
async function list(q: string, filter: Partial<ProductFilter>, sort: SearchSort) {
  const search = await read(q, filter);
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await searchProducts(shop.context.ctx, search, { sort, limit: 40, after });
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after && ids.length < 200);
  return ids;
}

test.each<[string, Partial<ProductFilter>, SearchSort]>([
  ['cotton', {}, 'newest'],
  ['cotton', {}, 'price-up'],
  ['cotton', { sizes: ['M'], inStock: true }, 'name'],
  // Few fit, so that all of them are read at once.
  ['cotton', { colors: ['Navy'], sizes: ['41'] }, 'newest'],
  ['cotton', { price: { minMinor: 0, maxMinor: 2_000 } }, 'price-down'],
])(
  'the list of "%s" with %o by %s is the same when the word is frequent',
  async (q, filter, sort) => {
    const rare = await list(q, filter, sort);
    await setStatistics(1_000_000, { cotton: 0.2 });
    expect(await isFrequent(q)).toBe(true);
    expect(await list(q, filter, sort)).toEqual(rare);
  },
);

test('a frequent last word is looked for as it is, and a rare one is also the start of others', async () => {
  const { pool } = shop.database;
  await pool.query("update products set name = 'Cottonade ' || name where name like '%Boot%'");
  const find = async (q: string) => (await list(q, {}, 'newest')).length;
  const both = await find('boot cotton');
  await setStatistics(1_000_000, { cotton: 0.2 });
  expect(await find('boot cotton')).toBeLessThan(both);
  expect(await find('boot cotto')).toBe(both);
});

test('products with a frequent word are counted up to a thousand, and values are those of the newest', async () => {
  const { ctx } = shop.context;
  const { categories } = await ctx.sections.read();
  const category = categories.find(({ name }) => name === 'Cloths')?.id;
  const counts = async (filter: Partial<ProductFilter> = {}) => {
    const { total, countedTo, exact } = await facetsOf(ctx, await read('cloths', filter));
    return { total, countedTo, exact };
  };
  const all = await counts();
  expect(all).toMatchObject({ countedTo: 5_000, exact: false });
  expect(all.total).toBeGreaterThan(2_000);
  const narrow = { sizes: ['XL'], colors: ['Navy'] };
  const few = await counts(narrow);
  expect(few).toMatchObject({ countedTo: 5_000, exact: true });
  await setStatistics(1_000_000, { [`category:${category}`]: 0.3 });
  expect(await counts()).toEqual({ total: 1_001, countedTo: 1_000, exact: false });
  expect(await counts(narrow)).toEqual(few);
});
