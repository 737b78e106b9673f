import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addToCart, setDestination } from '#features/cart/cart.ts';
import { placeOrderFromCart, reopenOrder, startCardPayment } from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { listCapturedEmails } from '#features/emails/emails.ts';
import { shop as shopConfig } from '#shop-config';
import { CARDS, confirmCard, payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const MINUTE = 60_000;
const WAIT = shopConfig.emails.cardWaitMinutes * MINUTE;
let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let ctx: Ctx;
let admin: Client;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  ctx = shop.context.ctx;
  admin = await shop.admin();
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

/** A new customer with a cart that is ready for the checkout, and who has read all email. */
async function shopperAtCheckout() {
  count += 1;
  const client = await shop.shopper(`Pay Now ${count}`);
  const actor = actorOf(client);
  const product = await stock(shop, { name: `Shirt ${count}` });
  await addToCart(ctx, actor, { variantId: product.variants[0]?.id ?? '', quantity: 1 });
  const cart = await setDestination(ctx, actor, { city: 'Sylhet', zip: '3100' });
  const input = { cartId: cart.id ?? '', expectedTotalMinor: cart.totalMinor ?? 0 };
  await subjects(client);
  return { client, actor, product, input, total: (cart.totalMinor ?? 0) / 100 };
}

/** Subjects of the emails to a customer and to the shop since the last look. */
async function subjects(client: Client) {
  await deliverDue(ctx);
  const page = await listCapturedEmails(ctx, actorOf(admin, 'admin'), { limit: 100, after: null });
  await shop.database.pool.query('delete from mailbox_mails');
  const to = (address: string) =>
    (page?.items ?? []).filter((mail) => mail.to === address).map(({ subject }) => subject);
  return { customer: to(client.email), staff: to(ctx.shop.contact.email) };
}

const NONE = { customer: [], staff: [] };

test('paying at once by the page: one email to the customer, one to the shop', async () => {
  const { client, actor, input } = await shopperAtCheckout();
  const { id, number } = await placeOrderFromCart(ctx, actor, { ...input, byCard: true });
  const { clientSecret } = await startCardPayment(ctx, actor, id);
  expect(await subjects(client)).toEqual(NONE);
  const { id: transaction } = await (await confirmCard(client, clientSecret)).json();
  expect(await subjects(client)).toEqual(NONE);
  expect((await client.put(`/orders/${id}`, { transaction })).status).toBe(200);
  expect(await subjects(client)).toEqual({
    customer: [`Your order ${number} is placed and paid`],
    staff: [`New order ${number}: $140.00, paid`],
  });
  now += WAIT;
  expect(await subjects(client)).toEqual(NONE);
});

test('and by the calls, with the stored cart or with lines of its own', async () => {
  const stored = await shopperAtCheckout();
  const transaction = await payIntent(stored.client, { totalAmount: stored.total });
  expect(await subjects(stored.client)).toEqual(NONE);
  const submission = { ...orderOf(stored.product), city: 'Sylhet', transaction };
  expect((await stored.client.post('/orders', submission)).status).toBe(201);
  expect((await subjects(stored.client)).customer).toEqual([
    expect.stringMatching(/^Your order \S+ is placed and paid$/),
  ]);

  const own = await shop.shopper('Own Lines');
  await subjects(own);
  const paid = await payIntent(own, { totalAmount: stored.total });
  const lines = { ...orderOf(stored.product), transaction: paid };
  expect((await own.post('/orders', lines)).status).toBe(201);
  expect((await subjects(own)).customer).toEqual([
    expect.stringMatching(/^Your order \S+ is placed and paid$/),
  ]);
});

test('an order whose card is never charged is told of after a while', async () => {
  const { client, actor, input } = await shopperAtCheckout();
  const { id, number } = await placeOrderFromCart(ctx, actor, { ...input, byCard: true });
  const { clientSecret } = await startCardPayment(ctx, actor, id);
  expect((await confirmCard(client, clientSecret, CARDS.declined)).status).toBe(402);
  now += WAIT - 1;
  expect(await subjects(client)).toEqual(NONE);
  now += 1;
  expect(await subjects(client)).toEqual({
    customer: [`Your order ${number}`],
    staff: [`New order ${number}: $140.00, not paid yet`],
  });
});

test('Pay Later is told of at once, also after a card was declined; paying it has its own receipt', async () => {
  const { client, actor, input } = await shopperAtCheckout();
  const { number } = await placeOrderFromCart(ctx, actor, { ...input, byCard: true });
  expect(await subjects(client)).toEqual(NONE);
  const order = await placeOrderFromCart(ctx, actor, input);
  expect((await subjects(client)).customer).toEqual([`Your order ${number}`]);
  const totalAmount = order.totalMinor / 100;
  const transaction = await payIntent(client, { totalAmount, orderId: order.id });
  expect((await client.put(`/orders/${order.id}`, { transaction })).status).toBe(200);
  expect((await subjects(client)).customer).toEqual([`Receipt for your order ${number}`]);
});

test('an email that is on its way when the payment comes stays, and the receipt goes too', async () => {
  const { client, actor, input } = await shopperAtCheckout();
  const { id, number } = await placeOrderFromCart(ctx, actor, { ...input, byCard: true });
  // As a claim leaves it.
  await shop.database.pool.query(
    "update outbox set attempts = 1, send_after = $1 where kind = 'order.placed' and sent_at is null",
    [new Date(now + MINUTE)],
  );
  const transaction = await payIntent(client, { totalAmount: 140, orderId: id });
  await client.put(`/orders/${id}`, { transaction });
  now += MINUTE;
  expect((await subjects(client)).customer.sort()).toEqual([
    `Receipt for your order ${number}`,
    `Your order ${number}`,
  ]);
});

test('an order that goes back to the cart before it was told of is told of as cancelled alone', async () => {
  const { client, actor, input } = await shopperAtCheckout();
  const { id, number } = await placeOrderFromCart(ctx, actor, { ...input, byCard: true });
  await reopenOrder(ctx, actor, id);
  now += WAIT;
  expect(await subjects(client)).toEqual({
    customer: [`Your order ${number} is cancelled`],
    staff: [],
  });
});
