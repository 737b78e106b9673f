import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProduct } from '#features/catalog/catalog.ts';
import { catchUpDocuments } from '#features/payments/payments.ts';
import { fillShop } from '../../scripts/generate/fill-shop.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger, findBreaches } from '../support/sound-ledger.ts';

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
  const repeated = '(select count(*) > count(distinct tag) from unnest(tags) tag)';
  expect(await count(`products where ${repeated}`)).toBe(0);
  expect(await count('orders')).toBe(many.orders);
  expect(await count('users')).toBe(many.customers);
  const { rows } = await shop.database.pool.query(`
    select (select array_agg(distinct status order by status) from orders) as statuses,
      (select count(*)::int from refunds) as refunds,
      (select count(*)::int from fulfillments) as parcels,
      (select count(*)::int from outbox where sent_at is null and given_up_at is null) as unsent,
      (select array_agg(distinct return_status order by return_status) from orders) as returns,
      (select array_agg(distinct outcome order by outcome) from staff_job_items) as items`);
  expect(rows[0]).toMatchObject({ statuses: ['cancelled', 'paid', 'pending'], unsent: 0 });
  expect(rows[0].returns).toEqual(['closed', 'in_transit', 'none', 'requested']);
  expect(rows[0].items).toEqual(['changed', 'new']);
  for (const table of ['carts', 'search_counts', 'search_clicks', 'audit_log', 'order_addresses']) {
    expect([table, (await count(table)) > 0]).toEqual([table, true]);
  }
  expect(rows[0].refunds).toBeGreaterThan(0);
  expect(rows[0].parcels).toBeGreaterThan(200);
  expect(steps).toContain('order_lines');
});

// This file's shop is one from before there were documents.
test('the documents of earlier orders are issued in the order of payments, by two processes and beside new payments', async () => {
  const { database } = shop;
  const [ctx, { ctx: other }] = [shop.context.ctx, await shop.beside()];
  const sam = await shop.shopper('Sam Meanwhile');
  const shirt = await stock(shop, { name: 'Shirt Meanwhile' });
  const placed = await (await sam.post('/orders', orderOf(shirt))).json();
  const pay = { totalAmount: placed.totalAmount, orderId: placed._id };
  const transaction = await payIntent(sam, pay);
  // A payment before the end waits for its number; documents are still none of its own.
  expect((await sam.put(`/orders/${placed._id}`, { transaction })).status).toBe(200);
  expect((await (await sam.get(`/orders/${placed._id}`)).json()).documents).toEqual([]);
  await expectSoundLedger(shop);
  // A process that is ended in the middle: what it did not commit is done by the others.
  await database.pool.query(`
    create function stop_once() returns trigger language plpgsql as $$ begin
      if (select count(*) from documents) > 100 and nextval('stops') < 3 then raise exception 'stopped'; end if;
      return new; end $$;
    create sequence stops;
    create trigger stop_once before update on document_series for each row execute function stop_once()`);
  const runs = await Promise.allSettled([catchUpDocuments(ctx), catchUpDocuments(other)]);
  expect(runs.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await Promise.all([catchUpDocuments(ctx), catchUpDocuments(other)]);
  await database.pool.query('drop trigger stop_once on document_series');
  await expectSoundLedger(shop);
  const { rows } = await database.pool.query(`
    select (select opened_at is not null from document_series where kind = 'invoice') as open,
      (select count(*)::int from orders o where o.status = 'paid') as paid,
      (select count(*)::int from documents where kind = 'invoice') as invoices,
      (select count(*)::int from refunds where status = 'done') as done,
      (select count(*)::int from documents where kind = 'credit_note') as notes,
      (select bool_and(at >= before) from (select l.id as at, lag(l.id, 1, 0::bigint)
        over (partition by d.kind order by d.number) as before from documents d
        join payments p on p.order_id = d.order_id and p.status = 'captured'
        join ledger_entries l on l.payment_id = p.id and l.refund_id is not distinct from d.refund_id) n) as in_order`);
  const [{ paid, done }] = rows;
  expect(rows).toEqual([{ open: true, paid, invoices: paid, done, notes: done, in_order: true }]);
  expect(done).toBeGreaterThan(0);
  // From now on a payment has its invoice at once, with the next number.
  const next = await (await sam.post('/orders', orderOf(shirt, 2))).json();
  const paidNext = await payIntent(sam, { totalAmount: next.totalAmount, orderId: next._id });
  await sam.put(`/orders/${next._id}`, { transaction: paidNext });
  const { documents } = await (await sam.get(`/orders/${next._id}`)).json();
  expect(documents).toMatchObject([{ number: `INV-${1001 + paid}`, total: next.totalAmount }]);
});

// An earlier version marks an order paid and knows no documents.
test('a payment that a process of the earlier version records gets its invoice from the job', async () => {
  const { pool } = shop.database;
  const lastNumber = async () =>
    (await pool.query("select last_number as last from document_series where kind = 'invoice'"))
      .rows[0].last;
  const last = await lastNumber();
  await pool.query(`
    alter table documents disable trigger user; alter table document_series disable trigger user;
    delete from documents where kind = 'invoice' and number = ${last};
    update document_series set last_number = last_number - 1 where kind = 'invoice';
    alter table documents enable trigger user; alter table document_series enable trigger user`);
  expect(Object.keys(await findBreaches((query) => pool.query(query)))).toHaveLength(1);
  await catchUpDocuments(shop.context.ctx);
  await expectSoundLedger(shop);
  expect(await lastNumber()).toBe(last);
});

test('they are in the lists, found by their words, and sold like others', async () => {
  const { rows } = await shop.database.pool.query(`
    select p.id, p.name, p.category from products p join search_index i on i.product_id = p.id
    where i.listed and i.in_stock and 1 = (select count(*) from variants v where v.product_id = p.id)
    order by p.id limit 1`);
  const guest = shop.guest();
  const found = await (
    await guest.get(`/products?q=${encodeURIComponent(rows[0].name)}&limit=5`)
  ).json();
  expect(found.map((one: { _id: string }) => one._id)).toContain(rows[0].id);
  const sam = await shop.shopper('Sam Generated');
  const product = await getProduct(shop.context.ctx, rows[0].id);
  expect((await sam.post('/orders', orderOf(product))).status).toBe(201);
  await expectSoundLedger(shop);
});

test('a call returns all orders, and all of a customer, however many there are [7.13, 7.14]', async () => {
  const admin = await shop.admin();
  const { rows } = await shop.database.pool.query(`
    select id as "_id", email from orders where archived_at is null order by created_at desc, id desc`);
  expect(rows.length).toBeGreaterThanOrEqual(many.orders);
  const shown = async (path: string) => {
    const response = await admin.get(path);
    expect([response.status, response.headers.get('link')]).toEqual([200, null]);
    const listed: { _id: string; email: string }[] = await response.json();
    return listed.map(({ _id, email }) => ({ _id, email }));
  };
  expect(await shown('/orders')).toEqual(rows);
  const counts = Map.groupBy(rows, ({ email }) => email);
  const [email, most] = [...counts].sort(([, a], [, b]) => b.length - a.length)[0] ?? ['', []];
  expect(most.length).toBeGreaterThan(25);
  expect(await shown(`/orders?email=${encodeURIComponent(email)}`)).toEqual(most);
});

test('a second time they are refused, and nothing is left half done', async () => {
  const products = await count('products');
  await expect(fillShop(shop.context.ctx, shop.database, many, () => undefined)).rejects.toThrow(
    'has generated products already',
  );
  expect(await count('products')).toBe(products);
});

test('they are added to a shop that has an order paid by card', async () => {
  const used = await openTestShop();
  try {
    const sam = await used.shopper('Sam Earlier');
    const shirt = await stock(used, { name: 'Shirt Earlier' });
    const placed = await (await sam.post('/orders', orderOf(shirt))).json();
    const pay = { totalAmount: placed.totalAmount, orderId: placed._id };
    const transaction = await payIntent(sam, pay);
    expect((await sam.put(`/orders/${placed._id}`, { transaction })).status).toBe(200);
    const few = { products: 20, orders: 40, customers: 5 };
    await fillShop(used.context.ctx, used.database, few, () => undefined);
    await catchUpDocuments(used.context.ctx);
    await expectSoundLedger(used);
    const { documents } = await (await sam.get(`/orders/${placed._id}`)).json();
    expect(documents).toHaveLength(1);
  } finally {
    await used.close();
  }
});
