import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { selectOverdue } from '#features/orders/orders.store.ts';
import {
  expireOverdueOrders,
  processProviderEvents,
  reconcilePayments,
  releaseHeldStock,
} from '#features/orders/orders.ts';
import { storeProviderEvent } from '#features/payments/payments.ts';
import { CARDS } from '../support/cards.ts';
import { type OddResponse, type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

// The provider fails for single payments, again and again, and responds for all others.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** What a gateway sends, which is no outcome. It is not asked again at once, as after a 5xx. */
const NO_OUTCOME: OddResponse = { status: 404, body: {} };
let now = Date.now();
let fake: StripeFake;
let shop: TestShop;
let sam: Client;
let admin: Client;
let bad: string[] = [];

beforeAll(async () => {
  fake = await startStripeFake();
  const { secretKey, url: apiUrl } = fake;
  const stripe = { secretKey, publishableKey: 'pk_test_1', webhookSecret: null, apiUrl };
  shop = await openTestShop({ stripe, now: () => new Date(now) });
  admin = await shop.admin();
});
let buyers = 0;
beforeEach(async () => {
  buyers += 1;
  sam = await shop.shopper(`Sam Bad ${buyers}`);
});
afterEach(async () => {
  for (const id of bad) fake.respondFor(id, null);
  bad = [];
  await expectSoundLedger(shop);
});
afterAll(async () => {
  await shop.close();
  await fake.close();
});

/** An order of $140 whose payment has begun. */
async function begin() {
  const product = await stock(shop, { name: 'Lone Shirt' });
  const key = { 'idempotency-key': crypto.randomUUID() };
  const order = await (await sam.post('/orders', orderOf(product), key)).json();
  const orderId = String(order._id);
  const request = { totalAmount: 140, orderId };
  const { clientSecret } = await (await sam.post('/create-payment-intent', request)).json();
  return { orderId, request, intentId: String(clientSecret).split('_secret_')[0] ?? '' };
}

async function beginMany(how: { good: number; bad: number }) {
  const all = [];
  for (let nr = 0; nr < how.good + how.bad; nr += 1) all.push(await begin());
  const failing = all.slice(0, how.bad);
  for (const { intentId } of failing) fail(intentId);
  return { failing, others: all.slice(how.bad) };
}

function fail(intentId: string): void {
  fake.respondFor(intentId, NO_OUTCOME);
  bad.push(intentId);
}

const statesOf = async (orders: { orderId: string }[]) =>
  (
    await shop.database.pool.query(
      'select status, count(*)::int as n from orders where id = any($1) group by status',
      [orders.map(({ orderId }) => orderId)],
    )
  ).rows;

test('overdue orders expire beside one whose payment can not be stopped', async () => {
  const { failing, others } = await beginMany({ good: 4, bad: 1 });
  now += 8 * DAY;
  await expireOverdueOrders(shop.context.ctx);
  expect(await statesOf(others)).toEqual([{ status: 'cancelled', n: 4 }]);
  expect(await statesOf(failing)).toEqual([{ status: 'pending', n: 1 }]);
});

test('an order behind many whose payments can not be stopped gets its turn', async () => {
  const { others } = await beginMany({ good: 1, bad: 6 });
  now += 8 * DAY;
  for (let run = 0; run < 50; run += 1) {
    await expireOverdueOrders(shop.context.ctx);
    if ((await statesOf(others))[0]?.status === 'cancelled') break;
  }
  expect(await statesOf(others)).toEqual([{ status: 'cancelled', n: 1 }]);
  // More may be overdue than a run takes.
  const { db } = shop.context.ctx;
  const first = new Set<string | undefined>();
  for (let run = 0; run < 50 && first.size < 2; run += 1) {
    first.add((await selectOverdue(db, new Date(now), { limit: 1 }))[0]?.id);
  }
  expect(first.size).toBe(2);
});

test('staff release what an account holds, but one order whose payment can not be stopped', async () => {
  const { failing, others } = await beginMany({ good: 3, bad: 1 });
  const { ctx } = shop.context;
  const { rows } = await shop.database.pool.query('select user_id from orders where id = $1', [
    failing[0]?.orderId,
  ]);
  const holder = { kind: 'account', key: rows[0].user_id } as const;
  expect(await releaseHeldStock(ctx, actorOf(admin, 'admin'), holder)).toEqual({
    cancelled: 3,
    left: 1,
  });
  expect(await statesOf(others)).toEqual([{ status: 'cancelled', n: 3 }]);
});

test('captures that nobody reported are found beside one that can not be read', async () => {
  const { failing, others } = await beginMany({ good: 4, bad: 1 });
  for (const { intentId } of others) fake.confirm(intentId, CARDS.good);
  now += 10 * MINUTE;
  expect(await reconcilePayments(shop.context.ctx)).toBe(4);
  expect(await statesOf(others)).toEqual([{ status: 'paid', n: 4 }]);
  expect(await statesOf(failing)).toEqual([{ status: 'pending', n: 1 }]);
});

test('payments that a run did not get to, because the provider is away, are due at once', async () => {
  // Those of other tests are not due.
  await shop.database.pool.query("update payments set next_check_at = now() + interval '1 year'");
  const { failing } = await beginMany({ good: 0, bad: 5 });
  now += 10 * MINUTE;
  await reconcilePayments(shop.context.ctx);
  const { rows } = await shop.database.pool.query(
    'select count(*)::int as due from payments where order_id = any($1) and next_check_at <= $2',
    [failing.map(({ orderId }) => orderId), new Date(now)],
  );
  expect(rows).toEqual([{ due: 2 }]);
});

test('an event of the provider is looked at after days of an outage', async () => {
  const { orderId, intentId } = await begin();
  fake.confirm(intentId, CARDS.good);
  const { ctx } = shop.context;
  const id = `evt_${crypto.randomUUID()}`;
  fail(intentId);
  await storeProviderEvent(ctx, { id, type: 'payment_intent.succeeded', intentId, payload: {} });
  for (let run = 0; run < 60; run += 1) {
    now += 60 * MINUTE;
    await processProviderEvents(ctx);
  }
  const event = async () =>
    (
      await shop.database.pool.query(
        'select attempts, processed_at is not null as done from provider_events where id = $1',
        [id],
      )
    ).rows[0];
  expect(await event()).toMatchObject({ attempts: 60, done: false });
  fake.respondFor(intentId, null);
  now += 30 * MINUTE;
  await processProviderEvents(ctx);
  expect(await event()).toMatchObject({ done: true });
  expect(await statesOf([{ orderId }])).toEqual([{ status: 'paid', n: 1 }]);
});

const GATEWAY: OddResponse[] = [
  { status: 400, body: {} },
  { status: 402, body: { message: 'Payment Required' } },
  { status: 404, body: { message: 'no Route matched with those values' } },
  { status: 200, body: { error: 'nope' } },
];

const ODD_INTENT = {
  id: 'pi_odd',
  object: 'payment_intent',
  amount: 14_000,
  currency: 'usd',
  created: 1_800_000_000,
  livemode: false,
  metadata: {},
  status: 'requires_payment_method',
};

test.each<OddResponse>([
  ...GATEWAY,
  ...[{ amount: 1.5 }, { amount: 0 }, { created: 1e12 }, { livemode: 'no' }].map((odd) => ({
    status: 200,
    body: { ...ODD_INTENT, ...odd },
  })),
  { status: 400, body: { error: { type: 'invalid_request_error', message: 'Not now.' } } },
])(
  'a gateway that responds with $status and $body is an outage, and loses nothing',
  async (odd) => {
    const { orderId, request, intentId } = await begin();
    fake.respondFor(intentId, odd);
    bad.push(intentId);
    const again = await sam.post('/create-payment-intent', request);
    expect([again.status, (await again.json()).code]).toEqual([503, 'unavailable']);
    const deleted = await sam.delete(`/orders/${orderId}`);
    expect([deleted.status, (await deleted.json()).code]).toEqual([503, 'unavailable']);
    fake.respondFor(intentId, null);
    expect((await sam.delete(`/orders/${orderId}`)).status).toBe(200);
  },
);

test.each(GATEWAY)(
  'a gateway that responds with $status and $body refuses no new payment and no refund',
  async (odd) => {
    const { request } = await begin();
    fail('/v1/payment_intents');
    fake.respondFor('/v1/payment_intents', odd);
    const product = await stock(shop, { name: 'New Shirt' });
    const order = await (await sam.post('/orders', orderOf(product))).json();
    const first = await sam.post('/create-payment-intent', { ...request, orderId: order._id });
    expect([first.status, (await first.json()).code]).toEqual([503, 'unavailable']);
    fake.respondFor('/v1/payment_intents', null);
    const { orderId, intentId } = await begin();
    fake.confirm(intentId, CARDS.good);
    expect((await sam.put(`/orders/${orderId}`, { transaction: intentId })).status).toBe(200);
    fake.respondFor('/v1/refunds', odd);
    bad.push('/v1/refunds');
    const key = { 'idempotency-key': crypto.randomUUID() };
    await admin.post(`/orders/${orderId}/refunds`, { amount: 30, reason: 'x' }, key);
    const { rows } = await shop.database.pool.query(
      'select r.status from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
      [orderId],
    );
    expect(rows).toEqual([{ status: 'requested' }]);
  },
);

test.each([
  { what: 'more', change: { amount: 20_000 } },
  { what: 'less', change: { amount: 5_000 } },
  { what: 'another currency', change: { currency: 'jpy' } },
])(
  'a capture of $what than the order costs is refunded as it is, and the order can be cancelled',
  async ({ change }) => {
    const { orderId, intentId } = await begin();
    fake.confirm(intentId, CARDS.good);
    const headers = { authorization: `Bearer ${fake.secretKey}` };
    const path = `/v1/payment_intents/${intentId}`;
    const intent = await (await fetch(fake.url + path, { headers })).json();
    fake.respondFor(path, { status: 200, body: { ...intent, ...change } });
    const paid = await sam.put(`/orders/${orderId}`, { transaction: intentId });
    expect([paid.status, (await paid.json()).code]).toEqual([409, 'amount_mismatch']);
    const { rows } = await shop.database.pool.query(
      `select p.status, p.amount_minor::int, p.currency, r.amount_minor::int as refund, r.currency as refunded
     from payments p join refunds r on r.payment_id = p.id where p.order_id = $1`,
      [orderId],
    );
    const { amount = 14_000, currency = 'usd' } = change;
    const money = { amount_minor: amount, currency: currency.toUpperCase() };
    expect(rows).toEqual([
      { status: 'refunded', ...money, refund: amount, refunded: money.currency },
    ]);
    fake.respondFor(path, null);
    expect((await sam.delete(`/orders/${orderId}`)).status).toBe(200);
  },
);
