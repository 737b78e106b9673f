import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#features/accounts/demo-account-list.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { noPgbouncer, openPgbouncer, type Pgbouncer } from '../support/pgbouncer.ts';
import { clearAway, type ShopProcess, spawnShop, temporaryFolder } from './shop-process.ts';

const ORIGIN = 'http://shop.test';

/** Somebody's cookies, and calls with them. */
class Caller {
  readonly #cookies = new Map<string, string>();

  async call(shop: ShopProcess, method: string, path: string, body?: unknown) {
    const response = await fetch(`${shop.address}${path}`, {
      method,
      headers: {
        origin: ORIGIN,
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${response.status} ${text}`).toBe(true);
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  }

  signIn(shop: ShopProcess, email: string) {
    const credentials = { email, password: DEMO_PASSWORD };
    return this.call(shop, 'POST', '/api/auth/sign-in/email', credentials);
  }
}

describe.skipIf(noPgbouncer)(`behind PgBouncer in transaction mode${noPgbouncer || ''}`, () => {
  let database: TestDatabase;
  let pooler: Pgbouncer;
  let shops: ShopProcess[];
  const shopper = new Caller();
  const admin = new Caller();
  const [one, two] = [() => shops[0] as ShopProcess, () => shops[1] as ShopProcess];

  beforeAll(async () => {
    // Empty, so that the shops migrate it and bring the demo shop, both at once.
    database = await createTestDatabase(4, 'template0');
    pooler = await openPgbouncer(database.connection);
    const DATA_DIR = await temporaryFolder();
    const env = { DATA_DIR, DATABASE_URL: pooler.url, BASE_URL: ORIGIN, SHOP_ACCESS: 'public' };
    shops = await Promise.all([spawnShop(env), spawnShop(env)]);
    await Promise.all(shops.map((shop) => shop.open()));
  });
  afterAll(async () => {
    await clearAway();
    await pooler?.close();
    await database?.close();
  });

  test('two processes that start at once migrate and fill the database once', async () => {
    const { rows } = await database.pool.query(
      'select count(*)::int as products, count(distinct slug)::int as slugs from products',
    );
    expect(rows[0].products).toBeGreaterThan(0);
    expect(rows[0].slugs).toBe(rows[0].products);
  });

  test('somebody signs in, fills a cart, orders, and pays by card', async () => {
    await shopper.signIn(one(), 'shopper@example.com');
    const goods = await shopper.call(two(), 'GET', '/products?limit=100');
    const product = goods.find((g: { variants: unknown[]; stock: unknown }) => {
      return g.variants.length === 1 && !g.stock;
    });
    const { price } = product;
    const order = await shopper.call(two(), 'POST', '/orders', {
      cart: [{ _id: product._id, quantity: 2, price }],
      city: 'Dhaka',
      shippingCost: 120,
      grandTotalAmount: price * 2,
      totalAmount: price * 2 + 120,
      status: 'Pending',
    });
    const asked = { totalAmount: price * 2 + 120, orderId: order.insertedId };
    const intent = await shopper.call(one(), 'POST', '/create-payment-intent', asked);
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };
    const { clientSecret } = intent;
    const paid = await shopper.call(two(), 'POST', '/sandbox/confirm', { clientSecret, card });
    const path = `/orders/${order.insertedId}`;
    await shopper.call(one(), 'PUT', path, { transaction: paid.id, last4: paid.last4 });
    expect(await shopper.call(two(), 'GET', path)).toMatchObject({ transaction: paid.id });
  });

  test('what one process changes is seen at once on a page that another one has kept', async () => {
    await admin.signIn(one(), 'admin@example.com');
    const guest = new Caller();
    for (let i = 1; i <= 8; i += 1) {
      const name = `Pooled Parka ${i}`;
      for (const shop of shops) expect(await guest.call(shop, 'GET', '/')).not.toContain(name);
      await admin.call(shops[i % 2] as ShopProcess, 'POST', '/products', {
        name,
        category: 'Full Set',
        price: 20,
        descriptions: name,
        gender: 'Unisex',
        img: null,
        inventory: 3,
      });
      // Asked by many at once, so that sessions of the server change hands.
      const pages = await Promise.all(
        [...shops, ...shops, ...shops].map((shop) => guest.call(shop, 'GET', '/')),
      );
      for (const page of pages) expect(page).toContain(name);
    }
  });

  test('no process has anything to complain about', () => {
    for (const shop of shops) expect(shop.output()).not.toMatch(/"level":"(?:error|warn)"/);
  });

  test('a start that the pooler refuses says why in its words', async () => {
    const DATA_DIR = await temporaryFolder();
    const DATABASE_URL = pooler.urlOf('elsewhere');
    const { code, lines } = await (await spawnShop({ DATA_DIR, DATABASE_URL })).ended;
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/elsewhere can't be reached: (?:it says "no such|there is no such)/),
    ]);
  });
});
