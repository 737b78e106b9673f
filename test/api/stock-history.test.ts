import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { getStock, listMovements, pricesAsOf, stockAsOf } from '#features/inventory/inventory.ts';
import { editor } from '../support/editing.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let now = new Date('2026-11-20T10:00:00Z');
let shop: TestShop;
let admin: Client;
let buyer: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => now });
  admin = await shop.admin();
  buyer = await shop.shopper('Bea Buyer');
});
afterAll(() => shop.close());

const CALL = '/api/v1/stock-adjustments';

const edit = (id: string, changes: unknown) => editor(shop, admin).edit(id, changes);
const skuOf = ({ variants }: ProductDetail) => variants[0]?.sku ?? '';

async function adjust(body: object, key?: string, person = admin) {
  const response = await person.post(CALL, body, key ? { 'idempotency-key': key } : {});
  return { status: response.status, body: await response.json() };
}

const staff = () => actorOf(admin, 'admin');

test('the history of a variant names who, why and the order, and the stock of any past moment', async () => {
  now = new Date('2026-11-20T10:00:00Z');
  const shirt = await stock(shop, { name: 'History Shirt', inventory: 10 });
  const sku = skuOf(shirt);
  const id = shirt.variants[0]?.id ?? '';
  now = new Date('2026-11-20T11:00:00Z');
  const order = await (await buyer.post('/orders', orderOf(shirt, 3))).json();
  now = new Date('2026-11-20T12:00:00Z');
  await adjust({ sku, quantity: 5, reason: 'received', note: 'Delivery 8' });
  now = new Date('2026-11-20T13:00:00Z');
  await buyer.delete(`/orders/${order._id}`);
  const { ctx } = shop.context;
  const [{ number }] = (await shop.query('select number from orders where id = $1', [
    order._id,
  ])) as [{ number: string }];
  const first = await listMovements(ctx, staff(), id, { limit: 3, after: null });
  const second = await listMovements(ctx, staff(), id, { limit: 3, after: first.next });
  const rows = [...first.items, ...second.items].map((row) => [
    ...[row.reason, row.quantity, row.after, row.actor, row.note, row.order?.number ?? null],
  ]);
  const bea = `Bea Buyer, ${buyer.email}`;
  expect(rows).toEqual([
    ['given_back', 3, 15, bea, '', number],
    ['received', 5, 12, `Ada Admin, ${admin.email}`, 'Delivery 8', null],
    ['sold', -3, 7, bea, '', number],
    ['opening', 10, 10, 'test', '', null],
  ]);
  expect(second.next).toBeNull();
  const asOf = async (time: string) => {
    const level = await stockAsOf(ctx, staff(), id, new Date(`2026-11-20T${time}Z`));
    return [level.onHand, level.reserved, level.available];
  };
  expect(await asOf('09:59:59')).toEqual([0, 0, 0]);
  expect(await asOf('10:30:00')).toEqual([10, 0, 10]);
  expect(await asOf('11:30:00')).toEqual([10, 3, 7]);
  expect(await asOf('12:00:00')).toEqual([15, 3, 12]);
  expect(await asOf('13:30:00')).toEqual([15, 0, 15]);
  expect(await getStock(ctx, staff(), id)).toMatchObject({ onHand: 15, reserved: 0 });
});

test('the prices of a variant at any past moment are known, whatever changed them', async () => {
  const sizes = ['S', 'M'].map((size) => ({ sku: `PAST-${size}`, size, inventory: 5 }));
  const shirt = await stock(shop, { name: 'Past Shirt', priceMinor: 1_000, variants: sizes });
  const { pool } = shop.database;
  const { ctx } = shop.context;
  const idOf = (sku: string) => shirt.variants.find((one) => one.sku === sku)?.id ?? '';
  const later = async (): Promise<Date> =>
    (
      await shop.query(
        "select pg_sleep(0.005), date_trunc('milliseconds', clock_timestamp()) as at",
      )
    )[0].at;
  const prices = async (sku: string, at: Date | null) => {
    const now = await pricesAsOf(ctx, staff(), idOf(sku), at);
    return [now.priceMinor, now.compareAtMinor, now.costMinor];
  };
  const before = new Date(Date.now() - 3_600_000);
  const added = await later();
  // By the call of the editor: size M gets a price of its own.
  await edit(shirt.id, { price: 12, cost: 4, variants: [{ sku: 'PAST-M', price: 15 }] });
  const edited = await later();
  // By a statement, for many products at once.
  await shop.query(
    'update products set price_minor = 900, compare_at_minor = 1200 where id = any($1)',
    [[shirt.id]],
  );
  const reduced = await later();
  // What was written on the way within a transaction is no price that anybody saw.
  await pool.query(`begin; update products set price_minor = 1 where id = '${shirt.id}';
    update products set price_minor = 2 where id = '${shirt.id}';
    update variants set price_minor = 800 where sku = 'PAST-S'; commit`);
  const last = await later();
  await adjust({ sku: 'PAST-S', quantity: 1, reason: 'received' });
  await edit(shirt.id, { name: 'Past Shirt 2' });

  const moments = [before, added, edited, reduced, last, null];
  const ofSmall = await Promise.all(moments.map((at) => prices('PAST-S', at)));
  expect(ofSmall).toEqual([
    [1_000, null, null],
    [1_000, null, null],
    [1_200, null, 400],
    [900, 1_200, 400],
    [800, 1_200, 400],
    [800, 1_200, 400],
  ]);
  const ofMedium = await Promise.all(moments.map((at) => prices('PAST-M', at)));
  expect(ofMedium.map(([price]) => price)).toEqual([1_000, 1_000, 1_500, 1_500, 1_500, 1_500]);
  const rows = await shop.query(
    'select variant_id from past_prices where variant_id = any($1) order by variant_id',
    [shirt.variants.map(({ id }) => id)],
  );
  expect(rows).toHaveLength(5);
  await expect(shop.query('update past_prices set price_minor = 1')).rejects.toThrow();

  const call = `/api/v1/stock/${idOf('PAST-S')}`;
  const past = await (await admin.get(`${call}?at=${edited.toISOString()}`)).json();
  expect(past).toMatchObject({ sku: 'PAST-S', at: edited.toISOString(), price: 12, cost: 4 });
  expect(new Date(past.pricesRecordedSince).getTime()).toBeLessThanOrEqual(added.getTime());
  expect(await (await admin.get(call)).json()).toMatchObject({
    ...{ onHand: 6, available: 6, price: 8, compareAtPrice: 12, cost: 4, currency: 'USD' },
  });
  for (const at of ['soon', '2026-11-20', '0001-01-01T00:00:00Z'])
    expect((await admin.get(`${call}?at=${at}`)).status).toBe(422);
  expect((await admin.get('/api/v1/stock/var_none')).status).toBe(404);
});
