import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import type { StockSums } from '#features/inventory/inventory.schema.ts';
import {
  findByCode,
  getStock,
  listMovements,
  listStock,
  pricesAsOf,
  stockAsOf,
  valueStock,
} from '#features/inventory/inventory.ts';
import type { StockSearch } from '#features/inventory/stock-list.schema.ts';
import { archivedWords } from '#web/routes/console/stock/archived-words.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

const now = new Date('2026-11-20T10:00:00Z');
let shop: TestShop;
let admin: Client;
let buyer: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => now });
  admin = await shop.admin();
  buyer = await shop.shopper('Bea Buyer');
});
afterAll(() => shop.close());

const skuOf = ({ variants }: ProductDetail) => variants[0]?.sku ?? '';
const ALL: StockSearch = { text: null, filter: 'all', category: null, sort: 'sku' };
const staff = () => actorOf(admin, 'admin');
const list = (search: Partial<StockSearch>, window = { limit: 50, after: null as string | null }) =>
  listStock(shop.context.ctx, staff(), { ...ALL, ...search, ...window });
const skusOf = async (search: Partial<StockSearch>) =>
  (await list(search)).items.map(({ sku }) => sku);

describe('the list of stock', () => {
  let coat: ProductDetail;
  beforeAll(async () => {
    const sizes = { S: 0, M: 3, L: 6, XL: 9 };
    const variants = Object.entries(sizes).map(([size, inventory]) => ({
      sku: `LST_${size}`,
      size,
      inventory,
    }));
    coat = await stock(shop, { name: 'Listed 100% Wool Coat', category: 'Jersey', variants });
    await shop.query(
      "update variants set low_stock_at = 9, barcode = '4006381333931' where sku = $1",
      ['LST_XL'],
    );
    await shop.query("update products set brand = 'Northwind' where id = $1", [coat.id]);
    await buyer.post('/orders', {
      cart: [{ _id: coat.id, sku: 'LST_L', quantity: 2 }],
      city: 'Dhaka',
    });
  });

  test('shows what is on hand, reserved and available, and when that is low', async () => {
    const { items, count } = await list({ text: 'lst_' });
    expect(count).toBe(4);
    const rows = items.map(({ sku, onHand, reserved, available, lowStockAt }) => [
      ...[sku, onHand, reserved, available, lowStockAt],
    ]);
    expect(rows).toEqual([
      ['LST_L', 6, 2, 4, 5],
      ['LST_M', 3, 0, 3, 5],
      ['LST_S', 0, 0, 0, 5],
      ['LST_XL', 9, 0, 9, 9],
    ]);
    expect(items[0]).toMatchObject({ name: coat.name, category: 'Jersey', size: 'L' });
  });

  test('finds the start of a SKU, a barcode and the starts of words of name and brand, and nothing by wildcards', async () => {
    expect(await skusOf({ text: 'lst_x' })).toEqual(['LST_XL']);
    expect(await skusOf({ text: '4006381333931' })).toEqual(['LST_XL']);
    expect(await skusOf({ text: 'WOO 100%' })).toHaveLength(4);
    expect(await skusOf({ text: 'northw wool' })).toHaveLength(4);
    expect(await skusOf({ text: 'ool' })).toEqual([]);
    expect(await skusOf({ text: 'lst%' })).toEqual([]);
    expect(await skusOf({ text: 'st_x' })).toEqual([]);
  });

  test('is filtered by low stock, sold out and category, and sorted', async () => {
    const text = 'lst_';
    expect(await skusOf({ text, filter: 'low', sort: 'fewest' })).toEqual([
      ...['LST_S', 'LST_M', 'LST_L', 'LST_XL'],
    ]);
    expect(await skusOf({ text, filter: 'soldOut' })).toEqual(['LST_S']);
    expect(await skusOf({ text, category: 'Jersey', sort: 'most' })).toEqual([
      ...['LST_XL', 'LST_L', 'LST_M', 'LST_S'],
    ]);
    expect(await skusOf({ text, category: 'Cloths' })).toEqual([]);
    await shop.query("update variants set low_stock_at = 2 where sku = 'LST_M'");
    expect(await skusOf({ text, filter: 'low' })).toEqual(['LST_L', 'LST_S', 'LST_XL']);
  });

  test('is read page by page, each row once, in every sort', async () => {
    const variants = ['1', '2', '3', '4', '5'].map((size) => ({
      sku: `SOCK_${size}`,
      size,
      inventory: 5,
    }));
    await stock(shop, { name: 'Paged Sock', variants });
    for (const sort of ['sku', 'fewest', 'most'] as const) {
      const whole = await skusOf({ sort });
      const read: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await list({ sort }, { limit: 2, after });
        read.push(...page.items.map(({ sku }) => sku));
        after = page.next;
        if (!after) break;
      }
      expect(read).toEqual(whole);
      expect(new Set(read).size).toBeGreaterThan(8);
    }
  });

  test('is the same however many variants have a text', async () => {
    const listed = (search: Partial<StockSearch>, mostFound: number, far = 50) => {
      const window = { limit: 2, after: null, mostFound, far };
      return listStock(shop.context.ctx, staff(), { ...ALL, ...search, ...window });
    };
    for (const text of ['lst_', 'coat', 'northwind', 'LST_XL', '4006381333931', 'nothing']) {
      for (const filter of ['all', 'low', 'soldOut'] as const) {
        for (const sort of ['sku', 'most'] as const) {
          const few = await listed({ text, filter, sort }, 5_000);
          // Of many, the order of the list is read to its end, or hardly at all.
          for (const far of [50, 1]) {
            expect(await listed({ text, filter, sort }, 0, far)).toEqual(few);
          }
        }
      }
    }
    expect((await listed({ text: 'coat' }, 1)).count).toBe(4);
  });

  test('leaves out what is archived, unless it is asked for', async () => {
    const gone = await stock(shop, { name: 'Gone Coat', inventory: 4 });
    await admin.delete(`/products/${gone.id}`);
    expect(await skusOf({ text: 'Gone Coat' })).toEqual([]);
    expect(await skusOf({ text: 'Gone Coat', filter: 'archived' })).toEqual([skuOf(gone)]);
    const wordsOf = async (text: string) =>
      (await list({ text, filter: 'archived' })).items.map(archivedWords);
    expect(await wordsOf('Gone Coat')).toEqual(['archived']);
    // Of a product that is on sale.
    const kept = await stock(shop, { name: 'Kept Coat', inventory: 4 });
    await shop.query(
      'update variants set archived_at = now(), active = false where product_id = $1',
      [kept.id],
    );
    expect(await wordsOf('Kept Coat')).toEqual(['variant archived']);
  });

  test('finds a variant by what a scanner reads', async () => {
    const find = async (code: string) =>
      (await findByCode(shop.context.ctx, staff(), code)).map(({ sku }) => sku);
    expect(await find(' 4006381333931 ')).toEqual(['LST_XL']);
    expect(await find('LST_S')).toEqual(['LST_S']);
    expect(await find('LST')).toEqual([]);
    const called = await (await admin.get('/api/v1/stock?code=LST_L')).json();
    expect(called).toMatchObject([{ sku: 'LST_L', size: 'L', onHand: 6, reserved: 2 }]);
    expect(called[0]._id).toBe(coat.variants.find(({ sku }) => sku === 'LST_L')?.id);
  });
});

test('the value of stock is on hand times cost, and names how many products have no cost', async () => {
  const value = async () => (await valueStock(shop.context.ctx, staff()))[0];
  const sums = async () => {
    const { categories, ...all } = (await value()) ?? { categories: [] };
    return all as Partial<StockSums>;
  };
  const before = await sums();
  const boots = await stock(shop, {
    name: 'Valued Boots',
    variants: ['S', 'M', 'L'].map((size) => ({ sku: `VAL-${size}`, size, inventory: 10 })),
  });
  await buyer.post('/orders', {
    cart: [{ _id: boots.id, sku: 'VAL-S', quantity: 1 }],
    city: 'Dhaka',
  });
  expect(await sums()).toEqual({
    currency: 'USD',
    units: (before?.units ?? 0) + 30,
    valueMinor: before?.valueMinor ?? 0,
    salesMinor: (before?.salesMinor ?? 0) + 30 * 2_000,
    productsWithoutCost: (before?.productsWithoutCost ?? 0) + 1,
    unitsWithoutCost: (before?.unitsWithoutCost ?? 0) + 30,
    unitsWithoutPrice: 0,
  });
  await shop.query('update products set cost_minor = 900 where id = $1', [boots.id]);
  await shop.query("update variants set cost_minor = 1000 where sku = 'VAL-L'");
  expect(await value()).toMatchObject({
    valueMinor: (before?.valueMinor ?? 0) + 20 * 900 + 10 * 1000,
    productsWithoutCost: before?.productsWithoutCost ?? 0,
  });
  // Each category has its own sums. An own price of a variant counts.
  await shop.query(
    "update products set category = (select id from categories where name = 'Gadget') where id = $1",
    [boots.id],
  );
  await shop.query("update variants set price_minor = 2500 where sku = 'VAL-L'");
  const { categories = [], ...all } = (await value()) ?? {};
  const gadgets = categories.find(({ category }) => category === 'Gadget');
  expect(gadgets).toEqual({
    ...{ category: 'Gadget', units: 30, valueMinor: 28_000, salesMinor: 65_000 },
    ...{ productsWithoutCost: 0, unitsWithoutCost: 0, unitsWithoutPrice: 0 },
  });
  for (const name of ['units', 'valueMinor', 'salesMinor'] as const) {
    const sum = categories.reduce((total, category) => total + category[name], 0);
    expect(sum).toBe((all as Partial<StockSums>)[name]);
  }
  // The stock of a draft counts, also without category.
  await shop.query("update products set status = 'draft', category = null where id = $1", [
    boots.id,
  ]);
  const { categories: others = [], ...same } = (await value()) ?? {};
  expect(same).toEqual(all);
  // So does one without price, whose units are named.
  const priced: Partial<StockSums> = all;
  await shop.query('update products set price_minor = null where id = $1', [boots.id]);
  expect(await value()).toMatchObject({
    units: priced.units,
    salesMinor: (priced.salesMinor ?? 0) - 20 * 2_000,
    unitsWithoutPrice: 20,
  });
  await shop.query('update products set price_minor = 2000 where id = $1', [boots.id]);
  expect(others.find(({ category }) => category === '')).toEqual({ ...gadgets, category: '' });
});

test('a customer and a guest see no stock of staff', async () => {
  const { ctx } = shop.context;
  for (const [person, code] of [
    [buyer, 'forbidden'],
    [shop.guest(), 'unauthenticated'],
  ] as const) {
    const actor = actorOf(person);
    const uses = [
      listStock(ctx, actor, { ...ALL, limit: 1, after: null }),
      findByCode(ctx, actor, 'LST_S'),
      getStock(ctx, actor, 'var_1'),
      listMovements(ctx, actor, 'var_1', { limit: 1, after: null }),
      stockAsOf(ctx, actor, 'var_1', now),
      pricesAsOf(ctx, actor, 'var_1', now),
      valueStock(ctx, actor),
    ];
    const results = await Promise.allSettled(uses);
    const codes = results.map((result) => result.status === 'rejected' && result.reason.code);
    expect(codes).toEqual(uses.map(() => code));
  }
});
