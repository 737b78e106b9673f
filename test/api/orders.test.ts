import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getProduct } from '#features/catalog/catalog.ts';
import { removeProduct } from '#features/product-management/product-management.ts';
import { orderOf, stock } from '../support/goods.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  type TestShop,
  verifyEmailOf,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let now = Date.parse('2026-11-21T10:00:00Z');
let sam: Client;
let ann: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  sam = await shop.shopper('Sam Customer');
  await verifyEmailOf(shop, sam);
  ann = await shop.shopper('Ann Other');
  admin = await shop.admin();
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const onHand = async (id: string) =>
  (await getProduct(shop.context.ctx, id)).variants.map(({ available }) => available);
const codeOf = async (response: Response) => [response.status, (await response.json()).code];

describe('placing an order', () => {
  test('takes the stock and returns the pending order [3.8, 3.9, 7.10]', async () => {
    const shirt = await stock(shop, { name: 'Shirt', priceMinor: 2_990, inventory: 5 });
    const response = await sam.post('/orders', orderOf(shirt, 2));
    expect(response.status).toBe(201);
    const order = await response.json();
    expect(order).toMatchObject({
      status: 'Pending',
      grandTotalAmount: 59.8,
      shippingCost: 120,
      totalAmount: 179.8,
      email: sam.email,
      city: 'Dhaka',
      paymentDueAt: '2026-11-28T10:00:00.000Z',
    });
    expect(order.insertedId).toBe(order._id);
    expect(order.cart).toMatchObject([
      { _id: shirt.id, price: 29.9, quantity: 2, totalAmount: 59.8 },
    ]);
    expect(order).not.toHaveProperty('transaction');
    expect(await onHand(shirt.id)).toEqual([3]);
  });

  test('takes both readings of the two totals and ships to Chittagong for 60 [3.7]', async () => {
    const shirt = await stock(shop, { name: 'Two Readings' });
    const cart = [{ _id: shirt.id, quantity: 1, price: 20 }];
    const city = 'North CHITTAGONG';
    const one = await sam.post('/orders', {
      cart,
      city,
      shippingCost: 60,
      grandTotalAmount: 20,
      totalAmount: 80,
    });
    const other = await ann.post('/orders', {
      cart,
      city,
      shippingCost: 60,
      grandTotalAmount: 80,
      totalAmount: 20,
    });
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(await other.json()).toMatchObject({
      grandTotalAmount: 20,
      shippingCost: 60,
      totalAmount: 80,
    });
  });

  test.each([
    ['the unit price', { cart: [{ price: 19.99 }] }],
    ['the line amount', { cart: [{ totalAmount: 20.01 }] }],
    ['the sub total', { grandTotalAmount: 19.99 }],
    ['the shipping', { shippingCost: 60 }],
    ['the total', { totalAmount: 140.01 }],
    ['both totals being the same', { grandTotalAmount: 140, totalAmount: 140 }],
    ['shipping for another city', { city: 'Chittagong' }],
  ])('refuses %s when it is off, with the right quote [7.10]', async (_, change) => {
    const shirt = await stock(shop, { name: 'Exact Shirt' });
    const right = orderOf(shirt);
    const [line] = right.cart as object[];
    const [changedLine] = ('cart' in change ? change.cart : []) as object[];
    const response = await sam.post('/orders', {
      ...right,
      ...change,
      cart: [{ ...line, ...changedLine }],
    });
    expect(response.status).toBe(409);
    const body = await response.json();
    expect(body.code).toBe('price_changed');
    expect(body.quote.grandTotalAmount).toBe(20);
    expect(body.quote.totalAmount).toBe(20 + body.quote.shippingCost);
    expect(await onHand(shirt.id)).toEqual([10]);
  });

  test.each([
    ['a quantity of 0', { quantity: 0 }],
    ['a quantity of -1', { quantity: -1 }],
    ['a quantity of 1.5', { quantity: 1.5 }],
    ['a quantity of 100', { quantity: 100 }],
    ['a quantity of 1e9', { quantity: 1e9 }],
    ['a quantity in words', { quantity: 'NaN' }],
    ['no quantity', { quantity: undefined }],
    ['no product', { _id: undefined }],
  ])('refuses %s', async (_, change) => {
    const shirt = await stock(shop, { name: 'Counted Shirt' });
    const response = await sam.post('/orders', {
      cart: [{ _id: shirt.id, quantity: 1, ...change }],
      city: 'Dhaka',
    });
    expect(await codeOf(response)).toEqual([422, 'invalid_request']);
    expect(await onHand(shirt.id)).toEqual([10]);
  });

  test('refuses an empty cart, more than fifty lines, and no city', async () => {
    const shirt = await stock(shop, { name: 'Many Shirt' });
    const line = { _id: shirt.id, quantity: 1 };
    for (const body of [
      { cart: [], city: 'Dhaka' },
      { cart: Array(51).fill(line), city: 'Dhaka' },
      { cart: [line], city: '  ' },
      { cart: [line] },
    ]) {
      expect(await codeOf(await sam.post('/orders', body))).toEqual([422, 'invalid_request']);
    }
  });

  test('adds up lines of one SKU before it looks at the stock', async () => {
    const shirt = await stock(shop, { name: 'Summed Shirt', inventory: 3 });
    const line = { _id: shirt.id, quantity: 2 };
    const refused = await sam.post('/orders', { cart: [line, line], city: 'Dhaka' });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'out_of_stock',
      short: [{ _id: shirt.id, wanted: 4, left: 3 }],
    });
    const taken = await sam.post('/orders', {
      cart: [line, { ...line, quantity: 1 }],
      city: 'Dhaka',
    });
    expect((await taken.json()).cart).toMatchObject([{ quantity: 3, totalAmount: 60 }]);
    expect(await onHand(shirt.id)).toEqual([0]);
  });

  test('asks for the SKU where a product has several variants, and takes the one that is named', async () => {
    const tee = await stock(shop, {
      name: 'Tee',
      variants: [
        { sku: 'TEE-S', size: 'S', inventory: 2 },
        { sku: 'TEE-L', size: 'L', inventory: 2, priceMinor: 2_500 },
      ],
    });
    const order = (line: object) => ({
      cart: [{ _id: tee.id, quantity: 1, ...line }],
      city: 'Dhaka',
    });
    expect(await codeOf(await sam.post('/orders', order({})))).toEqual([422, 'variant_required']);
    expect(await codeOf(await sam.post('/orders', order({ sku: 'TEE-X' })))).toEqual([
      422,
      'variant_required',
    ]);
    const taken = await sam.post('/orders', order({ sku: 'TEE-L', price: 25 }));
    expect((await taken.json()).cart).toMatchObject([{ sku: 'TEE-L', size: 'L', price: 25 }]);
    expect(await onHand(tee.id)).toEqual([2, 1]);
  });

  test('refuses a product that left the shop or never was in it', async () => {
    const gone = await stock(shop, { name: 'Gone Shirt' });
    await removeProduct(shop.context.ctx, actorOf(admin, 'admin'), gone.id);
    expect(await codeOf(await sam.post('/orders', orderOf(gone)))).toEqual([
      409,
      'product_unavailable',
    ]);
    const never = { cart: [{ _id: 'prd_nothing', quantity: 1 }], city: 'Dhaka' };
    expect(await codeOf(await sam.post('/orders', never))).toEqual([409, 'product_unavailable']);
  });

  test('is for your own account alone, and stores the name and email of the account', async () => {
    const shirt = await stock(shop, { name: 'Own Shirt' });
    const foreign = await sam.post('/orders', orderOf(shirt, 1, { email: ann.email }));
    expect(await codeOf(foreign)).toEqual([403, 'forbidden']);
    const own = await sam.post(
      '/orders',
      orderOf(shirt, 1, {
        email: sam.email.toUpperCase(),
        name: 'Someone Else',
        status: 'Paid',
        _id: 'ord_mine',
        userId: ann.id,
      }),
    );
    expect(await own.json()).toMatchObject({
      email: sam.email,
      name: 'Sam Customer',
      status: 'Pending',
    });
  });
});

describe('repeating a submission', () => {
  test('returns the same order within ten minutes, another one after them', async () => {
    const shirt = await stock(shop, { name: 'Repeated Shirt' });
    const first = await (await sam.post('/orders', orderOf(shirt))).json();
    now += 9 * 60_000;
    expect((await (await sam.post('/orders', orderOf(shirt))).json())._id).toBe(first._id);
    now += 2 * 60_000;
    expect((await (await sam.post('/orders', orderOf(shirt))).json())._id).not.toBe(first._id);
    expect(await onHand(shirt.id)).toEqual([8]);
  });

  test('still has to name the right amounts', async () => {
    const shirt = await stock(shop, { name: 'Amounts Shirt' });
    const key = { 'idempotency-key': 'amounts' };
    await sam.post('/orders', orderOf(shirt));
    await ann.post('/orders', orderOf(shirt), key);
    const wrong = orderOf(shirt, 1, { totalAmount: 1 });
    expect(await codeOf(await sam.post('/orders', wrong))).toEqual([409, 'price_changed']);
    expect(await codeOf(await ann.post('/orders', wrong, key))).toEqual([409, 'price_changed']);
    expect(await onHand(shirt.id)).toEqual([8]);
  });

  test('under an Idempotency-Key is the same order, and another submission under it is refused', async () => {
    const shirt = await stock(shop, { name: 'Keyed Shirt' });
    const key = { 'idempotency-key': 'key-1' };
    const first = await (await sam.post('/orders', orderOf(shirt), key)).json();
    now += 60 * 60_000;
    expect((await (await sam.post('/orders', orderOf(shirt), key)).json())._id).toBe(first._id);
    expect(await codeOf(await sam.post('/orders', orderOf(shirt, 2), key))).toEqual([
      422,
      'invalid_request',
    ]);
    const others = await (await ann.post('/orders', orderOf(shirt), key)).json();
    expect(others._id).not.toBe(first._id);
  });
});

describe('reading orders', () => {
  test('shows an owner their own, an admin all, and everyone else nothing [6.5, 7.12, 7.13, 7.14]', async () => {
    const shirt = await stock(shop, { name: 'Read Shirt' });
    const order = await (await sam.post('/orders', orderOf(shirt))).json();
    const mine = await (await sam.get(`/orders?email=${encodeURIComponent(sam.email)}`)).json();
    expect(mine[0]).toMatchObject({ _id: order._id, number: order.number });
    expect(mine.every((item: { email: string }) => item.email === sam.email)).toBe(true);
    const theirs = await (await admin.get(`/orders?email=${encodeURIComponent(sam.email)}`)).json();
    expect(theirs.map((item: { _id: string }) => item._id)).toContain(order._id);
    const all = await (await admin.get('/orders')).json();
    expect(new Set(all.map((item: { email: string }) => item.email)).size).toBeGreaterThan(1);
    for (const path of [
      `/orders?email=${encodeURIComponent(ann.email)}`,
      '/orders?email=nobody@example.com',
      '/orders',
    ]) {
      expect(await codeOf(await sam.get(path))).toEqual([403, 'forbidden']);
    }
    expect((await admin.get(`/orders/${order._id}`)).status).toBe(200);
    expect((await ann.get(`/orders/${order._id}`)).status).toBe(404);
  });

  test('pages through all orders without gaps or repeats', async () => {
    const seen: string[] = [];
    let path: string | undefined = '/orders?limit=3';
    while (path) {
      const response: Response = await admin.get(path);
      seen.push(...(await response.json()).map((item: { _id: string }) => item._id));
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    const { rows } = await shop.database.pool.query(
      'select id from orders where archived_at is null order by created_at desc, id desc',
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect(await codeOf(await admin.get('/orders?after=nonsense'))).toEqual([
      422,
      'invalid_request',
    ]);
  });
});

describe('deleting an order', () => {
  test('cancels an unpaid one and gives its stock back, once [4.31, 7.15]', async () => {
    const shirt = await stock(shop, { name: 'Cancelled Shirt', inventory: 4 });
    const { _id } = await (await sam.post('/orders', orderOf(shirt, 4))).json();
    expect(await onHand(shirt.id)).toEqual([0]);
    expect(await (await sam.delete(`/orders/${_id}`)).json()).toEqual({ deletedCount: 1 });
    expect(await (await sam.delete(`/orders/${_id}`)).json()).toEqual({ deletedCount: 0 });
    expect(await onHand(shirt.id)).toEqual([4]);
    expect((await sam.get(`/orders/${_id}`)).status).toBe(404);
    expect(await (await admin.get(`/orders/${_id}`)).json()).toMatchObject({ status: 'Cancelled' });
    const { rows } = await shop.database.pool.query(
      'select event, to_status from order_events where order_id = $1 order by id',
      [_id],
    );
    expect(rows).toEqual([
      { event: 'place', to_status: 'pending' },
      { event: 'cancel', to_status: 'cancelled' },
    ]);
  });

  test('is for the owner and admins; to anyone else the order does not exist [6.6, 7.15]', async () => {
    const shirt = await stock(shop, { name: 'Guarded Shirt' });
    const { _id } = await (await sam.post('/orders', orderOf(shirt))).json();
    const foreign = await ann.delete(`/orders/${_id}`);
    const missing = await ann.delete('/orders/ord_missing');
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const without = ({ requestId, ...rest }: Record<string, unknown>) => rest;
    expect(without(await foreign.json())).toEqual(without(await missing.json()));
    expect(await (await admin.delete(`/orders/${_id}`)).json()).toEqual({ deletedCount: 1 });
  });
});
