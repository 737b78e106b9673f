import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addToCart, setDestination } from '#features/cart/cart.ts';
import { carryOutRefund } from '#features/payments/payments.ts';
import { raiseUnpaidLimits } from '#shared/shop-config.ts';
import { shop as shopConfig } from '#shop-config';
import { CARDS } from '../support/cards.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { orderOf, stock } from '../support/goods.ts';
import { endWaiting, heldBack } from '../support/held-back.ts';
import {
  type Client,
  openTestShop,
  signedInActorOf,
  type TestShop,
  THIS_MACHINE,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import type { StripeChange } from '../support/stripe-account.ts';

// What the provider itself sees when the shop does one thing many times at once.

const webhookSecret = 'whsec_of_these_races';
const seen: StripeChange[] = [];
let fake: StripeFake;
let shop: TestShop;
let sam: Client;

beforeAll(async () => {
  fake = await startStripeFake({ onChange: (change) => seen.push(change) });
  const { secretKey, url: apiUrl } = fake;
  const stripe = { secretKey, publishableKey: 'pk_test_1', webhookSecret, apiUrl };
  const unpaidOrders = raiseUnpaidLimits(shopConfig.unpaidOrders, 100);
  shop = await openTestShop({ stripe, maxConnections: 40, shopConfig: { unpaidOrders } });
  sam = await shop.shopper('Sam Races', THIS_MACHINE);
});
afterEach(() => expectSoundLedger(shop));
afterAll(async () => {
  await shop.close();
  await fake.close();
});

const count = (kind: StripeChange['kind']) => seen.filter((change) => change.kind === kind).length;

/** An order of one product, and the intent that it is paid by. */
async function begin(name: string) {
  const product = await stock(shop, { name });
  const order = await (await sam.post('/orders', orderOf(product))).json();
  const request = { totalAmount: order.totalAmount, orderId: order._id };
  return { order, request };
}

test('the same checkout forty times at once is one order and one intent', async () => {
  const { request } = await begin('One Intent');
  const before = count('created');
  const returns = await Promise.all(
    Array.from({ length: 40 }, () => sam.post('/create-payment-intent', request)),
  );
  const bodies = await Promise.all(returns.map((response) => response.json()));
  expect(new Set(bodies.map(({ clientSecret }) => clientSecret)).size).toBe(1);
  expect(count('created')).toBe(before + 1);
});

test('no other intent is made for an order while its payment is settled', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { order, request } = await begin(`Settled Intent ${round}`);
    const { clientSecret } = await (await sam.post('/create-payment-intent', request)).json();
    const [transaction = ''] = clientSecret.split('_secret_');
    fake.confirm(transaction, CARDS.good);
    const before = count('created');
    // All have read the order while it waits for its payment.
    const returns = await heldBack(shop, { text: 'lock table payments in share mode' }, () => [
      sam.put(`/orders/${order._id}`, { transaction }),
      ...Array.from({ length: 12 }, () => sam.post('/create-payment-intent', request)),
    ]);
    expect(returns[0]?.status).toBe(200);
    expect(count('created')).toBe(before);
    for (const { status } of returns.slice(1)) expect(status).toBe(409);
  }
});

test('of twenty-four payments without an order at once, twenty are begun', async () => {
  const ida = await shop.shopper('Ida Intents', THIS_MACHINE);
  const before = count('created');
  const returns = await heldBack(shop, { text: 'lock table payments in share mode' }, () =>
    Array.from({ length: 24 }, () => ida.post('/create-payment-intent', { totalAmount: 1 })),
  );
  const statuses = returns.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(4).fill(429)]);
  expect(count('created')).toBe(before + 20);
});

test('an intent whose response is lost is the one that the next request is given', async () => {
  const { request } = await begin('Lost Intent');
  const before = count('created');
  // As often as the shop attempts it by itself.
  fake.failNext('cut', 3);
  expect((await sam.post('/create-payment-intent', request)).status).toBe(503);
  expect((await sam.post('/create-payment-intent', request)).status).toBe(200);
  expect(count('created')).toBe(before + 1);
});

test('a stored cart is one order, which a repeat pays, whatever became of the first request', async () => {
  const cora = await shop.shopper('Cora Cart', THIS_MACHINE);
  const actor = await signedInActorOf(shop, cora);
  const product = await stock(shop, { name: 'Cart Intent' });
  const { ctx, database } = shop.context;
  await addToCart(ctx, actor, { variantId: product.variants[0]?.id ?? '', quantity: 1 });
  await setDestination(ctx, actor, { city: 'Dhaka', zip: '1205' });
  const ask = () => cora.post('/create-payment-intent', { totalAmount: 140 });
  const ordersOfCora = async () =>
    (await database.pool.query('select id from orders where user_id = $1', [cora.id])).rows;
  // Its payment can't be written, so the order is not placed.
  const holder = await database.pool.connect();
  await holder.query('begin; lock table payments in share mode');
  const waiting = ask();
  await expect.poll(() => endWaiting(database.pool, 'payments')).toBe(1);
  expect((await waiting).status).toBe(503);
  await holder.query('rollback');
  holder.release();
  expect(await ordersOfCora()).toEqual([]);
  // It is placed, and its payment is not at the provider.
  fake.failNext('cut', 3);
  expect((await ask()).status).toBe(503);
  const [order] = await ordersOfCora();
  const { orderId, clientSecret } = await (await ask()).json();
  expect(orderId).toBe(order.id);
  // Even where that payment was closed meanwhile.
  await database.pool.query("update payments set status = 'cancelled' where order_id = $1", [
    orderId,
  ]);
  const again = await (await ask()).json();
  expect([again.orderId, again.clientSecret === clientSecret]).toEqual([order.id, false]);
  expect(await ordersOfCora()).toHaveLength(1);
});

test('a refund that several carry out at once goes back once', async () => {
  const admin = await shop.admin();
  const { order, request } = await begin('One Refund');
  const intent = await (await sam.post('/create-payment-intent', request)).json();
  const transaction: string = intent.clientSecret.split('_secret_')[0];
  fake.confirm(transaction, CARDS.good);
  expect((await sam.put(`/orders/${order._id}`, { transaction })).status).toBe(200);
  // The responses to the shop's own three attempts are lost, so the refund is left to others.
  fake.failNext('cut', 3);
  const body = { amount: 20, reason: 'Too large.' };
  await admin.post(`/orders/${order._id}/refunds`, body, { 'idempotency-key': 'r-1' });
  const { rows } = await shop.database.pool.query(
    "update refunds set next_try_at = null where status = 'requested' returning id",
  );
  expect(rows).toHaveLength(1);
  const { ctx } = shop.context;
  await Promise.all(Array.from({ length: 5 }, () => carryOutRefund(ctx, rows[0].id)));
  expect(fake.refundedMinor(transaction)).toBe(2_000);
});

test('a webhook gets its response when what it says is stored, and not before', async () => {
  const payload = JSON.stringify({
    id: 'evt_kept',
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: 'pi_nobody' } },
  });
  const stripe = new Stripe('sk_test_x');
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  const keeper = await shop.database.pool.connect();
  await keeper.query('begin; lock table provider_events in access exclusive mode');
  let hasResponded = false;
  const response = shop
    .guest()
    .request('POST', '/webhooks/stripe', payload, { origin: null, 'stripe-signature': header })
    .then((given) => {
      hasResponded = true;
      return given;
    });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(hasResponded).toBe(false);
  await keeper.query('rollback');
  keeper.release();
  expect((await response).status).toBe(200);
});
