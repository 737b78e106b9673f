import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bringIndexUpToDate,
  facetsOf,
  readSearch,
  searchProducts,
} from '#features/catalog/catalog.ts';
import type { ProductFilter } from '#features/catalog/product-list.schema.ts';
import { noFilter } from '#features/catalog/product-list.schema.ts';
import { lets } from '#features/catalog/search/search-conditions.ts';
import {
  type Change,
  change,
  facetsInMemory,
  filter,
  isFound,
  type Made,
  type Product,
  product,
  query,
  sortValues,
  type Variant,
} from '../support/search-model.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';
import { orderOf, sorts } from '../support/sort-model.ts';

// The index against a plain scan in memory, after every kind of change.

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  // The shop knows its colors, and no other word that a search could be corrected to.
  await shop.database.pool.query(
    `insert into search_words (word, uses, colors) values ('navy', 1, '{Navy}'), ('dark sky', 1, '{Dark Sky}')`,
  );
});
afterAll(() => shop.close());

async function facetsByIndex(wanted: ProductFilter, q: string | null) {
  const { ctx } = shop.context;
  const found = await facetsOf(ctx, await readSearch(ctx, { q, filter: wanted }));
  const of = (facet: string) =>
    Object.fromEntries(
      (found.facets.find((one) => one.name === facet)?.values ?? []).map((one) => [
        one.value,
        one.count,
      ]),
    );
  return {
    total: found.total,
    category: of('category'),
    size: of('size'),
    color: of('color'),
    family: of('family'),
    brand: of('brand'),
    gender: of('gender'),
    tag: of('tag'),
    inStock: of('inStock').true ?? 0,
    low: found.prices.lowestMinor,
    high: found.prices.highestMinor,
    buckets: found.prices.buckets,
  };
}

let made = 0;
async function fill(rows: Made[]): Promise<Product[]> {
  const { pool } = shop.database;
  await pool.query('delete from products');
  const goods = rows.map(({ variants, ...rest }) => {
    made += 1;
    const id = `prd_${String(made).padStart(8, '0')}`;
    const isActive = rest.status === 'active';
    return {
      ...rest,
      id,
      variants: variants.map((v, at) => ({
        ...v,
        active: v.active && isActive,
        sku: `${id}-${at}`,
      })),
    };
  });
  await pool.query(
    `insert into products (id, slug, name, category, tags, brand, price_minor, currency, descriptions, gender, created_at, status, deleted_at)
     select id, id, name, category, tags, brand, price, 'USD', details, 'g', "createdAt", status,
       case when status = 'archived' then now() end
     from json_to_recordset($1) as r(id text, name text, category text, tags text[], brand text, price bigint, details text, "createdAt" timestamptz, status text)`,
    [JSON.stringify(goods)],
  );
  for (const { id, variants } of goods) await insertVariants(id, variants);
  return goods;
}

async function insertVariants(id: string, variants: Variant[]): Promise<void> {
  await shop.database.pool.query(
    `insert into variants (id, product_id, sku, size, colour, price_minor, on_hand, active, position)
     select sku, $2, sku, size, color, price, "available", active, 0 from json_to_recordset($1)
     as r(sku text, size text, color text, price bigint, "available" int, active boolean)`,
    [JSON.stringify(variants), id],
  );
}

async function apply(goods: Product[], edit: Change): Promise<Product[]> {
  const { pool } = shop.database;
  const one = goods[edit.at];
  if (!one) return goods;
  const becomes = (now: Partial<Product>) =>
    goods.map((each) => (each.id === one.id ? { ...each, ...now } : each));
  if (edit.kind === 'removal') {
    await pool.query('delete from products where id = $1', [one.id]);
    return goods.filter((each) => each !== one);
  }
  if (edit.kind === 'name') {
    await pool.query('update products set name = $2 where id = $1', [one.id, edit.to]);
    return becomes({ name: edit.to });
  }
  if (edit.kind === 'price') {
    await pool.query('update products set price_minor = $2 where id = $1', [one.id, edit.to]);
    return becomes({ price: edit.to });
  }
  if (edit.kind === 'variants') {
    await pool.query('delete from variants where product_id = $1', [one.id]);
    return becomes({ variants: [] });
  }
  if (edit.kind === 'stock') {
    await pool.query('update variants set on_hand = $2 where product_id = $1', [one.id, edit.to]);
    return becomes({ variants: one.variants.map((v) => ({ ...v, available: edit.to })) });
  }
  const isActive = edit.to === 'active';
  await pool.query(
    `with changed as (
       update products set status = $2, deleted_at = case when $2 = 'archived' then now() end where id = $1
     ) update variants set active = $3 where product_id = $1`,
    [one.id, edit.to, isActive],
  );
  return becomes({
    status: edit.to,
    variants: one.variants.map((v) => ({ ...v, active: isActive })),
  });
}

async function pages(wanted: ProductFilter, q: string | null, sort: (typeof sorts)[number]) {
  const { ctx } = shop.context;
  const ids: string[] = [];
  const read = await readSearch(ctx, { q, filter: wanted });
  let after: string | null = null;
  do {
    const page = await searchProducts(ctx, read, { sort, limit: 5, after });
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after);
  return ids;
}

async function expectSame(goods: Product[], wanted: ProductFilter, q: string | null) {
  const found = goods.filter(isFound(wanted, q));
  const { corrected } = await readSearch(shop.context.ctx, { q, filter: wanted });
  if (corrected !== null) {
    // Fewer of the words were searched, because nothing has all of them.
    expect(found).toEqual([]);
    return;
  }
  for (const sort of sorts) {
    const ids = found.toSorted(orderOf(sort, sortValues(wanted))).map(({ id }) => id);
    expect([sort, await pages(wanted, q, sort)]).toEqual([sort, ids]);
  }
  const inMemory = facetsInMemory(goods, wanted, q);
  // A search that finds nothing has nothing to count.
  if (q !== null && inMemory.total === 0) return;
  const { buckets, ...byIndex } = await facetsByIndex(wanted, q);
  expect(byIndex).toEqual(inMemory);
  for (const { count, ...price } of buckets) {
    expect(count).toBe(goods.filter(isFound({ ...wanted, price }, q)).length);
  }
}

const ALDER = {
  name: 'Alder',
  category: 'Cloths',
  tags: [],
  brand: '',
  details: 'Warm.',
  price: 9_900,
  createdAt: '2026-01-01T00:00:00.000Z',
  status: 'active' as const,
};
const NAVY = { color: 'Navy', active: true };

/** What is in stock costs more than the product in lists. */
const CHEAPER_WHEN_SOLD_OUT: [Made[], Change[], ProductFilter, string | null] = [
  [
    {
      ...ALDER,
      variants: [
        { ...NAVY, size: 'S', price: null, available: 1 },
        { ...NAVY, size: 'M', price: 0, available: 0 },
      ],
    },
  ],
  [],
  { ...noFilter(), price: { minMinor: 9_900, maxMinor: null } },
  null,
];

test('lists, searches and counts by the index are those of a plain scan, after every change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { maxLength: 8 }),
      fc.array(change, { maxLength: 4 }),
      filter,
      query,
      async (rows, edits, wanted, q) => {
        let goods = await fill(rows);
        for (const edit of edits) goods = await apply(goods, edit);
        await expectSame(goods, wanted, q);
        await expectSame(goods, noFilter(), q);
      },
    ),
    { numRuns: 30, examples: [CHEAPER_WHEN_SOLD_OUT] },
  );
}, 240_000);

test('the index of an existing shop is built in batches, and an interrupted build goes on', async () => {
  const { database, context } = shop;
  const goods = await fill(
    Array.from({ length: 230 }, (_, nr) => ({
      name: `Alder ${nr}`,
      category: 'Cloths',
      tags: [],
      brand: '',
      details: 'Warm.',
      price: 2_000,
      createdAt: '2026-01-01T00:00:00.000Z',
      status: 'active' as const,
      variants: [],
    })),
  );
  await database.pool.query('delete from search_index');
  await database.pool.query("update search_build set complete = false, built_to = ''");
  const other = await shop.beside();
  const find = async () => {
    const read = await readSearch(other.ctx, { q: 'alder 7', filter: noFilter() });
    return (await searchProducts(other.ctx, read, { sort: 'name', limit: 50, after: null })).items;
  };
  // By names alone, until the index is there.
  expect((await find()).map((one) => one.name)).toContain('Alder 7');
  const stop = new AbortController();
  const { execute } = context.ctx.db;
  let statements = 0;
  context.ctx.db.execute = ((...sent: Parameters<typeof execute>) => {
    statements += 1;
    if (statements === 4) stop.abort();
    return execute.apply(context.ctx.db, sent);
  }) as typeof execute;
  await bringIndexUpToDate(context.ctx, stop.signal);
  context.ctx.db.execute = execute;
  const built = async () =>
    (await database.pool.query('select built_to, complete from search_build')).rows[0];
  expect(await built()).toEqual({ built_to: goods[199]?.id, complete: false });
  await bringIndexUpToDate(context.ctx);
  expect(await built()).toMatchObject({ complete: true });
  const rows = await database.pool.query(
    'select count(*)::int as count from search_index where listed',
  );
  expect(rows.rows).toEqual([{ count: 230 }]);
  expect((await find()).map((one) => one.name)[0]).toBe('Alder 7');
  expect(await pages(noFilter(), null, 'newest')).toHaveLength(230);
}, 60_000);

test.each([
  ['leaves the row of both', false],
  ['leaves it also when the index has no row of it yet', true],
])('who changes the stock of two variants of a product at once %s', async (_, isMissing) => {
  const [one] = await fill([
    {
      name: 'Alder',
      category: 'Cloths',
      tags: [],
      brand: '',
      details: 'Warm.',
      price: 2_000,
      createdAt: '2026-01-01T00:00:00.000Z',
      status: 'active',
      variants: ['S', 'M'].map((value) => ({
        size: value,
        color: null,
        price: null,
        available: 1,
        active: true,
      })),
    },
  ]);
  if (isMissing) {
    await shop.database.pool.query('delete from search_index where product_id = $1', [one?.id]);
  }
  const skus = one?.variants.map(({ sku }) => sku) ?? [];
  const clients = await Promise.all(skus.map(() => shop.database.pool.connect()));
  try {
    for (const [index, client] of clients.entries()) {
      await client.query('begin');
      await client.query('update variants set on_hand = 0 where sku = $1', [skus[index]]);
    }
    await Promise.all(clients.map((client) => client.query('commit')));
  } finally {
    for (const client of clients) client.release();
  }
  const { rows } = await shop.database.pool.query(
    'select in_stock, choices from search_index where product_id = $1',
    [one?.id],
  );
  expect(rows[0].in_stock).toBe(false);
  expect(rows[0].choices.some((choice: string) => choice.endsWith('+'))).toBe(false);
});

test('of many sizes and colors, the variants of each product found are read, and not those of all', async () => {
  const many = (letter: string) => Array.from({ length: 9 }, (_, nr) => `${letter}${nr}`);
  const price = { minMinor: 100, maxMinor: 90_000 };
  const found = {
    ...noFilter(),
    families: undefined,
    text: null,
    pinned: [],
    boosts: [],
    found: null,
  };
  const filter = { ...found, sizes: many('s'), colors: many('c'), price };
  const { db } = shop.context.ctx;
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
    sql`explain select i.product_id from search_index i where ${lets(filter)}`,
  );
  expect(rows[0]?.['QUERY PLAN']).toMatch(/Scan.* on search_index/);
});
