import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountingProxy, openCountingProxy } from './counting-proxy.ts';
import { ask, openShops, type Shops, type Somebody } from './shops.ts';

/**
 * How many statements pages and calls cost, counted on their way to PostgreSQL: as many for fifty
 * lines, variants or products as for two.
 */
let shops: Shops;
let proxy: CountingProxy;

const few = 2;
const many = 50;
const person: Somebody = {
  name: 'Cora Counter',
  email: 'cora@example.com',
  image: null,
  role: 'admin',
  count: 0,
};

beforeAll(async () => {
  shops = await openShops([64], { UNPAID_LIMIT_FACTOR: '100' }, async ({ host, port }) => {
    proxy = await openCountingProxy(join(host, `.s.PGSQL.${port}`));
    return { host: '127.0.0.1', port: proxy.port };
  });
  const { pool } = shops.database;
  for (const size of [few, many]) {
    // In categories of their own: one has so many products, the other a product of so many variants.
    await pool.query(
      `insert into products (id, slug, name, category, price_minor, currency, descriptions, gender)
       select 'prd_' || $1 || '_' || n, 'goods-' || $1 || '-' || n, 'Goods', $2, 1000, 'USD', 'Goods.', 'Unisex'
       from generate_series(1, $1::int) n`,
      [size, size === few ? 'Cloths' : 'Shoes'],
    );
    await pool.query(
      `insert into variants (id, product_id, sku, size, on_hand, position)
       select 'var_' || $1 || '_' || n, 'prd_' || $1 || '_1', 'SKU-' || $1 || '-' || n, 'S' || n, 900, n
       from generate_series(1, $1::int) n`,
      [size],
    );
    await pool.query(
      `insert into stock_movements (variant_id, quantity, reason, actor)
       select id, on_hand, 'opening', 'test' from variants where product_id = 'prd_' || $1 || '_1'`,
      [size],
    );
  }
  // No mail is ever due: whoever writes one asks for its order, at a moment of its own.
  await pool.query(
    `create function note_as_sent() returns trigger language plpgsql as $$
       begin new.sent_at := now(); return new; end $$`,
  );
  await pool.query(
    'create trigger note_as_sent before insert on outbox for each row execute function note_as_sent()',
  );
  await untilQuiet();
});
afterAll(async () => {
  await shops.close();
  await proxy.close();
});

/** Waits until the jobs of the start have ended: for a second without statements of theirs. */
async function untilQuiet(): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    proxy.take();
    await sleep(1_000);
    if (proxy.take().every(isLookForWork)) return;
  }
}

const shop = () => {
  const [first] = shops.running;
  if (!first) throw new Error('There is no shop.');
  return first;
};

/**
 * The statements of a request. The shop has work of its own every few seconds, which only adds
 * statements, so the request is repeated until the smallest number came twice.
 */
async function statementsOf(
  work: () => Promise<{ status: number }>,
  status = 200,
): Promise<string[]> {
  const attempts: string[][] = [];
  const isSure = () => attempts.length > 1 && attempts[0]?.length === attempts[1]?.length;
  for (let nr = 1; nr <= 8 && !isSure(); nr += 1) {
    proxy.take();
    expect((await work()).status).toBe(status);
    attempts.push(proxy.take().filter((statement) => !isLookForWork(statement)));
    attempts.sort((a, b) => a.length - b.length);
  }
  return attempts[0] ?? [];
}

// What the shop does by itself meanwhile: it looks for emails to send, for jobs of staff, and for
// words that searches should know, and takes the locks of its jobs.
const isLookForWork = (statement: string) =>
  /^(with|update|select)\b(?!.*insert into "outbox").*"(outbox|staff_jobs)"/s.test(statement) ||
  /"search_(build|words)"|select transaction::text/.test(statement) ||
  /^begin isolation level|^set local idle_in_transaction|pg_try_advisory_xact_lock/.test(statement);

/** One line each: what a failure shows has to have room for all of them. */
const listed = (statements: string[]) =>
  statements.map((text) => text.replace(/\s+/g, ' ').slice(0, 100)).join('\n');

/** Somebody with a cart of so many lines, and an order of so many. */
async function shopperWith(lines: number): Promise<string> {
  const cookie = await shops.admit(person);
  const { pool } = shops.database;
  await pool.query(
    `insert into cart_lines (cart_id, variant_id, quantity, seen_price_minor)
     select id, 'var_' || $1 || '_' || n, 1, 1000
     from (select id from carts order by created_at desc, id desc limit 1) newest, generate_series(1, $1::int) n`,
    [lines],
  );
  await pool.query(
    `update carts set city = 'Dhaka', zip = '1205' where id = (select cart_id from cart_lines
      order by added_at desc limit 1)`,
  );
  return cookie;
}

async function shopperWithoutCart(): Promise<string> {
  const cookie = await shops.admit(person);
  await shops.database.pool.query(
    'delete from carts where id = (select id from carts order by created_at desc, id desc limit 1)',
  );
  return cookie;
}

function order(lines: number, cookie: string): Promise<{ status: number }> {
  const { url } = shop();
  return fetch(`${url}/orders`, {
    method: 'POST',
    headers: {
      cookie,
      origin: 'http://shop.test',
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      cart: Array.from({ length: lines }, (_, n) => ({
        _id: `prd_${lines}_1`,
        name: 'Goods',
        img: null,
        sku: `SKU-${lines}-${n + 1}`,
        price: 10,
        quantity: 1,
        totalAmount: 10,
      })),
      city: 'Dhaka',
      shippingCost: 120,
      grandTotalAmount: 10 * lines,
      totalAmount: 10 * lines + 120,
      status: 'Pending',
    }),
  });
}

const reading: [what: string, path: (size: number) => string, statements: number][] = [
  ['a kept category page', (size) => (size === few ? '/cloths' : '/shoes'), 1],
  ['a kept product page', (size) => `/product/goods-${size}-1`, 1],
  ['a kept call for one product', (size) => `/products/prd_${size}_1`, 1],
  [
    'a kept call for a page of products',
    (size) => `/products?category=${size === few ? 'Cloths' : 'Shoes'}&limit=${size}`,
    1,
  ],
];

test.each(reading)('%s costs one statement', async (_, path, statements) => {
  for (const size of [few, many]) {
    const cookie = await shops.admit(person);
    await ask(shop(), path(size), { cookie });
    const taken = await statementsOf(() => ask(shop(), path(size), { cookie }));
    expect(taken.length, listed(taken)).toBe(statements);
  }
});

test('a crowd that comes at once costs hardly more than one', async () => {
  const cookie = await shops.admit(person);
  await ask(shop(), '/cloths', { cookie });
  const taken = await statementsOf(async () => {
    const returns = await Promise.all(
      Array.from({ length: 60 }, () => ask(shop(), '/cloths', { cookie })),
    );
    return returns.find(({ status }) => status !== 200) ?? { status: 200 };
  });
  expect(taken.length, listed(taken)).toBeLessThanOrEqual(20);
});

// One of them reads the categories, which every page has in its menu.
const rendered: [what: string, path: (size: number) => string, most: number][] = [
  ['a rendered product page', (size) => `/product/goods-${size}-1?from=mail`, 3],
  [
    'a rendered category page',
    (size) => `/${size === few ? 'cloths' : 'shoes'}?stock=in&from=mail`,
    6,
  ],
  ['a page of products, searched', (size) => `/products?q=Goods&limit=${size}&from=mail`, 5],
  ['the cart', () => '/shoppingCart', 4],
  ['the checkout', () => '/checkOut', 5],
  ['my orders', () => '/myOrders', 3],
  ['my account', () => '/account', 4],
  ['all orders', () => '/allOrders', 6],
  ['the list of all orders', () => '/orders', 2],
];

test.each(rendered)('%s costs as many statements for fifty as for two', async (_, path, most) => {
  const counts: number[] = [];
  for (const size of [few, many]) {
    const cookie = await shopperWith(size);
    expect((await order(size, cookie)).status).toBe(201);
    const again = await shopperWith(size);
    await shops.database.pool.query(
      'update orders set user_id = (select user_id from carts order by created_at desc, id desc limit 1)',
    );
    const taken = await statementsOf(() => ask(shop(), path(size), { cookie: again }));
    expect(taken.length, listed(taken)).toBeLessThanOrEqual(most);
    counts.push(taken.length);
  }
  expect(counts[0]).toBe(counts[1]);
});

test('the visitor is asked for once, also where the cache leaves a page to the app', async () => {
  const cookie = await shops.admit(person);
  const taken = await statementsOf(() => ask(shop(), '/product/no-such', { cookie }), 404);
  expect(taken.filter((text) => text.includes('sessions')).length, listed(taken)).toBe(1);
  expect(taken.filter((text) => text.includes('cart_lines')).length, listed(taken)).toBe(1);
});

test('an order costs as many statements for fifty lines as for two', async () => {
  for (const [makeShopper, statements] of [
    [shopperWithoutCart, 11],
    [shopperWith, 13],
  ] as const) {
    for (const size of [few, many]) {
      const taken = await statementsOf(async () => order(size, await makeShopper(size)), 201);
      expect(taken.length, listed(taken)).toBe(statements);
    }
  }
});
