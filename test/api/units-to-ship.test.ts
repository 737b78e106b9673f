import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { selectPromised } from '#features/inventory/inventory.store.ts';
import { findByCode, getStock, listStock } from '#features/inventory/inventory.ts';
import { restoreOrder } from '#features/orders/orders.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let admin: Client;
let buyer: Client;

beforeAll(async () => {
  shop = await openTestShop();
  admin = await shop.admin();
  buyer = await shop.shopper('Bea Buyer');
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

async function pay(product: Parameters<typeof orderOf>[0], quantity: number): Promise<string> {
  const transaction = await payIntent(buyer, { totalAmount: 20 * quantity + 120 });
  const response = await buyer.post('/orders', { ...orderOf(product, quantity), transaction });
  return (await response.json())._id;
}

const listed = async (text: string) => {
  const search = { text, filter: 'all', category: null, sort: 'sku' } as const;
  const page = { limit: 50, after: null };
  const { items } = await listStock(shop.context.ctx, actorOf(admin, 'admin'), {
    ...search,
    ...page,
  });
  return items.map(({ onHand, reserved, available, toShip }) => [
    ...[onHand, reserved, available, toShip],
  ]);
};

test('what is paid is to ship until it is sent or cancelled, also while it is deleted, and again when a parcel is taken back', async () => {
  const shirt = await stock(shop, { name: 'Shipping', variants: [{ sku: 'SHIP', inventory: 10 }] });
  const variantId = shirt.variants[0]?.id ?? '';
  const level = async (query = '') => {
    const found = await (await admin.get(`/api/v1/stock/${variantId}${query}`)).json();
    return [found.onHand, found.reserved, found.available, found.toShip];
  };
  const post = async (path: string, body: object) => {
    const response = await admin.post(path, body, { 'idempotency-key': path });
    expect(response.status).toBe(201);
    return response.json();
  };
  await buyer.post('/orders', orderOf(shirt, 2));
  expect(await level()).toEqual([10, 2, 8, 0]);
  const id = await pay(shirt, 3);
  expect(await level()).toEqual([7, 2, 5, 3]);
  expect(await listed('SHIP')).toEqual([[7, 2, 5, 3]]);
  const [scanned] = await (await admin.get('/api/v1/stock?code=SHIP')).json();
  expect(scanned).toMatchObject({ onHand: 7, toShip: 3 });
  const moment = encodeURIComponent(new Date(Date.now() - 86_400_000).toISOString());
  expect((await level(`?at=${moment}`))[3]).toBeNull();

  const lines = [{ sku: 'SHIP', quantity: 2 }];
  const { fulfillments } = await post(`/api/v1/orders/${id}/fulfillments`, { lines });
  expect(await level()).toEqual([7, 2, 5, 1]);
  const taken = await admin.post(`/api/v1/fulfillments/${fulfillments[0]._id}/taken-back`, {});
  expect(taken.status).toBe(200);
  expect(await level()).toEqual([7, 2, 5, 3]);
  await post(`/api/v1/orders/${id}/cancellations`, {
    lines: [{ sku: 'SHIP', quantity: 1 }],
    restock: true,
  });
  expect(await level()).toEqual([8, 2, 6, 2]);
  const file = await (await admin.get('/api/v1/exports/stock.csv')).text();
  const row = file.split('\r\n').find((line) => line.startsWith('SHIP,'));
  expect(row).toMatch(/,8,2,6,2,10,/);

  expect((await admin.delete(`/orders/${id}`)).status).toBe(200);
  expect(await level()).toEqual([8, 2, 6, 2]);
  await restoreOrder(shop.context.ctx, actorOf(admin, 'admin'), id);
  expect(await level()).toEqual([8, 2, 6, 2]);
});

test('an order between the statements of a page adds no units to it', async () => {
  const shirt = await stock(shop, { name: 'Between', variants: [{ sku: 'MID', inventory: 30 }] });
  const { pool } = shop.database;
  const query = pool.query.bind(pool);
  let isOrdering = false;
  pool.query = (async (...sent: Parameters<typeof query>) => {
    const result = await query(...sent);
    if (!isOrdering) {
      isOrdering = true;
      const key = { 'idempotency-key': crypto.randomUUID() };
      await buyer.post('/orders', orderOf(shirt, 1), key);
      isOrdering = false;
    }
    return result;
  }) as typeof pool.query;
  const staff = actorOf(admin, 'admin');
  const { ctx } = shop.context;
  try {
    const [row] = await listed('MID');
    const [found] = await findByCode(ctx, staff, 'MID');
    const { onHand } = await getStock(ctx, staff, shirt.variants[0]?.id ?? '');
    expect([row?.[0], found?.onHand, onHand]).toEqual([30, 30, 30]);
  } finally {
    pool.query = query;
  }
  const [, reserved = 0] = (await listed('MID'))[0] ?? [];
  expect(reserved).toBeGreaterThan(2);
});

test('of a variant with thousands of open orders, the list reads an index of these alone', async () => {
  const shirt = await stock(shop, { name: 'Wanted', variants: [{ sku: 'MUCH', inventory: 9 }] });
  const id = shirt.variants[0]?.id ?? '';
  const { sql, params } = selectPromised(shop.context.ctx.db, [id]).toSQL();
  const client = await shop.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into open_lines
       select 'ord_' || n, 0, case when n % 2 = 0 then $1 else 'var_' || n end, 2, n % 8 <> 0
       from generate_series(1, 20000) n`,
      [id],
    );
    await client.query('analyze open_lines');
    const read = await client.query({ text: sql, values: params, rowMode: 'array' });
    expect(read.rows).toEqual([[id, 9, 5_000, 15_000]]);
    const { rows } = await client.query(`explain ${sql}`, params);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/using open_lines_of_variant|on open_lines_of_variant/);
    expect(plan).not.toMatch(/order_lines|fulfillment_lines|stock_movements/);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
