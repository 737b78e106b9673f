import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { submitContactMessage } from '#features/contact/contact.ts';
import { expireOverdueOrders, reconcilePayments } from '#features/orders/orders.ts';
import { carryOutOpenRefunds } from '#features/payments/payments.ts';
import { expectSoundBooks } from '../support/audit.ts';
import { confirmCard, payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

const DAY = 86_400_000;
let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  sam = await shop.shopper('Sam Sleepy');
});
afterEach(() => expectSoundBooks(shop));
afterAll(() => shop.close());

const place = async (name: string) => {
  const product = await stock(shop, { name, inventory: 3 });
  const order = await (await sam.post('/orders', orderOf(product, 3))).json();
  return { product, order };
};
const statusOf = async (id: string) => (await (await sam.get(`/orders/${id}`)).json()).status;

test('an unpaid order keeps its stock for seven days and then gives it back, once', async () => {
  const { product, order } = await place('Forgotten Shirt');
  now += 7 * DAY - 1;
  await expireOverdueOrders(shop.context.ctx);
  expect(await statusOf(order._id)).toBe('Pending');
  now += 2;
  await Promise.all(Array.from({ length: 5 }, () => expireOverdueOrders(shop.context.ctx)));
  expect(await statusOf(order._id)).toBe('Cancelled');
  const { inventory } = await (await sam.get(`/products/${product.id}`)).json();
  expect(inventory).toBe(3);
  const late = await sam.post('/create-payment-intent', { totalAmount: 180, orderId: order._id });
  expect((await late.json()).code).toBe('order_closed');
});

test('an order that was paid at the last moment is settled instead of expired', async () => {
  const { order } = await place('Last Minute Shirt');
  await payIntent(sam, { totalAmount: 180, orderId: order._id });
  now += 8 * DAY;
  await expireOverdueOrders(shop.context.ctx);
  expect(await statusOf(order._id)).toBe('Paid');
});

test('the card of an expired order is no longer charged', async () => {
  const { order } = await place('Too Late Shirt');
  const intent = await (
    await sam.post('/create-payment-intent', { totalAmount: 180, orderId: order._id })
  ).json();
  now += 8 * DAY;
  await expireOverdueOrders(shop.context.ctx);
  expect((await confirmCard(sam, intent.clientSecret)).status).toBe(402);
  expect(await statusOf(order._id)).toBe('Cancelled');
});

test('a payment whose page went away is settled after two minutes', async () => {
  const { ctx } = shop.context;
  const { order } = await place('Closed Tab Shirt');
  const transaction = await payIntent(sam, { totalAmount: 180, orderId: order._id });
  await reconcilePayments(ctx);
  expect(await statusOf(order._id)).toBe('Pending');
  now += 3 * 60_000;
  await Promise.all([reconcilePayments(ctx), reconcilePayments(ctx)]);
  expect(await (await sam.get(`/orders/${order._id}`)).json()).toMatchObject({
    status: 'Paid',
    transaction,
  });
  expect(await reconcilePayments(ctx)).toBe(0);
});

test('a payment that no order comes for goes back after an hour', async () => {
  const { ctx } = shop.context;
  const transaction = await payIntent(sam, { totalAmount: 77 });
  const refunded = async () =>
    (
      await shop.database.pool.query('select refunded_minor from sandbox_intents where id = $1', [
        transaction,
      ])
    ).rows[0].refunded_minor;
  now += 30 * 60_000;
  await reconcilePayments(ctx);
  expect(await refunded()).toBe('0');
  now += 31 * 60_000;
  await Promise.all([reconcilePayments(ctx), reconcilePayments(ctx)]);
  expect(await refunded()).toBe('7700');
});

test('a refund that the provider could not take is carried out later, once', async () => {
  const { ctx } = shop.context;
  const { order } = await place('Refunded Shirt');
  const first = await payIntent(sam, { totalAmount: 180, orderId: order._id });
  await sam.put(`/orders/${order._id}`, { transaction: first });
  const second = await payIntent(sam, { totalAmount: 180 });
  const { payments } = ctx;
  ctx.payments = payments && { ...payments, refund: () => Promise.reject(new Error('away')) };
  const refused = await sam.put(`/orders/${order._id}`, { transaction: second });
  expect((await refused.json()).code).toBe('already_paid');
  ctx.payments = payments;
  const refunded = async () =>
    (
      await shop.database.pool.query('select refunded_minor from sandbox_intents where id = $1', [
        second,
      ])
    ).rows[0].refunded_minor;
  expect(await refunded()).toBe('0');
  await Promise.all([carryOutOpenRefunds(ctx), carryOutOpenRefunds(ctx)]);
  expect(await refunded()).toBe('18000');
  expect(await carryOutOpenRefunds(ctx)).toBe(0);
});

test('a message from the contact form is stored with the order to send it', async () => {
  const message = {
    user_name: 'Ann',
    user_email: 'ann@example.com',
    message: 'Do you ship to Sylhet?',
  };
  await submitContactMessage(shop.context.ctx, message);
  await submitContactMessage(shop.context.ctx, { ...message, message: '' });
  const { rows } = await shop.database.pool.query(`
    select m.name, m.email, m.message, o.kind from contact_messages m
    join outbox o on o.payload->>'contactMessageId' = m.id`);
  expect(rows).toEqual([
    { name: 'Ann', email: 'ann@example.com', message: message.message, kind: 'contact.message' },
  ]);
});
