import { afterEach, beforeEach, expect, test } from 'vitest';
import { submitOrder } from '#features/checkout/checkout.ts';
import { unpackProducts } from '#features/product-management/packed-products.schema.ts';
import { openSheet } from '#features/product-management/product-management.ts';
import type { StaffFilter } from '#features/product-management/staff-list.schema.ts';
import { editor } from '../support/editing.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;

beforeEach(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterEach(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

test('a sheet has what staff change of each variant, and what it takes from its product', async () => {
  const tags = ['winter', 'a "b" \\ {c},'];
  const coat = await stock(shop, {
    name: 'Coat "Oslo"',
    priceMinor: 2_000,
    variants: [
      { sku: 'C-M', size: 'M', color: 'Navy', inventory: 5 },
      { sku: 'C-L', size: 'L', color: 'Navy', priceMinor: 2_500, inventory: 5 },
      { sku: 'C-XL', size: 'XL', color: 'Navy', inventory: 0 },
    ],
  });
  const [m, l, xl] = coat.variants;
  await editor(shop, admin).edit(coat.id, {
    ...{ tags, cost: 9, compareAtPrice: 30 },
    variants: [
      { _id: m?.id },
      { _id: l?.id, cost: 11.5, lowStockAt: 2 },
      { _id: xl?.id, archived: true },
    ],
  });
  const sam = await shop.shopper('Sam Buyer');
  const cart = [{ _id: coat.id, sku: 'C-M', quantity: 2 }];
  await submitOrder(shop.context.ctx, actorOf(sam), { cart, city: 'Dhaka' }, 'two');

  const ids = ['prd_gone', coat.id];
  const sheet = await openSheet(shop.context.ctx, actorOf(admin, 'admin'), { ids });
  expect(unpackProducts(sheet.packed)).toEqual([
    {
      ...{ id: coat.id, name: 'Coat "Oslo"', version: 2, status: 'active', category: 'Cloths' },
      tags,
      variants: [
        {
          ...{ id: m?.id, sku: 'C-M', size: 'M', color: 'Navy', option: null, priceMinor: 2_000 },
          ...{ compareAtMinor: 3_000, costMinor: 900, onHand: 5, available: 3, lowStockAt: null },
        },
        {
          ...{ id: l?.id, sku: 'C-L', size: 'L', color: 'Navy', option: null, priceMinor: 2_500 },
          ...{ compareAtMinor: 3_000, costMinor: 1_150, onHand: 5, available: 5, lowStockAt: 2 },
        },
      ],
    },
  ]);
});

test('a sheet of many products has parts, each with as many as fit, which edits do not move', async () => {
  await shop.query(
    `with made as (
      insert into products (id, slug, name, category, price_minor, currency, descriptions, gender)
      select 'prd_' || i, 'p-' || i, 'Product ' || i,
        (select id from categories limit 1), 2000, 'USD', 'Text', 'Men'
      from generate_series(1, 4) i returning id
    ) insert into variants (id, product_id, sku, size, on_hand, position)
      select 'var_' || id || n, id, id || n, n, 0, n from made, generate_series(1, 1900) n
      where id <> 'prd_2'`,
  );
  const { ctx } = shop.context;
  const actor = actorOf(admin, 'admin');
  const filter: StaffFilter = {
    ...{ text: null, status: null, category: null, stock: 'any', missingImage: false, tag: null },
    price: { minMinor: null, maxMinor: null },
  };
  const open = async (
    which: Parameters<typeof openSheet>[2],
    after: string | null,
    most?: number,
  ) => {
    const { packed, next, ...part } = await openSheet(ctx, actor, which, {
      after,
      ...(most && { most }),
    });
    return { ...part, next, ids: unpackProducts(packed).map(({ id }) => id) };
  };
  const ids = ['prd_4', 'prd_2', 'prd_3', 'prd_1'];
  for (const which of [
    { ids },
    { filter, sort: 'changed' },
    { filter, sort: 'price-up' },
    { filter, sort: 'name' },
  ] as const) {
    const part = await open(which, null);
    // One product has no variants. It counts, and is not in the sheet.
    const found = { count: 4, isCountCut: false };
    expect(part).toMatchObject({ ...found, ids: ['prd_4', 'prd_3'], size: 3, isFirst: true });
    await shop.query(
      'update products set price_minor = 9 * price_minor, updated_at = now() where id = any($1)',
      [part.ids],
    );
    const last = { ...found, ids: ['prd_1'], size: 1, isFirst: false, next: null };
    expect(await open(which, part.next)).toMatchObject(last);
    expect(await open(which, 'gone')).toMatchObject({ ids: part.ids, isFirst: true });
    expect(await open(which, null, 1)).toMatchObject({ size: 1, next: expect.any(String) });
  }
  await shop.query("delete from variants where product_id = 'prd_3'");
  const whole = await open({ filter, sort: 'name' }, null);
  expect(whole).toMatchObject({ ids: ['prd_1', 'prd_4'], size: 4, next: null });

  // The page itself has the first rows: none of a product with too many, and all of a short list.
  const start = async () => {
    const list = { filter, sort: 'name' } as const;
    const { packed, isWhole } = await openSheet(ctx, actor, list, { isStart: true });
    return { isWhole, ids: unpackProducts(packed).map(({ id }) => id) };
  };
  expect(await start()).toEqual({ isWhole: false, ids: [] });
  await shop.query('delete from variants where position > 60');
  expect(await start()).toEqual({ isWhole: false, ids: ['prd_1'] });
  await shop.query('delete from variants where position > 50');
  expect(await start()).toEqual({ isWhole: true, ids: ['prd_1', 'prd_4'] });

  // The first rows of a list that fits into one part are those that it begins with.
  await shop.query(
    `with made as (
      insert into products (id, slug, name, category, price_minor, currency, descriptions, gender)
      select 'more_' || i, 'm-' || i, 'More ' || i,
        (select id from categories limit 1), 2000, 'USD', 'Text', 'Men'
      from generate_series(1, 1100) i returning id
    ) insert into variants (id, product_id, sku, size, on_hand, position)
      select 'var_' || id, id, id, 'M', 0, 0 from made`,
  );
  const first = (await start()).ids.slice(0, 90);
  expect(first).toEqual((await open({ filter, sort: 'name' }, null)).ids.slice(0, 90));
});
