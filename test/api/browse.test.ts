import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bringIndexUpToDate,
  browseProducts,
  browseWithTotal,
  countInSection,
  listProducts,
  sectionFacets,
  sectionOptions,
  spreadOf,
} from '#features/catalog/catalog.ts';
import {
  narrow,
  noFilter,
  type ProductFilter,
  type ProductSort,
} from '#features/catalog/product-list.schema.ts';
import { filter, fits, listedPrice, type Row, row, sortValues } from '../support/browse-model.ts';
import { add, fill, statementsOf } from '../support/browse-shop.ts';
import { analyze } from '../support/database.ts';
import { stock } from '../support/goods.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';
import { orderOf, sorts } from '../support/sort-model.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.database.pool.query(`
    with slug as (insert into collection_slugs values ('chosen', 'col_chosen'))
    insert into collections (id, name, slug, by_hand, position)
    values ('col_chosen', 'Chosen', 'chosen', true, 0)`);
});
afterAll(() => shop.close());

const everything = noFilter();

/** Every page of a list, one after the other. */
async function pages(filter: ProductFilter, sort: ProductSort, limit: number) {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const page = await browseProducts(shop.context.ctx, { filter, sort, limit, after });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after && ids.length < 500);
  return ids;
}

beforeAll(async () => {
  // The shop knows its colors once it has read them.
  const navy = { size: null, color: 'Navy', price: null, available: 1, active: true };
  const made = { name: 'Alder', category: 'Cloths', tags: [], chosen: false, price: 0 };
  await fill(shop, [{ ...made, createdAt: '2026-01-01T00:00:00.000Z', variants: [navy] }]);
  await bringIndexUpToDate(shop.context.ctx);
});

test('the pages of every sort, one after the other, are the filtered list: nothing twice, nothing missing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 24 }),
      filter,
      fc.integer({ min: 1, max: 9 }),
      // Half of the sorts in each run, so that the pages of all take half as long.
      fc.subarray(sorts, { minLength: 2, maxLength: 2 }),
      async (rows, wanted, limit, some) => {
        const kept = await fill(shop, rows);
        for (const candidate of [everything, wanted]) {
          const fitting = kept.filter(fits(candidate));
          for (const sort of some) {
            const expected = fitting
              .toSorted(orderOf(sort, sortValues(candidate)))
              .map(({ id }) => id);
            expect(await pages(candidate, sort, limit)).toEqual(expected);
          }
          expect(await countInSection(shop.context.ctx, candidate, 1_000)).toBe(fitting.length);
          const { ctx } = shop.context;
          const count = Math.min(5, fitting.length);
          expect(await countInSection(ctx, candidate, 5)).toBe(count);
          // Many products that have the name are read in the order of the list.
          const newest = { filter: candidate, sort: 'newest', limit: 50, after: null } as const;
          const both = await browseWithTotal(ctx, newest, { most: 1_000 });
          expect(both.page.items.map(({ id }) => id)).toEqual(await pages(candidate, 'newest', 9));
          expect(both.count).toBe(fitting.length);
          for (const mostNamed of [0, 1]) {
            expect(await browseWithTotal(ctx, newest, { most: 1_000, mostNamed })).toEqual(both);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

const facetValues = {
  size: ['S', 'M', 'L'].map((value) => [value, { sizes: [value] }]),
  color: ['Navy', 'Rust', "O'Hara"].map((value) => [value, { colors: [value], families: [] }]),
  family: [['Blue', { colors: [], families: ['Blue'] }]],
  tag: ['linen', 'sale'].map((value) => [value, { labels: [value] }]),
  inStock: [['true', { inStock: true }]],
} as Record<string, [string, Partial<ProductFilter>][]>;

/** What `sectionFacets` has to count, by a plain scan. */
function facetsInMemory(rows: Row[], scope: ProductFilter, narrowed: ProductFilter) {
  const fitting = (change: Partial<ProductFilter>) => rows.filter(fits({ ...narrowed, ...change }));
  const open = { ...narrowed, price: scope.price };
  const prices = Map.groupBy(fitting(open), (one) => listedPrice(open, one));
  const counted = [...prices].map(([minor, of]): [number, number] => [minor, of.length]);
  return {
    total: fitting({}).length,
    prices: spreadOf(counted.toSorted(([a], [b]) => a - b)),
    ...Object.fromEntries(
      Object.entries(facetValues).map(([name, values]) => [
        name,
        values
          .map(([value, change]) => [value, fitting(change).length])
          .filter(([, count]) => count !== 0),
      ]),
    ),
  };
}

test('a category or collection counts what each value of a filter would leave', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 24 }),
      filter,
      filter,
      async (rows, { category, collection, tags, price, inStock }, asked) => {
        const kept = await fill(shop, rows);
        const scope = { ...everything, category, collection, tags, price, inStock };
        const wanted = { ...asked, name: null, category: null, collection: null, tags: [] };
        const { ctx } = shop.context;
        const facets = await sectionFacets(ctx, { scope, filter: wanted });
        const found = Object.keys(facetValues).map((name) => {
          const values = facets?.facets.find((one) => one.name === name)?.values ?? [];
          const counts = new Map(values.map(({ value, count }) => [value, count]));
          const known = facetValues[name]?.map(([value]) => [value, counts.get(value) ?? 0]);
          return [name, known?.filter(([, count]) => count !== 0)];
        });
        const { total, prices, exact } = facets ?? {};
        expect({ total, prices, ...Object.fromEntries(found) }).toEqual(
          facetsInMemory(kept, scope, narrow(scope, wanted)),
        );
        expect(exact).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('values are counted among all products that fit up to two thousand, and else among the newest thousand', async () => {
  const inSize = (size: string, at: number) => ({
    ...{ name: 'Alder', category: 'Cloths', tags: [], chosen: false, price: 100 },
    createdAt: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
    variants: [{ size, color: 'Navy', price: null, available: 1, active: true }],
  });
  await fill(
    shop,
    Array.from({ length: 2_000 }, (_, at) => inSize(at < 1_000 ? 'S' : 'M', at)),
  );
  const scope = { ...everything, category: 'Cloths' };
  const sizesOf = async (asked: ProductFilter) => {
    const facets = await sectionFacets(shop.context.ctx, { scope, filter: asked });
    const sizes = facets?.facets.find(({ name }) => name === 'size');
    const counts = sizes?.values.map(({ value, count }) => [value, count]);
    return [facets?.total, facets?.exact, counts];
  };
  const navy = { ...everything, colors: ['Navy'] };
  const both = [
    2_000,
    true,
    [
      ['S', 1_000],
      ['M', 1_000],
    ],
  ];
  expect([await sizesOf(everything), await sizesOf(navy)]).toEqual([both, both]);
  await add(shop, [inSize('L', -1)]);
  const newest = [2_001, false, [['M', 1_000]]];
  expect([await sizesOf(everything), await sizesOf(navy)]).toEqual([newest, newest]);
});

describe('a list of products', () => {
  const list = async (change: Partial<ProductFilter>, sort: ProductSort = 'newest') => {
    const found = { ...everything, category: 'Jersey', ...change };
    const search = { filter: found, sort, limit: 50, after: null };
    return (await browseProducts(shop.context.ctx, search)).items.map(({ name }) => name);
  };

  beforeAll(async () => {
    await fill(shop, []);
    let made = 0;
    const sized = (size: string, color: string, inventory: number, priceMinor?: number) => ({
      sku: `${size}-${color}-${made++}`,
      size,
      color,
      inventory,
      ...(priceMinor === undefined ? {} : { priceMinor }),
    });
    await stock(shop, { name: 'Plain', category: 'Jersey', priceMinor: 5_000, inventory: 0 });
    await stock(shop, {
      name: 'Striped',
      category: 'Jersey',
      priceMinor: 6_000,
      variants: [sized('M', 'Rust', 3), sized('L', 'Navy', 3), sized('2XL', 'Navy', 0, 4_000)],
    });
    await stock(shop, {
      name: 'Hooped',
      category: 'Jersey',
      priceMinor: 4_500,
      variants: [sized('M', 'Navy', 0), sized('S', 'Navy', 1)],
    });
    await stock(shop, { name: 'Elsewhere', category: 'Shoes', priceMinor: 4_500 });
  });

  test('shows a product in the color that was asked for, at the price of what fits', async () => {
    const { ctx } = shop.context;
    const shown = async (change: Partial<ProductFilter>) => {
      const filter = { ...everything, category: 'Jersey', name: 'Striped', ...change };
      const page = await browseProducts(ctx, { filter, sort: 'newest', limit: 9, after: null });
      return page.items.map(({ priceMinor, priceVaries, image, shown }) => [
        priceMinor,
        priceVaries,
        image?.url,
        shown,
      ]);
    };
    await shop.database.pool.query(
      "update variants set image_url = '/pictures/' || lower(colour) || '-800.webp' where sku ~ '^(M-Rust|L-Navy|2XL-Navy)'",
    );
    const navy = { color: 'Navy', sku: null, soldOut: false };
    expect(await shown({})).toEqual([[4_000, true, undefined, null]]);
    expect(await shown({ colors: ['Navy'] })).toEqual([
      [4_000, true, '/pictures/navy-800.webp', navy],
    ]);
    expect(await shown({ families: ['Blue'] })).toEqual(await shown({ colors: ['Navy'] }));
    expect(await shown({ colors: ['Navy'], inStock: true })).toEqual([
      [6_000, false, '/pictures/navy-800.webp', { ...navy, sku: expect.stringMatching('^L-Navy') }],
    ]);
    expect(await shown({ colors: ['Navy', 'Rust'], sizes: ['M'] })).toEqual([
      [
        6_000,
        false,
        '/pictures/rust-800.webp',
        { ...navy, color: 'Rust', sku: expect.any(String) },
      ],
    ]);
    expect(await shown({ sizes: ['2XL'] })).toEqual([[4_000, false, undefined, null]]);
    const hooped = { name: 'Hooped', colors: ['Navy'], sizes: ['M'] };
    expect((await shown(hooped))[0]?.at(-1)).toMatchObject({ color: 'Navy', soldOut: false });
  });

  test('looks for size and color in one and the same variant', async () => {
    expect(await list({ sizes: ['M'], colors: ['Navy'] })).toEqual(['Hooped']);
    expect(await list({ sizes: ['M', 'L'], colors: ['Navy'] })).toEqual(['Hooped', 'Striped']);
    expect(await list({ sizes: ['M'], colors: ['Navy'], inStock: true })).toEqual([]);
    expect(await list({ inStock: true })).toEqual(['Hooped', 'Striped']);
  });

  test('sorts and ranges by the lowest price of the variants, as cards show it', async () => {
    expect(await list({}, 'price-up')).toEqual(['Striped', 'Hooped', 'Plain']);
    expect(await list({}, 'price-down')).toEqual(['Plain', 'Hooped', 'Striped']);
    expect(await list({ price: { minMinor: 4_500, maxMinor: null } }, 'name')).toEqual([
      'Hooped',
      'Plain',
    ]);
    expect(await list({ price: { minMinor: null, maxMinor: 4_000 } })).toEqual(['Striped']);
  });

  const jersey = { ...everything, category: 'Jersey' };
  test('offers what its category comes in, from small to large', async () => {
    expect(await sectionOptions(shop.context.ctx, jersey)).toEqual({
      ...{ types: [], brands: [], genders: ['Unisex'], ownOptions: [], labels: [] },
      sizes: ['S', 'M', 'L', '2XL'],
      colors: ['Navy', 'Rust'],
      families: [
        { name: 'Orange', colors: ['Rust'] },
        { name: 'Blue', colors: ['Navy'] },
      ],
      total: 3,
      ...spreadOf([4_000, 4_500, 5_000].map((minor) => [minor, 1])),
    });
    // Of a long list, what the newest products come in, and that there are more.
    const [newest = ''] = await list({});
    const few = await sectionOptions(shop.context.ctx, jersey, 1);
    expect(few).toEqual({
      ...(await sectionOptions(shop.context.ctx, { ...jersey, name: newest })),
      total: 2,
    });
    expect(few.colors.length).toBeLessThan(2);
    expect(await sectionOptions(shop.context.ctx, { ...everything, category: 'Gadget' })).toEqual({
      ...{ types: [], brands: [], genders: [], ownOptions: [], labels: [] },
      sizes: [],
      colors: [],
      families: [],
      total: 0,
      ...spreadOf([]),
    });
  });

  test('starts again at a cursor that is broken, or of another sort', async () => {
    const { ctx } = shop.context;
    const search = { filter: { ...everything, category: 'Jersey' }, limit: 1 };
    const first = async (sort: ProductSort, after: string | null) =>
      (await browseProducts(ctx, { ...search, sort, after })).items[0]?.name;
    const { next } = await browseProducts(ctx, { ...search, sort: 'price-up', after: null });
    const forged = Buffer.from('["price-up","1; drop table","prd_1"]').toString('base64url');
    expect(await first('price-up', next)).toBe('Hooped');
    expect(await first('name', next)).toBe('Hooped');
    for (const broken of ['', 'x', '????', forged, 'WyJuZXdlc3QiLCIyMDI2LTAyLTMxIiwiIl0']) {
      expect(await first('price-up', broken)).toBe('Striped');
      expect(await first('newest', broken)).toBe('Hooped');
    }
  });

  test('asks a constant number of statements however many products and variants there are', async () => {
    const { ctx } = shop.context;
    const count = async (work: () => Promise<unknown>) => (await statementsOf(shop, work)).length;
    const search = { filter: everything, sort: 'price-up', limit: 100, after: null } as const;
    expect(await count(() => browseProducts(ctx, search))).toBe(1);
    expect(await count(() => sectionOptions(ctx, jersey))).toBe(1);
    expect(await count(() => countInSection(ctx, everything, 1_000))).toBe(1);
  });

  test('comes by an index however many products there are: no statement sorts them', async () => {
    const { ctx } = shop.context;
    const { pool } = shop.database;
    // The search index is not what this test looks at.
    await pool.query(`
      alter table catalog_changes disable trigger catalog_changes_are_indexed;
      insert into products (id, slug, name, category, price_minor, currency, descriptions, gender, tags, created_at)
      select 'prd_many' || i, 'many' || i, 'Many', 'Shoes', 100, 'USD', 'd', 'g', '{many}', now() - i * interval '1 minute'
      from generate_series(1, 20000) i;
      alter table catalog_changes enable trigger catalog_changes_are_indexed`);
    await analyze(shop.database, 'products');
    const search = { filter: everything, sort: 'newest', limit: 24 } as const;
    const first = await browseProducts(ctx, { ...search, after: null });
    const shoes = { ...search, filter: { ...everything, category: 'Shoes' } };
    const tagged = { ...search, filter: { ...everything, tags: ['many'] } };
    const statements = await statementsOf(shop, async () => {
      await browseProducts(ctx, { ...search, after: null });
      await browseProducts(ctx, { ...search, after: first.next });
      await browseProducts(ctx, { ...shoes, after: null });
      await browseProducts(ctx, { ...tagged, after: null });
      await listProducts(ctx, { limit: 24 });
      await listProducts(ctx, { limit: 24, category: 'Shoes' });
    });
    expect(statements).toHaveLength(6);
    for (const [{ text }, values] of statements) {
      const { rows } = await pool.query(`explain (format json) ${text}`, values);
      // The images and variants of one product are sorted, as part of that product's row.
      const [{ Plan: limit }] = rows[0]['QUERY PLAN'];
      expect(limit.Plans[0]['Node Type']).toBe('Index Scan');
    }
  });
});
