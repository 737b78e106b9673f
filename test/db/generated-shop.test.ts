import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProduct } from '#features/catalog/catalog.ts';
import { fillShop } from '../../scripts/generate/fill-shop.ts';
import { orderOf } from '../support/goods.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/verify-ledger.ts';

let shop: TestShop;
const many = { products: 120, orders: 400, customers: 50 };
const steps: string[] = [];

/** Every index, trigger and rule of the tables. */
const shape = async () => {
  const { rows } = await shop.database.pool.query(`
    select indexdef as part from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all select conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint
    order by 1`);
  return rows.map(({ part }) => part);
};
const count = async (table: string) =>
  (await shop.database.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;

beforeAll(async () => {
  shop = await openTestShop();
  const before = await shape();
  await fillShop(shop.context.ctx, shop.database, many, (step) => steps.push(step));
  expect(await shape()).toEqual(before);
});
afterAll(() => shop.close());

test('generated products, customers and orders agree with each other', async () => {
  await expectSoundLedger(shop);
  expect(await count('products')).toBe(many.products);
  expect(await count('orders')).toBe(many.orders);
  expect(await count('users')).toBe(many.customers);
  const { rows } = await shop.database.pool.query(`
    select (select array_agg(distinct status order by status) from orders) as statuses,
      (select count(*)::int from refunds) as refunds,
      (select count(*)::int from fulfillments) as parcels,
      (select count(*)::int from outbox where sent_at is null) as unsent`);
  expect(rows[0]).toMatchObject({ statuses: ['cancelled', 'paid', 'pending'], unsent: 0 });
  expect(rows[0].refunds).toBeGreaterThan(0);
  expect(rows[0].parcels).toBeGreaterThan(200);
  expect(steps).toContain('order_lines');
});

test('they are in the lists, found by their words, and sold like others', async () => {
  const { rows } = await shop.database.pool.query(`
    select p.id, p.name, p.category from products p join search_index i on i.product_id = p.id
    where i.listed and i.in_stock and 1 = (select count(*) from variants v where v.product_id = p.id)
    order by p.id limit 1`);
  const visitor = shop.visitor();
  const found = await (
    await visitor.get(`/products?q=${encodeURIComponent(rows[0].name)}&limit=5`)
  ).json();
  expect(found.map((one: { _id: string }) => one._id)).toContain(rows[0].id);
  const sam = await shop.shopper('Sam Generated');
  const product = await getProduct(shop.context.ctx, rows[0].id);
  expect((await sam.post('/orders', orderOf(product))).status).toBe(201);
  await expectSoundLedger(shop);
});

test('a second time they are refused, and nothing is left half done', async () => {
  const products = await count('products');
  await expect(fillShop(shop.context.ctx, shop.database, many, () => undefined)).rejects.toThrow(
    'has generated products already',
  );
  expect(await count('products')).toBe(products);
});
