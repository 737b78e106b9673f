import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bringIndexUpToDate,
  facetsOf,
  readSearch,
  searchProducts,
} from '#features/catalog/catalog.ts';
import type { ProductFilter, ProductSort } from '#features/catalog/product-list.schema.ts';
import { noFilter } from '#features/catalog/product-list.schema.ts';
import { lets } from '#features/catalog/search/search.store.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

// The index against a plain scan in memory, after every kind of change.

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

interface Variant {
  sku: string;
  size: string | null;
  color: string | null;
  price: number | null;
  onHand: number;
  active: boolean;
}

interface Product {
  id: string;
  name: string;
  category: string;
  tags: string[];
  brand: string;
  details: string;
  price: number;
  createdAt: string;
  status: 'active' | 'draft' | 'archived';
  variants: Variant[];
}

const size = fc.constantFrom('S', 'M', 'One size', null);
const color = fc.constantFrom('Navy', "O'Hara", null);
const amount = fc.constantFrom(0, 1_999, 2_000, 9_900);
const status = fc.constantFrom<Product['status']>(
  'active',
  'active',
  'active',
  'draft',
  'archived',
);
const name = fc.constantFrom('Alder', 'Alder Smock', 'Smock-Alder', 'BIRCH Alder', 'Crème Birch');
const variant = fc.record({
  size,
  color,
  price: fc.option(amount),
  onHand: fc.constantFrom(0, 0, 1, 50),
  active: fc.boolean(),
});
const product = fc.record({
  name,
  category: fc.constantFrom('Cloths', 'Shoes'),
  tags: fc.subarray(['linen', 'wide leg']),
  brand: fc.constantFrom('', 'Koru'),
  details: fc.constantFrom('Warm.', 'Of birch.'),
  price: amount,
  createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-03-01T10:11:12.345Z'),
  status,
  variants: fc.uniqueArray(variant, { maxLength: 4, selector: (v) => `${v.size}/${v.color}` }),
});
interface Made extends Omit<Product, 'id' | 'variants'> {
  variants: Omit<Variant, 'sku'>[];
}

/** A change of the product of this number, if there is one. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('name' as const), at: fc.nat(7), to: name }),
  fc.record({ kind: fc.constant('price' as const), at: fc.nat(7), to: amount }),
  fc.record({ kind: fc.constant('status' as const), at: fc.nat(7), to: status }),
  fc.record({ kind: fc.constant('stock' as const), at: fc.nat(7), to: fc.constantFrom(0, 1, 9) }),
  fc.record({ kind: fc.constant('removal' as const), at: fc.nat(7) }),
  fc.record({ kind: fc.constant('variants' as const), at: fc.nat(7) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

// With many others, sizes and colors are looked for in another way.
const some = (values: string[]) =>
  fc
    .tuple(fc.subarray(values), fc.constantFrom(0, 0, 0, 12))
    .map(([chosen, others]) => [...chosen, ...Array.from({ length: others }, (_, nr) => `x${nr}`)]);
const filter: fc.Arbitrary<ProductFilter> = fc.record({
  category: fc.constantFrom(null, null, 'Cloths'),
  collection: fc.constant(null),
  tags: fc.constantFrom([], [], [], ['linen'], ['linen', 'wide leg']),
  name: fc.constant(null),
  sizes: some(['S', 'M', 'One size']),
  colors: some(['Navy', "O'Hara"]),
  inStock: fc.boolean(),
  price: fc.record({ minMinor: fc.option(amount), maxMinor: fc.option(amount) }),
});
const query = fc.constantFrom(
  null,
  'alder',
  'ald',
  'birch alder',
  'aldersmock',
  'smock alder',
  'creme',
  'wideleg',
  'kor',
  'shoes',
  'navy',
);

// What a search has to find, worked out without a database.
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');
const parts = (text: string) =>
  plain(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
const joined = (words: string[]) => words.slice(1).map((word, index) => words[index] + word);
const isListed = ({ status: now }: Product) => now === 'active';
const onSale = ({ variants }: Product) => variants.filter(({ active }) => active);

function wordsOf(of: Product): string[] {
  const kind = parts(`${of.brand} ${of.tags.join(' ')}`);
  const options = onSale(of).flatMap(({ size: s, color: c, sku }) => [s ?? '', c ?? '', sku]);
  return [
    ...parts(of.name),
    ...joined(parts(of.name)),
    ...kind,
    ...joined(kind),
    ...(of.category === 'Shoes' ? ['shoes'] : []),
    ...parts(options.join(' ')),
    ...parts(of.details),
  ];
}

function matches(of: Product, q: string | null): boolean {
  if (q === null) return true;
  const words = wordsOf(of);
  const asked = parts(q);
  const all = (terms: string[]) =>
    terms.every((term, at) =>
      words.some((word) => (at === terms.length - 1 ? word.startsWith(term) : word === term)),
    );
  return all(asked) || (asked.length === 2 && all([asked.join('')]));
}

const fits = (wanted: ProductFilter) => (v: Variant) =>
  v.active &&
  (wanted.sizes.length === 0 || (v.size !== null && wanted.sizes.includes(v.size))) &&
  (wanted.colors.length === 0 || (v.color !== null && wanted.colors.includes(v.color))) &&
  (!wanted.inStock || v.onHand > 0);

function priceOf(of: Product, wanted: ProductFilter): number {
  const prices = of.variants.filter(fits(wanted)).map(({ price }) => price ?? of.price);
  return prices.length > 0 ? Math.min(...prices) : of.price;
}

const isFound = (wanted: ProductFilter, q: string | null) => (of: Product) =>
  isListed(of) &&
  (wanted.category === null || of.category === wanted.category) &&
  wanted.tags.every((tag) => of.tags.includes(tag)) &&
  (wanted.sizes.length + wanted.colors.length === 0 && !wanted.inStock
    ? true
    : of.variants.some(fits(wanted))) &&
  priceOf(of, wanted) >= (wanted.price.minMinor ?? 0) &&
  priceOf(of, wanted) <= (wanted.price.maxMinor ?? Number.POSITIVE_INFINITY) &&
  matches(of, q);

const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const orders = (
  wanted: ProductFilter,
): Record<Exclude<ProductSort, 'chosen'>, (a: Product, b: Product) => number> => ({
  newest: (a, b) => text(b.createdAt, a.createdAt) || text(b.id, a.id),
  'price-up': (a, b) => priceOf(a, wanted) - priceOf(b, wanted) || text(a.id, b.id),
  'price-down': (a, b) => priceOf(b, wanted) - priceOf(a, wanted) || text(b.id, a.id),
  name: (a, b) => text(a.name.toLowerCase(), b.name.toLowerCase()) || text(a.id, b.id),
});

const counted = (values: (string | null)[]) => {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
};

function facetsInMemory(goods: Product[], wanted: ProductFilter, q: string | null) {
  const leaves = (change: Partial<ProductFilter>) =>
    goods.filter(isFound({ ...wanted, ...change }, q)).length;
  const countOf = (values: string[], changed: (value: string) => Partial<ProductFilter>) =>
    Object.fromEntries(
      values.map((value) => [value, leaves(changed(value))]).filter(([, count]) => count !== 0),
    );
  const open = { ...wanted, price: { minMinor: null, maxMinor: null } };
  const prices = goods.filter(isFound(open, q)).map((of) => priceOf(of, open));
  return {
    total: leaves({}),
    category: counted(
      goods.filter(isFound({ ...wanted, category: null }, q)).map(({ category }) => category),
    ),
    size: countOf(['S', 'M', 'One size'], (value) => ({ sizes: [value] })),
    color: countOf(['Navy', "O'Hara"], (value) => ({ colors: [value] })),
    inStock: leaves({ inStock: true }),
    low: prices.length > 0 ? Math.min(...prices) : null,
    high: prices.length > 0 ? Math.max(...prices) : null,
  };
}

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
    inStock: of('inStock').true ?? 0,
    low: found.lowestMinor,
    high: found.highestMinor,
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
     select sku, $2, sku, size, color, price, "onHand", active, 0 from json_to_recordset($1)
     as r(sku text, size text, color text, price bigint, "onHand" int, active boolean)`,
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
    return becomes({ variants: one.variants.map((v) => ({ ...v, onHand: edit.to })) });
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

async function pages(wanted: ProductFilter, q: string | null, sort: ProductSort) {
  const { ctx } = shop.context;
  const ids: string[] = [];
  const read = await readSearch(ctx, { q, filter: wanted });
  let after: string | null = null;
  do {
    const by = sort as Exclude<ProductSort, 'chosen'>;
    const page = await searchProducts(ctx, read, { sort: by, limit: 5, after });
    ids.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after);
  return ids;
}

async function expectSame(goods: Product[], wanted: ProductFilter, q: string | null) {
  const found = goods.filter(isFound(wanted, q));
  for (const [sort, order] of Object.entries(orders(wanted))) {
    const ids = found.toSorted(order).map(({ id }) => id);
    expect([sort, await pages(wanted, q, sort as ProductSort)]).toEqual([sort, ids]);
  }
  const inMemory = facetsInMemory(goods, wanted, q);
  // A search that finds nothing has nothing to count.
  if (q === null || inMemory.total > 0) expect(await facetsByIndex(wanted, q)).toEqual(inMemory);
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
        { ...NAVY, size: 'S', price: null, onHand: 1 },
        { ...NAVY, size: 'M', price: 0, onHand: 0 },
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

test('who changes the stock of two variants of a product at once leaves the row of both', async () => {
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
        onHand: 1,
        active: true,
      })),
    },
  ]);
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
  const found = { category: null, tags: [], inStock: false, text: null };
  const filter = { ...found, sizes: many('s'), colors: many('c'), price };
  const { db } = shop.context.ctx;
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
    sql`explain select i.product_id from search_index i where ${lets(filter)}`,
  );
  expect(rows[0]?.['QUERY PLAN']).toMatch(/Scan.* on search_index/);
});
