import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { submitOrder } from '#features/checkout/checkout.ts';
import { EVERY_ORDER, type StaffOrderFilter } from '#features/orders/lists/staff-orders.schema.ts';
import { listOrdersForStaff } from '#features/orders/orders.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import { orderOf, stock } from '../support/goods.ts';
import { csv } from '../support/product-csv.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let admin: Client;
let sam: Client;
const now = Date.parse('2026-11-21T10:00:00Z');
let days = 0;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now + days * 86_400_000) });
  admin = await shop.admin();
  sam = await shop.shopper('Sam Buyer');
  const { id } = await shop.shopper('Fay Formula');
  await shop.database.pool.query("update users set name = '=1+1' where id = $1", [id]);
});
afterAll(() => shop.close());

const file = (path: string) => `/api/v1/exports/${path}`;

async function read(path: string): Promise<Record<string, string>[]> {
  const response = await admin.get(file(path));
  expect(response.status).toBe(200);
  const text = Buffer.from(await response.arrayBuffer()).toString();
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
}

async function expectRefusal(path: string): Promise<void> {
  const response = await admin.get(file(path));
  expect(response.status).toBe(422);
  expect((await response.json()).code).toBe('invalid_request');
}

const audited = async () =>
  (
    await shop.database.pool.query(
      "select actor, action, detail from audit_log where action like 'export.%' order by id",
    )
  ).rows;

test('products come with a dated name, and those that fit the filters', async () => {
  const coat = await stock(shop, {
    name: 'Coat, "long"',
    variants: [{ sku: 'C-1', inventory: 4 }],
  });
  await stock(shop, { name: 'Boots', category: 'Shoes' });
  const response = await admin.get(file('products.csv?q=c-1'));
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="products-2026-11-21.csv"',
  );
  expect(response.headers.get('cache-control')).toMatch(/no-store|private/);
  expect(await response.text()).toContain(`${coat.slug},"Coat, ""long""",`);
  const titles = async (path: string) => (await read(path)).map(({ Title }) => Title);
  expect(await titles('products.csv')).toEqual(['Boots', 'Coat, "long"']);
  expect(await titles('products.csv?category=Shoes')).toEqual(['Boots']);
  expect(await titles('products.csv?status=draft')).toEqual([]);
  await expectRefusal('products.csv?status=gone');
});

test('the selected products come in the order of their ids, from a form', async () => {
  const [one, two] = await Promise.all(
    ['Chosen One', 'Chosen Two'].map((name) => stock(shop, { name })),
  );
  const send = (fields: [string, string][], client = admin) => {
    const posted = new FormData();
    for (const [name, value] of fields) posted.append(name, value);
    return client.post(file('products.csv'), posted);
  };
  const titles = async (fields: [string, string][]) => {
    const response = await send(fields);
    expect(response.status).toBe(200);
    return parse<{ Title: string }>(await response.text(), { bom: true, columns: true })
      .map(({ Title }) => Title)
      .filter(Boolean);
  };
  const chosen = ['Chosen Two', 'Chosen One'];
  expect(await titles([['ids', `${two?.id} ${one?.id} ${two?.id} prd_0`]])).toEqual(chosen);
  // Without script each box has a field, among those of the bar.
  const boxes: [string, string][] = [two, one].map((each) => ['id', each?.id ?? '']);
  expect(await titles([['ids', ''], ['tag', 'x'], ...boxes])).toEqual(chosen);
  const many = Array.from({ length: 2_001 }, (_, at) => `prd_${at}`).join(' ');
  for (const wrong of ['', ' ', 'a\0b', many]) {
    const response = await send([['ids', wrong]]);
    expect([response.status, (await response.json()).code]).toEqual([422, 'invalid_request']);
  }
  expect((await send(boxes, sam)).status).toBe(403);
});

test('orders come newest first, by state and days, and each export is in the audit log', async () => {
  const shirt = await stock(shop, { name: 'Shirt', variants: [{ sku: '=S', inventory: 9 }] });
  const { id } = await (await sam.post('/orders', orderOf(shirt)))
    .json()
    .then((order: { _id: string }) => ({ id: order._id }));
  days = 1;
  const cart = [{ _id: shirt.id, quantity: 2 }];
  const { ctx } = shop.context;
  const second = await submitOrder(ctx, actorOf(sam), { cart, city: '+Dhaka' }, 'second');
  const all = await read('orders.csv');
  expect(all).toHaveLength(2);
  expect(all[0]).toMatchObject({
    Order: second.number,
    Placed: '2026-11-22T10:00:00.000Z',
    Status: 'Not Payed',
    City: "'+Dhaka",
    Email: sam.email,
    Subtotal: '40.00',
    Total: '160.00',
    Refunded: '0.00',
    Delivery: 'Standard delivery',
    Shipment: 'Not shipped',
    Units: '2',
    Lines: '2 × Shirt (=S)',
  });
  const numbers = async (path: string) => (await read(path)).map(({ Order }) => Order);
  expect(await numbers('orders.csv?from=2026-11-22')).toEqual([second.number]);
  expect(await numbers('orders.csv?to=2026-11-21')).toEqual([all[1]?.Order]);
  expect(await numbers('orders.csv?from=2026-11-21&to=2026-11-22')).toHaveLength(2);
  await sam.delete(`/orders/${id}`);
  expect(await numbers('orders.csv')).toEqual([second.number]);
  expect(await numbers('orders.csv?status=deleted')).toEqual([all[1]?.Order]);
  expect(await numbers('orders.csv?status=paid')).toEqual([]);
  for (const wrong of [
    'from=21.11.2026',
    'from=0000-01-01',
    'to=2026-02-31',
    'to=9999-12-31',
    'status=lost',
  ]) {
    await expectRefusal(`orders.csv?${wrong}`);
  }
  const foreign = await admin.get(file('orders.csv'), { 'sec-fetch-site': 'cross-site' });
  expect([foreign.status, (await foreign.json()).code]).toEqual([403, 'forbidden']);
  const rows = await audited();
  expect(rows[1]).toEqual({
    actor: admin.id,
    action: 'export.orders',
    detail: { from: '2026-11-22' },
  });
  expect(rows).toHaveLength(7);
});

test('stock has what is on hand, reserved and available', async () => {
  const rows = await read('stock.csv');
  expect(rows.find(({ Product }) => Product === 'Shirt')).toMatchObject({
    SKU: "'=S",
    'On hand': '9',
    Reserved: '2',
    Available: '7',
    Price: '20.00',
    Status: 'Active',
    Archived: 'no',
  });
});

test('with `filter=list` come what the lists of the console find with the same address', async () => {
  const skus = async (query: string) =>
    (await read(`stock.csv?filter=list${query}`)).map(({ SKU }) => SKU);
  expect(await skus('&q=%3DS')).toEqual(["'=S"]);
  expect(await skus('&stock=soldOut')).toEqual([]);
  expect(await skus('&category=Shoes&stock=unknown')).toHaveLength(1);
  const titles = async (query: string) =>
    (await read(`products.csv?filter=list${query}`)).map(({ Title }) => Title);
  expect(await titles('&q=lon+coa')).toEqual(['Coat, "long"']);
  expect(await titles('&stock=out')).toEqual([]);
  expect(await titles('&image=missing&min=20&max=20&category=Shoes')).toEqual(['Boots']);
  const orders = await read(`orders.csv?filter=list&state=open&q=${sam.email}`);
  expect(orders).toHaveLength(1);
});

test('orders come by the filters of the table of orders, as the table shows them', async () => {
  const { ctx } = shop.context;
  const coat = await stock(shop, { name: 'Parka', variants: [{ sku: 'P-1', inventory: 900 }] });
  const place = async (key: string) => {
    const cart = [{ _id: coat.id, quantity: 1 }];
    return submitOrder(ctx, actorOf(sam), { cart, city: 'Dhaka' }, key);
  };
  const placed = [await place('third'), await place('fourth')];
  const set = 'update orders set tags = $2, delivery_country = $3 where number = $1';
  await shop.database.pool.query(set, [placed[0]?.number, ['Gift'], 'BD']);
  await shop.database.pool.query(set, [placed[1]?.number, ['gift'], 'DE']);
  const both = async (query: string, filter: Partial<StaffOrderFilter>) => {
    const file = (await read(`orders.csv?${query}`)).map(({ Order }) => Order);
    const search = { sort: 'newest' as const, limit: 100, after: null, counted: 100 };
    const listed = await listOrdersForStaff(ctx, actorOf(admin, 'admin'), {
      ...search,
      filter: { ...EVERY_ORDER, ...filter },
    });
    expect(file).toEqual(listed.items.map(({ number }) => number));
    return file;
  };
  expect(await both('tag=Gift', { tag: 'Gift' })).toEqual([placed[0]?.number]);
  expect(await both('country=DE', { country: 'DE' })).toEqual([placed[1]?.number]);
  expect(await both('country=DE&tag=Gift', { country: 'DE', tag: 'Gift' })).toEqual([]);
  expect(await both('payment=unpaid', { payment: ['unpaid'] })).toHaveLength(3);
  expect(await both('payment=voided', { payment: ['voided'] })).toHaveLength(1);
  expect(await both('payment=paid&q=P-1', { payment: ['paid'], text: 'P-1' })).toEqual([]);
  const some = 'payment=unpaid&payment=voided';
  expect(await both(some, { payment: ['unpaid', 'voided'] })).toHaveLength(4);
  expect(await both('payment=any&payment=paid', {})).toHaveLength(3);
  expect(await both('product=P-1', { product: 'P-1' })).toHaveLength(2);
  expect((await audited()).at(-1)?.detail).toEqual({ hasProduct: true });
  const { rows } = await shop.database.pool.query(
    "select distinct product_id as id from order_lines where sku like 'P-1%'",
  );
  const [{ id: productId }, ...more] = rows;
  expect([await both(`productId=${productId}`, { productId }), more]).toEqual([
    await both('product=P-1', { product: 'P-1' }),
    [],
  ]);
  expect(await both('productId=prd_none', { productId: 'prd_none' })).toEqual([]);
  expect(await both('fulfillment=unfulfilled&q=P-1', { text: 'P-1' })).toHaveLength(2);
  expect(await both('returns=open', { returns: 'open' })).toEqual([]);
  expect(await both(`customer=${sam.id}`, { customer: sam.id })).toHaveLength(3);
  expect(await both('customer=unknown', { customer: 'unknown' })).toEqual([]);
  expect(await both('address=missing', { missingAddress: true })).toHaveLength(1);
  const days = 'from=2026-11-23&payment=unpaid';
  expect(await both(days, { from: '2026-11-23', payment: ['unpaid'] })).toEqual([]);
  expect((await audited()).at(-1)?.detail).toEqual({ from: '2026-11-23', payment: 'unpaid' });
  for (const wrong of [
    'payment=lost',
    'country=xx',
    'status=paid&payment=paid',
    'state=all&tag=x',
  ]) {
    await expectRefusal(`orders.csv?${wrong}`);
  }
});

test('customers come with their orders and without anything secret', async () => {
  const before = (await audited()).length;
  const rows = await read('customers.csv');
  expect(Object.keys(rows[0] ?? {})).toEqual([
    'Name',
    'Email',
    'Email verified',
    'Since',
    'Orders',
    'Spent',
    'Currency',
  ]);
  expect(rows.map(({ Name }) => Name).sort()).toEqual(["'=1+1", 'Sam Buyer']);
  expect(rows.find(({ Email }) => Email === sam.email)).toMatchObject({
    'Email verified': 'no',
    Orders: '3',
    Spent: '0.00',
    Currency: 'USD',
  });
  expect((await audited()).slice(before)).toEqual([
    { actor: admin.id, action: 'export.customers', detail: {} },
  ]);
});

describe('a long file', () => {
  beforeAll(async () => {
    const rows = Array.from({ length: 800 }, (_, i) => ({
      Handle: `long-${i}`,
      'Body (HTML)': `Number ${i}. ${'A text. '.repeat(30)}`,
    }));
    await importProducts(shop.context.ctx, csv(rows), { category: 'Cloths', actor: 'test' });
  });

  test('has each product once', async () => {
    const handles = (await read('products.csv')).map(({ Handle }) => Handle);
    expect(new Set(handles).size).toBe(806);
    expect(handles).toHaveLength(806);
  });

  test('is cut off by an error, and never ends as if it were whole', async () => {
    const response = await admin.begin(file('products.csv'));
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await shop.database.pool.query('alter table product_images rename to away');
    const rest = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(rest()).rejects.toThrow();
    await shop.database.pool.query('alter table away rename to product_images');
  });

  test('is read by a few of one network at a time', async () => {
    const open = [await admin.begin(file('products.csv')), await admin.begin(file('stock.csv'))];
    let isThere = false;
    const third = admin.begin(file('customers.csv')).finally(() => {
      isThere = true;
    });
    expect((await admin.get('/products?limit=1')).status).toBe(200);
    // Many times as long as a file takes that does not have to wait.
    await sleep(500);
    expect(isThere).toBe(false);
    await open[0]?.text();
    expect((await third).status).toBe(200);
    await Promise.all([open[1]?.text(), (await third).text()]);
  });
});
