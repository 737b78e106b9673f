import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { workOffProviderEvents } from '#features/orders/orders.ts';
import { createApp } from '#server/app.ts';
import { expectSoundBooks } from '../support/audit.ts';
import { CARDS } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.ts';

const webhookSecret = 'whsec_of_these_tests';
const stripe = new Stripe('sk_test_x');
let standIn: StripeStandIn;
let shop: TestShop;
let sam: Client;

beforeAll(async () => {
  standIn = await startStripeStandIn();
  shop = await openTestShop({
    stripe: {
      secretKey: standIn.secretKey,
      publishableKey: 'pk_test_1',
      webhookSecret,
      apiUrl: standIn.url,
    },
  });
  sam = await shop.shopper('Sam Striped');
});
afterEach(() => expectSoundBooks(shop));
afterAll(async () => {
  await shop.close();
  await standIn.close();
});

let events = 0;
/** Tells the shop what Stripe would, signed as Stripe signs. */
function tell(
  intentId: string,
  options: { id?: string; type?: string; secret?: string; body?: string } = {},
) {
  events += 1;
  const payload = JSON.stringify({
    id: options.id ?? `evt_${events}`,
    object: 'event',
    type: options.type ?? 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: intentId } },
  });
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? webhookSecret,
  });
  return shop.visitor().request('POST', '/webhooks/stripe', options.body ?? payload, {
    origin: null,
    'stripe-signature': signature,
  });
}

async function begin(name: string) {
  const order = await (await sam.post('/orders', orderOf(await stock(shop, { name })))).json();
  const request = { totalAmount: 140, orderId: order._id };
  const { clientSecret } = await (await sam.post('/create-payment-intent', request)).json();
  return { orderId: order._id as string, intentId: String(clientSecret.split('_secret_')[0]) };
}
const statusOf = async (id: string) => (await (await sam.get(`/orders/${id}`)).json()).status;
const workOff = () => workOffProviderEvents(shop.context.ctx);

describe('what Stripe tells the shop', () => {
  test('pays the order, though the page never came back', async () => {
    const { orderId, intentId } = await begin('Told Shirt');
    standIn.confirm(intentId, CARDS.good);
    expect((await tell(intentId)).status).toBe(200);
    await workOff();
    expect(await (await sam.get(`/orders/${orderId}`)).json()).toMatchObject({
      status: 'Paid',
      transaction: intentId,
      last4: '4242',
    });
  });

  test('is believed only as far as Stripe confirms it', async () => {
    const { orderId, intentId } = await begin('Untrue Shirt');
    expect((await tell(intentId)).status).toBe(200);
    await workOff();
    expect(await statusOf(orderId)).toBe('Pending');
  });

  test('counts once, however often and beside whatever else it is told', async () => {
    const { orderId, intentId } = await begin('Repeated Shirt');
    standIn.confirm(intentId, CARDS.good);
    const answers = await Promise.all([
      tell(intentId, { id: 'evt_same' }),
      tell(intentId, { id: 'evt_same' }),
      sam.put(`/orders/${orderId}`, { transaction: intentId }),
      tell(intentId),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all([workOff(), workOff()]);
    expect(await statusOf(orderId)).toBe('Paid');
    const { rows } = await shop.database.pool.query(
      "select count(*) from provider_events where id = 'evt_same'",
    );
    expect(rows[0].count).toBe('1');
  });

  test('finds the order paid, which can no longer be deleted', async () => {
    const { orderId, intentId } = await begin('Deleted Shirt');
    standIn.confirm(intentId, CARDS.good);
    expect((await sam.delete(`/orders/${orderId}`)).status).toBe(409);
    expect(await statusOf(orderId)).toBe('Paid');
    expect((await tell(intentId)).status).toBe(200);
    await workOff();
    expect(standIn.refundedMinor(intentId)).toBe(0);
  });

  test("writes down what was given back on Stripe's own pages, once", async () => {
    const { orderId, intentId } = await begin('Refunded Shirt');
    standIn.confirm(intentId, CARDS.good);
    await tell(intentId);
    standIn.refundByHand(intentId, 2_500);
    for (let round = 0; round < 3; round += 1) await tell(intentId, { type: 'charge.refunded' });
    await workOff();
    const refunded = async () =>
      (await (await sam.get(`/orders/${orderId}`)).json()).refundedAmount;
    expect(await refunded()).toBe(25);
    const admin = await shop.admin();
    const key = { 'idempotency-key': 'by-the-shop' };
    const rest = { amount: 115, reason: 'Everything else' };
    expect((await admin.post(`/orders/${orderId}/refunds`, rest, key)).status).toBe(201);
    await tell(intentId, { type: 'charge.refunded' });
    await workOff();
    expect(await refunded()).toBe(140);
    expect(standIn.refundedMinor(intentId)).toBe(14_000);
  });

  test('is tried again while Stripe does not answer', async () => {
    const { orderId, intentId } = await begin('Late Shirt');
    standIn.confirm(intentId, CARDS.good);
    standIn.failNext('down', 6);
    expect((await tell(intentId)).status).toBe(200);
    await workOff();
    expect(await statusOf(orderId)).toBe('Pending');
    standIn.failNext('down', 0);
    for (let round = 0; round < 3 && (await statusOf(orderId)) !== 'Paid'; round += 1)
      await workOff();
    expect(await statusOf(orderId)).toBe('Paid');
  });

  test('comes in by the only door that Stripe adds, in place of the sandbox', async () => {
    const renderPage = async () => new Response();
    const doors = createApp({ context: shop.context, renderPage })
      .routes.filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`);
    expect(doors).toContain('POST /webhooks/stripe');
    expect(doors.filter((door) => /sandbox\/confirm|stripe/.test(door))).toEqual([
      'POST /webhooks/stripe',
    ]);
  });

  test('is refused when forged or altered, and nothing is kept of it', async () => {
    const count = async () =>
      (await shop.database.pool.query('select count(*) from provider_events')).rows[0].count;
    const before = await count();
    expect((await tell('pi_x', { secret: 'whsec_of_somebody_else' })).status).toBe(400);
    expect((await tell('pi_x', { body: '{"id":"evt_forged"}' })).status).toBe(400);
    expect(await count()).toBe(before);
  });
});
