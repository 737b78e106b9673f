import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCustomers } from '#features/customers/customers.ts';
import { addCategory, addCollection, findSections } from '#features/merchandising/merchandising.ts';
import { countOpenWork, findOrders } from '#features/orders/orders.ts';
import {
  countShort,
  countUnpublished,
  editProduct,
  hasProducts,
} from '#features/product-management/product-management.ts';
import { addShopPage, findShopPages } from '#features/shop-pages/shop-pages.ts';
import { analyze } from '../support/database.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
});
afterAll(() => shop.close());

const staff = () => actorOf(admin, 'admin');
const customers = async (text: string) =>
  (await findCustomers(shop.context.ctx, staff(), text, 6)).map(({ name }) => name);
const orders = async (text: string) =>
  (await findOrders(shop.context.ctx, staff(), text, 6)).map(({ number }) => number);

/** Whether PostgreSQL reads a whole one of these tables for a statement of some work. */
async function readsWhole(work: () => Promise<unknown>, ...tables: string[]): Promise<boolean> {
  const { pool } = shop.database;
  const { query } = pool;
  const sent: [{ text: string }, unknown[]][] = [];
  pool.query = ((...each: [{ text: string }, unknown[]]) => {
    sent.push(each);
    return query.apply(pool, each as unknown as Parameters<typeof query>);
  }) as typeof query;
  await work().finally(() => {
    pool.query = query;
  });
  expect(sent.length).toBeGreaterThan(0);
  const plans: string[] = [];
  for (const [{ text }, values] of sent) {
    const { rows } = await pool.query(`explain ${text}`, values);
    plans.push(JSON.stringify(rows));
  }
  return tables.some((table) => plans.some((plan) => plan.includes(`Seq Scan on ${table}`)));
}

test('a shop without products says so', async () => {
  expect(await hasProducts(shop.context.ctx, staff())).toBe(false);
});

test('finds customers by words of their name and the beginning of their email', async () => {
  await shop.shopper('Zora Quist');
  await shop.shopper('Zoltan Quade');
  expect(await customers('zo')).toEqual(['Zoltan Quade', 'Zora Quist']);
  expect(await customers('quis ZOR')).toEqual(['Zora Quist']);
  expect(await customers('ZORA.QUIST@')).toEqual(['Zora Quist']);
  for (const nobody of ['ora', 'zo_a', '%', "'"]) {
    expect([nobody, await customers(nobody)]).toEqual([nobody, []]);
  }
});

test('finds orders by the beginning of their number and of the email, newest first', async () => {
  const buyer = await shop.shopper('Nora Number');
  const lamp = await stock(shop, { name: 'Lamp' });
  const place = async () => (await (await buyer.post('/orders', orderOf(lamp))).json())._id;
  await place();
  // Another order, which is not the same submission.
  await buyer.post('/orders', orderOf(lamp, 2));
  const { rows } = await shop.database.pool.query(
    'select number from orders order by created_at desc',
  );
  const [newer = '', older = ''] = rows.map(({ number }) => number);
  expect(await orders('nora.num')).toEqual([newer, older]);
  for (const text of [
    older,
    older.toLowerCase(),
    older.replace('-', ' '),
    older.replace('-', ''),
    older.slice(0, 6),
  ]) {
    expect([text, await orders(text)]).toEqual([text, [older]]);
  }
  expect(await orders('%')).toEqual([]);
  expect(await orders(older.slice(1))).toEqual([]);
  const { ctx } = shop.context;
  const open = {
    toShip: 0,
    withoutAddress: 0,
    onTheWay: 0,
    openReturns: 0,
    exchanges: 0,
    unpaid: 2,
  };
  expect(await countOpenWork(ctx, staff(), 100)).toEqual(open);
  expect(await countOpenWork(ctx, staff(), 1)).toEqual({ ...open, unpaid: 1 });
  expect(await countUnpublished(ctx, staff(), 9)).toEqual({ drafts: 0, scheduled: 0 });
  expect(await hasProducts(ctx, staff())).toBe(true);
});

test('finds categories, collections and pages by words of their names', async () => {
  const { ctx } = shop.context;
  const { id: cloths } = await addCategory(ctx, staff(), { name: 'Woollen Cloths' });
  const { id: winter } = await addCollection(ctx, staff(), {
    name: 'Warm Wool',
    rule: { tags: ['wool'] },
  });
  const { id: care } = await addShopPage(ctx, staff(), { name: 'Care of wool', text: 'Silk' });
  const found = async (text: string, most = 6) => {
    const { categories, collections } = await findSections(ctx, staff(), text, most);
    const pages = await findShopPages(ctx, staff(), text, most);
    return [...categories, ...collections, ...pages].map(({ id }) => id);
  };
  expect(await found('WOOL')).toEqual([cloths, winter, care]);
  expect(await found('wool ca')).toEqual([care]);
  for (const nothing of ['silk', 'ool', '%'])
    expect([nothing, await found(nothing)]).toEqual([nothing, []]);
  expect(await found('wool', 0)).toEqual([]);
});

test('reads by index however many customers and orders there are', async () => {
  const { pool } = shop.database;
  await pool.query(`insert into users (id, name, email)
    select 'usr_many' || i, 'Many ' || i, 'many' || i || '@example.com' from generate_series(1, 20000) i`);
  // Without the trigger that counts the lines.
  await pool.query(`alter table orders disable trigger user; insert into orders (id, number, user_id, email, name, city, country, currency,
      subtotal_minor, shipping_minor, total_minor, status, fingerprint, created_at, payment_due_at, cancelled_at)
    select 'ord_many' || i, 'M' || i, 'usr_many' || i, 'e', 'n', 'c', 'BD', 'USD', 1, 0, 1, 'cancelled', 'f',
      now(), now(), now() from generate_series(1, 20000) i; alter table orders enable trigger user`);
  await pool.query(`alter table documents disable trigger user; insert into documents (id, kind, number, label,
      order_id, total_minor, currency, content, issued_at)
    select 'doc_many' || i, 'invoice', 5000 + i, 'INV-' || 5000 + i, 'ord_many' || i, 1, 'USD',
      '{"version": 1, "totalMinor": 1}', now() from generate_series(1, 20000) i; alter table documents enable trigger user`);
  await analyze(shop.database, 'users', 'orders', 'documents');
  const { ctx } = shop.context;
  expect(await readsWhole(() => findCustomers(ctx, staff(), 'zora', 6), 'users')).toBe(false);
  expect(await readsWhole(() => findOrders(ctx, staff(), 'M777', 6), 'users', 'orders')).toBe(
    false,
  );
  const byInvoice = () => findOrders(ctx, staff(), 'INV-5777', 6);
  expect(await byInvoice()).toMatchObject([{ number: 'M777' }]);
  expect(await readsWhole(byInvoice, 'orders', 'documents')).toBe(false);
  expect(await readsWhole(() => countOpenWork(ctx, staff(), 100), 'orders')).toBe(false);
});

test('counts products on sale that are low or sold out, from a limited number of rows', async () => {
  const { pool } = shop.database;
  const { ctx } = shop.context;
  const none = { count: 0, hasMore: false };
  const before = await countShort(ctx, staff(), 100);
  expect(before).toEqual({ low: none, soldOut: none });
  const at = ctx.shop.lowStockAt;
  const sized = (name: string, units: number[]) =>
    stock(shop, {
      name,
      variants: units.map((inventory, i) => ({ sku: `${name}-${i}`, size: `${i}`, inventory })),
    });
  // One product with two low variants, one that is low by its own level, one that is sold out.
  await sized('Low', [at, 1, at + 50]);
  await sized('Own', [at + 9]);
  await sized('Out', [0]);
  await sized('Enough', [1]);
  const ended = await sized('Ended', [0]);
  await pool.query(`update variants set low_stock_at = case sku when 'Own-0' then on_hand else 0 end
    where sku in ('Own-0', 'Enough-0')`);
  await editProduct(ctx, staff(), ended.id, 1, { status: 'archived' });
  const low = { count: 3, hasMore: false };
  expect(await countShort(ctx, staff(), 100)).toEqual({ low, soldOut: { ...none, count: 1 } });
  expect((await countShort(ctx, staff(), 100, 2)).low).toMatchObject({ hasMore: true });
  expect(await countShort(ctx, staff(), 0)).toMatchObject({ low: none, soldOut: none });
});

test('refuses everyone but admins', async () => {
  const customer = actorOf(admin, 'shopper');
  const { ctx } = shop.context;
  for (const work of [
    async () => findCustomers(ctx, customer, 'a', 1),
    async () => findOrders(ctx, customer, 'a', 1),
    async () => findSections(ctx, customer, 'a', 1),
    async () => findShopPages(ctx, customer, 'a', 1),
    async () => countOpenWork(ctx, customer, 1),
    async () => countUnpublished(ctx, customer, 1),
    async () => countShort(ctx, customer, 1),
    async () => hasProducts(ctx, customer),
  ]) {
    await expect(work()).rejects.toMatchObject({ code: 'forbidden' });
  }
});
