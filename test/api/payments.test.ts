import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addToCart, getCart, setDestination } from '#features/cart/cart.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { settleOrderPayment } from '#features/checkout/checkout.ts';
import { CARDS, confirmCard, payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let ann: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Payer');
  ann = await shop.shopper('Ann Payer');
  admin = await shop.admin();
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const codeOf = async (response: Response) => [response.status, (await response.json()).code];
const place = async (client: Client, name: string, body = {}) =>
  (await client.post('/orders', orderOf(await stock(shop, { name }), 1, body))).json();
const intentRow = async (id: string) =>
  (await shop.database.pool.query('select * from sandbox_intents where id = $1', [id])).rows[0];

describe('paying a pending order by card', () => {
  test('makes it paid, with what the provider says about the payment [3.10, 3.11, 4.30, 7.11]', async () => {
    const order = await place(sam, 'Paid Shirt');
    const transaction = await payIntent(sam, { totalAmount: 140, orderId: order._id });
    const response = await sam.put(`/orders/${order._id}`, {
      transaction,
      amount: 14_000,
      last4: '4242',
    });
    expect(response.status).toBe(200);
    const paid = await response.json();
    expect(paid).toMatchObject({ status: 'Paid', transaction, amount: 14_000, last4: '4242' });
    expect(paid.created).toBe((await intentRow(transaction)).created);
    const again = await sam.put(`/orders/${order._id}`, { transaction });
    expect([again.status, await again.json()]).toEqual([200, paid]);
  });

  test('asks once, however often an intent is asked for', async () => {
    const order = await place(sam, 'One Intent');
    const request = { totalAmount: 140, orderId: order._id };
    const returns = await Promise.all(
      Array.from({ length: 20 }, () => sam.post('/create-payment-intent', request)),
    );
    const secrets = await Promise.all(
      returns.map(async (response) => (await response.json()).clientSecret),
    );
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^pi_/);
  });

  test('needs the amount of the order [7.8]', async () => {
    const order = await place(sam, 'Exact Intent');
    const response = await sam.post('/create-payment-intent', {
      totalAmount: 139.99,
      orderId: order._id,
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      code: 'price_changed',
      quote: { totalAmount: 140 },
    });
  });

  test('stays unpaid after a decline, and is paid by the next card', async () => {
    const order = await place(sam, 'Declined Shirt');
    const { clientSecret } = await (
      await sam.post('/create-payment-intent', { totalAmount: 140, orderId: order._id })
    ).json();
    const declined = await confirmCard(sam, clientSecret, CARDS.declined);
    expect([declined.status, (await declined.json()).detail]).toEqual([
      402,
      'Your card was declined.',
    ]);
    const poor = await confirmCard(sam, clientSecret, CARDS.poor);
    expect((await poor.json()).detail).toBe('Your card has insufficient funds.');
    const asks = await (await confirmCard(sam, clientSecret, CARDS.asks)).json();
    expect(asks.status).toBe('requires_action');
    const early = await sam.put(`/orders/${order._id}`, { transaction: asks.id });
    expect(await codeOf(early)).toEqual([409, 'payment_incomplete']);
    const { id } = await (await confirmCard(sam, clientSecret)).json();
    expect((await sam.put(`/orders/${order._id}`, { transaction: id })).status).toBe(200);
  });

  test('refuses payment details that the provider does not report, without storing them', async () => {
    const order = await place(sam, 'Disputed Shirt');
    const transaction = await payIntent(sam, { totalAmount: 140, orderId: order._id });
    for (const detail of [{ amount: 1 }, { created: 1 }, { last4: '0000' }]) {
      const response = await sam.put(`/orders/${order._id}`, { transaction, ...detail });
      expect(await codeOf(response)).toEqual([409, 'amount_mismatch']);
    }
    expect((await sam.put(`/orders/${order._id}`, { transaction })).status).toBe(200);
  });

  test("refuses another customer's payment, another order's payment and an unknown one", async () => {
    const [mine, other, hers] = [
      await place(sam, 'Mine'),
      await place(sam, 'Other'),
      await place(ann, 'Hers'),
    ];
    const transaction = await payIntent(sam, { totalAmount: 140, orderId: other._id });
    expect(await codeOf(await ann.put(`/orders/${hers._id}`, { transaction }))).toEqual([
      409,
      'transaction_used',
    ]);
    expect(await codeOf(await sam.put(`/orders/${mine._id}`, { transaction }))).toEqual([
      409,
      'transaction_used',
    ]);
    expect(await codeOf(await sam.put(`/orders/${mine._id}`, { transaction: 'pi_none' }))).toEqual([
      409,
      'payment_incomplete',
    ]);
    expect((await sam.put(`/orders/${hers._id}`, { transaction })).status).toBe(404);
    expect((await sam.put(`/orders/${other._id}`, { transaction })).status).toBe(200);
  });

  test("never takes another customer's money, also where it is exact and pays nothing yet", async () => {
    const order = await place(sam, 'Not With Her Money');
    const transaction = await payIntent(ann, { totalAmount: 140 });
    const paid = await sam.put(`/orders/${order._id}`, { transaction });
    expect(await codeOf(paid)).toEqual([409, 'transaction_used']);
    const other = orderOf(await stock(shop, { name: 'Nor This' }));
    const placed = await sam.post('/orders', { ...other, transaction });
    expect(await codeOf(placed)).toEqual([409, 'transaction_used']);
    // It is still hers, and pays what she wants.
    expect((await intentRow(transaction)).refunded_minor).toBe('0');
    const hers = await (await ann.post('/orders', { ...other, transaction })).json();
    expect(hers).toMatchObject({ status: 'Paid', transaction });
  });

  test('gives a second payment of a paid order back', async () => {
    const order = await place(sam, 'Twice Shirt');
    const first = await payIntent(sam, { totalAmount: 140, orderId: order._id });
    await sam.put(`/orders/${order._id}`, { transaction: first });
    const refused = await sam.post('/create-payment-intent', {
      totalAmount: 140,
      orderId: order._id,
    });
    expect(await codeOf(refused)).toEqual([409, 'already_paid']);
    const second = await payIntent(sam, { totalAmount: 140 });
    expect(second).not.toBe(first);
    expect(await codeOf(await sam.put(`/orders/${order._id}`, { transaction: second }))).toEqual([
      409,
      'already_paid',
    ]);
    expect((await intentRow(second)).refunded_minor).toBe('14000');
    expect((await intentRow(first)).refunded_minor).toBe('0');
  });

  test('settles the money first when an order is deleted after it was taken', async () => {
    const order = await place(sam, 'Raced Shirt');
    const transaction = await payIntent(sam, { totalAmount: 140, orderId: order._id });
    expect(await codeOf(await sam.delete(`/orders/${order._id}`))).toEqual([409, 'already_paid']);
    expect(await (await sam.get(`/orders/${order._id}`)).json()).toMatchObject({
      status: 'Paid',
      transaction,
    });
    const mine = await (await sam.get(`/orders?email=${sam.email}`)).json();
    expect(mine.map((item: { _id: string }) => item._id)).toContain(order._id);
  });

  test('is found by the order alone when the response of the provider was lost', async () => {
    const { ctx } = shop.context;
    const order = await place(sam, 'Lost Response');
    const find = (client: Client) =>
      settleOrderPayment(ctx, actorOf(client), order._id, null).then(
        ({ status }) => status,
        ({ code }) => code,
      );
    expect(await find(sam)).toBe('payment_incomplete');
    const request = { totalAmount: 140, orderId: order._id };
    const { clientSecret } = await (await sam.post('/create-payment-intent', request)).json();
    expect(await find(sam)).toBe('payment_incomplete');
    await confirmCard(sam, clientSecret);
    expect(await find(ann)).toBe('not_found');
    expect([await find(sam), await find(sam)]).toEqual(['paid', 'paid']);
  });

  test('is found by who begins to pay again, and asks for no second one', async () => {
    const order = await place(sam, 'Paid Unheard');
    const request = { totalAmount: 140, orderId: order._id };
    await payIntent(sam, request);
    expect(await codeOf(await sam.post('/create-payment-intent', request))).toEqual([
      409,
      'already_paid',
    ]);
    expect(await (await sam.get(`/orders/${order._id}`)).json()).toMatchObject({ status: 'Paid' });
  });

  test('takes no more money for an order that was deleted', async () => {
    const order = await place(sam, 'Closed Shirt');
    const { clientSecret } = await (
      await sam.post('/create-payment-intent', { totalAmount: 140, orderId: order._id })
    ).json();
    await sam.delete(`/orders/${order._id}`);
    expect((await confirmCard(sam, clientSecret)).status).toBe(402);
  });
});

describe('a client that pays before it orders', () => {
  test('from its stored cart gets an order with the intent, and confirms it with POST /orders [4.29, 7.8, 7.9]', async () => {
    const shirt = await stock(shop, { name: 'Cart Paid', inventory: 3 });
    const eve = await shop.shopper('Eve Cart');
    const actor = actorOf(eve);
    await addToCart(shop.context.ctx, actor, {
      variantId: shirt.variants[0]?.id ?? '',
      quantity: 2,
    });
    const early = await eve.post('/create-payment-intent', { totalAmount: 160 });
    expect(await codeOf(early)).toEqual([422, 'invalid_request']);
    await setDestination(shop.context.ctx, actor, { city: 'Dhaka', zip: '0123' });
    const wrong = await eve.post('/create-payment-intent', { totalAmount: 40 });
    expect(await codeOf(wrong)).toEqual([409, 'price_changed']);

    const intent = await (await eve.post('/create-payment-intent', { totalAmount: 160 })).json();
    const again = await (await eve.post('/create-payment-intent', { totalAmount: 160 })).json();
    expect(again).toEqual(intent);
    expect((await getCart(shop.context.ctx, actor)).count).toBe(0);
    const { id: transaction } = await (await confirmCard(eve, intent.clientSecret)).json();
    const response = await eve.post('/orders', {
      ...orderOf(shirt, 2),
      transaction,
      last4: '4242',
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      _id: intent.orderId,
      status: 'Paid',
      zip: '0123',
    });
    const repeated = await eve.post('/orders', { ...orderOf(shirt, 2), transaction });
    expect(await repeated.json()).toMatchObject({ _id: intent.orderId, status: 'Paid' });
  });

  test('with a cart of its own gets a paid order for exactly what was captured [7.9]', async () => {
    const shirt = await stock(shop, { name: 'Own Cart', inventory: 3 });
    const transaction = await payIntent(sam, { totalAmount: 140 });
    const response = await sam.post('/orders', { ...orderOf(shirt), transaction, amount: 14_000 });
    expect(response.status).toBe(201);
    const order = await response.json();
    expect(order).toMatchObject({ status: 'Paid', transaction });
    const repeated = await (await sam.post('/orders', { ...orderOf(shirt), transaction })).json();
    expect(repeated._id).toBe(order._id);
  });

  test('gets no order for money that went back already, and no stock is held for one', async () => {
    const shirt = await stock(shop, { name: 'Came Too Late', inventory: 3 });
    const transaction = await payIntent(ann, { totalAmount: 140 });
    const twoForOne = await ann.post('/orders', { ...orderOf(shirt, 2), transaction });
    expect(await codeOf(twoForOne)).toEqual([409, 'amount_mismatch']);
    const again = await ann.post('/orders', { ...orderOf(shirt), transaction });
    expect(await codeOf(again)).toEqual([409, 'transaction_used']);
    const mine = await (await ann.get(`/orders?email=${encodeURIComponent(ann.email)}`)).json();
    expect(mine.map(({ cart }: { cart: { name: string }[] }) => cart[0]?.name)).not.toContain(
      'Came Too Late',
    );
    expect((await getProduct(shop.context.ctx, shirt.id)).variants[0]?.available).toBe(3);
  });

  test('can pay an order whose own payment was begun and given up', async () => {
    const transaction = await payIntent(ann, { totalAmount: 140 });
    const order = await place(ann, 'Paid From Elsewhere');
    const begun = await (
      await ann.post('/create-payment-intent', { totalAmount: 140, orderId: order._id })
    ).json();
    const response = await ann.put(`/orders/${order._id}`, { transaction });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'Paid', transaction });
    expect((await confirmCard(ann, begun.clientSecret)).status).toBe(402);
  });

  test('gets it back when the payment of the order itself came first', async () => {
    const transaction = await payIntent(ann, { totalAmount: 140 });
    const order = await place(ann, 'Paid Already');
    const first = await payIntent(ann, { totalAmount: 140, orderId: order._id });
    expect(await codeOf(await ann.put(`/orders/${order._id}`, { transaction }))).toEqual([
      409,
      'already_paid',
    ]);
    expect((await intentRow(transaction)).refunded_minor).toBe('14000');
    expect((await intentRow(first)).refunded_minor).toBe('0');
    expect(await (await ann.get(`/orders/${order._id}`)).json()).toMatchObject({
      status: 'Paid',
      transaction: first,
    });
  });

  test('pays an equal order whose own payment was begun meanwhile', async () => {
    const shirt = await stock(shop, { name: 'Equal Shirt' });
    const transaction = await payIntent(sam, { totalAmount: 140 });
    const waiting = await (await sam.post('/orders', orderOf(shirt))).json();
    const begun = { totalAmount: 140, orderId: waiting._id };
    expect((await sam.post('/create-payment-intent', begun)).status).toBe(200);
    const paid = await sam.post('/orders', orderOf(shirt, 1, { transaction }));
    expect(await paid.json()).toMatchObject({ _id: waiting._id, status: 'Paid', transaction });
  });

  test('can not stop the payment of an order with money that went back already', async () => {
    const lost = await payIntent(ann, { totalAmount: 140 });
    const none = { cart: [{ _id: 'prd_none', quantity: 1 }], city: 'Dhaka', transaction: lost };
    expect((await ann.post('/orders', none)).status).toBe(409);
    expect((await intentRow(lost)).refunded_minor).toBe('14000');
    const order = await place(ann, 'Not Stopped');
    const request = { totalAmount: 140, orderId: order._id };
    const begun = await (await ann.post('/create-payment-intent', request)).json();
    const response = await ann.put(`/orders/${order._id}`, { transaction: lost });
    expect(await codeOf(response)).toEqual([409, 'transaction_used']);
    expect((await confirmCard(ann, begun.clientSecret)).status).toBe(200);
    const { id: transaction } = { id: begun.clientSecret.split('_secret')[0] };
    expect((await ann.put(`/orders/${order._id}`, { transaction })).status).toBe(200);
  });

  test('gets it back for more units of one thing than an order holds', async () => {
    const shirt = await stock(shop, { name: 'Too Many', inventory: 500 });
    const transaction = await payIntent(ann, { totalAmount: 2_520 });
    const line = { _id: shirt.id, quantity: 60, price: 20 };
    const body = { cart: [line, line], city: 'Dhaka', transaction };
    expect(await codeOf(await ann.post('/orders', body))).toEqual([422, 'invalid_request']);
    expect((await intentRow(transaction)).refunded_minor).toBe('252000');
  });

  test.each([
    ['another amount', { quantity: 2 }, 'amount_mismatch'],
    ['sold-out goods', { inventory: 0 }, 'out_of_stock'],
    ['a wrong price', { price: 19 }, 'price_changed'],
  ])('gets the capture back and no order for %s', async (name, change, code) => {
    const { quantity = 1, inventory = 5, price = 20 } = change as Record<string, number>;
    const shirt = await stock(shop, { name: `Refund ${name}`, inventory });
    const transaction = await payIntent(ann, { totalAmount: 140 });
    const body = { cart: [{ _id: shirt.id, quantity, price }], city: 'Dhaka', transaction };
    expect(await codeOf(await ann.post('/orders', body))).toEqual([409, code]);
    expect((await intentRow(transaction)).refunded_minor).toBe('14000');
    const { rows } = await shop.database.pool.query(
      'select count(*) from order_lines where product_id = $1',
      [shirt.id],
    );
    expect(rows[0].count).toBe('0');
    expect(
      await codeOf(await ann.post('/orders', { ...body, cart: [{ _id: shirt.id, quantity: 1 }] })),
    ).toContain(409);
  });

  test('keeps its paid order when the product leaves the shop meanwhile', async () => {
    const shirt = await stock(shop, { name: 'Gone Meanwhile', inventory: 3 });
    const pat = await shop.shopper('Pat Meanwhile');
    const actor = actorOf(pat);
    await addToCart(shop.context.ctx, actor, {
      variantId: shirt.variants[0]?.id ?? '',
      quantity: 1,
    });
    await setDestination(shop.context.ctx, actor, { city: 'Dhaka', zip: '1' });
    const intent = await (await pat.post('/create-payment-intent', { totalAmount: 140 })).json();
    const { id: transaction } = await (await confirmCard(pat, intent.clientSecret)).json();
    expect((await admin.delete(`/products/${shirt.id}`)).status).toBe(200);
    const response = await pat.post('/orders', { ...orderOf(shirt), transaction });
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ _id: intent.orderId, status: 'Paid' });
    const other = await pat.post('/orders', orderOf(shirt, 2));
    expect(await codeOf(other)).toEqual([409, 'product_unavailable']);
  });

  test("can't use a transaction for two orders", async () => {
    const [one, two] = [
      await stock(shop, { name: 'First Use' }),
      await stock(shop, { name: 'Second Use' }),
    ];
    const transaction = await payIntent(ann, { totalAmount: 140 });
    expect((await ann.post('/orders', { ...orderOf(one), transaction })).status).toBe(201);
    expect(await codeOf(await ann.post('/orders', { ...orderOf(two), transaction }))).toEqual([
      409,
      'transaction_used',
    ]);
  });
});

test('a paid order leaves the list of whoever deletes it and stays on record [4.31]', async () => {
  const order = await place(sam, 'Kept Shirt');
  const transaction = await payIntent(sam, { totalAmount: 140, orderId: order._id });
  await sam.put(`/orders/${order._id}`, { transaction });
  expect(await (await sam.delete(`/orders/${order._id}`)).json()).toEqual({ deletedCount: 1 });
  expect(await (await sam.delete(`/orders/${order._id}`)).json()).toEqual({ deletedCount: 0 });
  const listed = async () =>
    (await (await admin.get('/orders')).json()).map((item: { _id: string }) => item._id);
  expect(await listed()).toContain(order._id);
  expect(await (await admin.delete(`/orders/${order._id}`)).json()).toEqual({ deletedCount: 1 });
  expect(await listed()).not.toContain(order._id);
  expect(await (await admin.get(`/orders/${order._id}`)).json()).toMatchObject({ status: 'Paid' });
});
