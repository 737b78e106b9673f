import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Log } from '#shared/log.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';

// The tests of this file run in order: the last ones on a database that is gone.
let shop: TestShop;
let sam: Client;
const errors: { event: string; error: unknown; fields: unknown }[] = [];
const log: Log = {
  info() {},
  warn() {},
  error: (event, error, fields) => errors.push({ event, error, fields }),
};
let order: Record<string, unknown>;

beforeAll(async () => {
  shop = await openTestShop({ log });
  sam = await shop.shopper('Sam Fault');
  order = orderOf(await stock(shop, { name: 'Fault Shirt' }));
});
afterAll(() => shop.database.close().catch(() => {}));

test('a call that fails is 500 with a number to quote, and nothing of its inside', async () => {
  await shop.database.pool.query('alter table order_lines rename to away');
  const response = await sam.post('/orders', order);
  await shop.database.pool.query('alter table away rename to order_lines');
  expect(response.status).toBe(500);
  const body = await response.json();
  expect(body).toEqual({
    type: 'urn:online-shop:error:internal',
    title: 'Something went wrong',
    status: 500,
    code: 'internal',
    detail: 'Something went wrong on our side. Please try again.',
    requestId: response.headers.get('x-request-id'),
  });
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({
    event: 'request.failed',
    fields: { requestId: body.requestId, method: 'POST', path: '/orders' },
  });
  const causes = errors.map(({ error }) => String((error as Error).cause));
  expect(causes.join()).toContain('order_lines');
});

test('half an order is never left behind by a call that failed', async () => {
  const { rows } = await shop.database.pool.query(
    'select (select count(*)::int from orders) as orders, (select count(*)::int from stock_movements where order_id is not null) as movements',
  );
  expect(rows[0]).toEqual({ orders: 0, movements: 0 });
});

test('a list that breaks off half-way does not end like a whole one', async () => {
  // More than one batch, and a second batch that can't be read.
  await shop.database.pool.query(`
    insert into products (id, slug, name, category, price_minor, currency, descriptions, gender, created_at)
    select 'prd_f' || n, 'f-' || n, 'F ' || n, 'Cloths', 100, 'USD', repeat('x', 200), 'Unisex',
      now() - n * interval '1 second' from generate_series(1, 1200) n`);
  const response = await shop.guest().begin('/products');
  expect(response.status).toBe(200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await shop.database.pool.query('alter table products rename to away');
  const rest = (async () => {
    while (!(await reader.read()).done);
  })();
  await expect(rest).rejects.toThrow();
  await shop.database.pool.query('alter table away rename to products');
});

test('with the database away every call is refused, and none says why', async () => {
  await shop.database.close();
  const guest = shop.guest();
  const returns = {
    ready: await guest.get('/readyz'),
    list: await guest.get('/products'),
    product: await guest.get('/products/prd_1'),
    own: await sam.get(`/orders?email=${sam.email}`),
    place: await sam.post('/orders', order),
    session: await sam.get('/api/auth/get-session'),
    signIn: await guest.post('/api/auth/sign-in/email', { email: sam.email, password: PASSWORD }),
  };
  for (const [name, response] of Object.entries(returns)) {
    expect(response.status, name).toBeGreaterThanOrEqual(500);
    expect(response.headers.get('x-request-id'), name).toMatch(/^req_/);
    const text = await response.text();
    expect(text, name).not.toMatch(/select |insert |pool|\.ts|\bat \/|node_modules|Failed query/i);
  }
  expect(returns.ready.status).toBe(503);
  expect((await guest.get('/healthz')).status).toBe(200);
});
