import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { facetsOf, readSearch, searchProducts } from '#features/catalog/catalog.ts';
import { noFilter, type ProductFilter } from '#features/catalog/product-list.schema.ts';
import { choiceText } from '#features/catalog/search/search-text.ts';
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

/** The shares of words, and those of choices. */
async function setStatistics(
  products: number,
  shares: Record<string, number>,
  choices: Record<string, number> = { none: 0.5 },
): Promise<void> {
  const { pool } = shop.database;
  await pool.query(
    `select pg_restore_relation_stats('schemaname', 'public', 'relname', 'search_index',
      'reltuples', $1::real)`,
    [products],
  );
  for (const [column, each] of Object.entries({ document: shares, choices })) {
    const least = Math.min(...Object.values(each));
    await pool.query(
      `select pg_restore_attribute_stats('schemaname', 'public', 'relname', 'search_index',
        'attname', $3::text, 'inherited', false, 'null_frac', 0::real, 'avg_width', 500,
        'n_distinct', -1::real, 'most_common_elems', $1::text, 'most_common_elem_freqs', $2::real[])`,
      [`{${Object.keys(each).join(',')}}`, [...Object.values(each), least, 0.9, 0], column],
    );
  }
}

/** How the index has a category among its words. */
async function lexemeOf(category: string): Promise<string> {
  const { categories } = await shop.context.ctx.siteContent.read();
  return `category:${categories.find(({ name }) => name === category)?.id}`;
}

const read = (q: string, filter: Partial<ProductFilter> = {}) =>
  readSearch(shop.context.ctx, { q, filter: { ...noFilter(), ...filter } });
const isFrequent = async (q: string, filter: Partial<ProductFilter> = {}) =>
  (await read(q, filter)).filter.text?.isFrequent;

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
  // These words alone find nothing.
  expect(await isFrequent('the')).toBe(false);
});

test('few products fit a frequent word and a rare size, or a rare category', async () => {
  const size = { [choiceText('M', null, false)]: 0.5, [choiceText('41', null, false)]: 0.01 };
  await setStatistics(1_000_000, { cotton: 0.2 }, size);
  expect(await isFrequent('cotton', { sizes: ['M'] })).toBe(true);
  expect(await isFrequent('cotton', { sizes: ['41'] })).toBe(false);
  expect(await isFrequent('cotton', { sizes: ['M'], colors: ['Mauve'] })).toBe(false);
  const [category] = (await shop.context.ctx.siteContent.read()).categories;
  expect(await isFrequent('cotton', { category: category?.id ?? '' })).toBe(false);
});

/** All ids of a list, page by page. */
async function list(q: string, filter: Partial<ProductFilter>, sort: SearchSort, limit = 40) {
  const search = await read(q, filter);
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await searchProducts(shop.context.ctx, search, { sort, limit, after });
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after && ids.length < 2_500);
  return ids;
}

test.each<[string, Partial<ProductFilter>, SearchSort]>([
  ['cotton', {}, 'newest'],
  ['cotton', {}, 'price-up'],
  ['cotton', { sizes: ['M'], inStock: true }, 'name'],
  // Few fit, although the statistics say otherwise, so all of them are read at once.
  ['cotton', { colors: ['Navy'], sizes: ['41'] }, 'newest'],
  ['cotton', { price: { minMinor: 0, maxMinor: 2_000 } }, 'price-down'],
])(
  'the list of "%s" with %o by %s is the same when the word is frequent',
  async (q, filter, sort) => {
    const rare = await list(q, filter, sort);
    const { sizes = [], colors = [], inStock = false } = filter;
    const choice = choiceText(sizes[0] ?? null, colors[0] ?? null, inStock);
    await setStatistics(1_000_000, { cotton: 0.2 }, { [choice]: 0.5 });
    expect(await isFrequent(q, filter)).toBe(true);
    expect(await list(q, filter, sort)).toEqual(rare);
  },
);

test.each([false, true])(
  'a list by relevance has every ranked product once, however long its pages are (frequent: %s)',
  async (is) => {
    if (is) await setStatistics(1_000_000, { [await lexemeOf('Cloths')]: 0.3 });
    const short = await list('cloths', {}, 'relevance', 30);
    expect(short).toHaveLength(is ? 1_001 : 1_000);
    expect(new Set(short).size).toBe(short.length);
    expect(await list('cloths', {}, 'relevance', 100)).toEqual(short);
  },
);

test('a frequent last word is looked for as it is, and a rare one is also the start of others', async () => {
  const { pool } = shop.database;
  await pool.query("update products set name = 'Cottonade ' || name where name like '%Trousers%'");
  const find = async (q: string) => (await list(q, {}, 'newest')).length;
  const both = await find('cloths cotton');
  // Few products have both words, but more than can follow them.
  await setStatistics(1_000_000, { cotton: 0.2 });
  expect(await isFrequent('cloths cotton')).toBe(false);
  expect(await find('cloths cotton')).toBeLessThan(both);
  await setStatistics(1_000_000, { cotton: 0.2, zebra: 0.2, [await lexemeOf('Cloths')]: 0.3 });
  expect(await find('cloths cotton')).toBeLessThan(both);
  expect(await find('cloths cotto')).toBe(both);
  await pool.query(
    "update products set name = 'Cottonade Zebra' where id = (select min(id) from products)",
  );
  // So few that the start of a word counts.
  expect(await find('zebra cotton')).toBe(1);
});

test('products with a frequent word are counted up to a thousand, and values are those of the newest', async () => {
  const { ctx } = shop.context;
  const counts = async (filter: Partial<ProductFilter> = {}) => {
    const { total, countedTo, exact } = await facetsOf(ctx, await read('cloths', filter));
    return { total, countedTo, exact };
  };
  const all = await counts();
  expect(all).toMatchObject({ countedTo: 5_000, exact: false });
  expect(all.total).toBeGreaterThan(2_000);
  const narrow = { sizes: ['XL'], colors: ['Navy'], inStock: true };
  const few = await counts(narrow);
  expect(few).toMatchObject({ countedTo: 5_000, exact: true });
  // Few have this size. But those without it are counted for the other sizes, and are too many.
  expect(await counts({ sizes: ['XL'] })).toMatchObject({ exact: false });
  // Sizes alone are no words.
  const options = await facetsOf(ctx, await read('xl m'));
  expect(options).toMatchObject({ countedTo: 5_000 });
  expect(options.total).toBeGreaterThan(1_001);
  await setStatistics(1_000_000, { [await lexemeOf('Cloths')]: 0.3 });
  expect(await counts()).toEqual({ total: 1_001, countedTo: 1_000, exact: false });
  expect(await counts(narrow)).toEqual(few);
});
