import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { submitContactMessage } from '#features/contact/contact.ts';
import {
  carryOutOpenRefunds,
  expireOverdueOrders,
  processProviderEvents,
  reconcilePayments,
} from '#features/orders/orders.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { confirmCard, payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop, verifyEmailOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const DAY = 86_400_000;
let now = Date.parse('2026-11-21T10:00:00Z');
let shop: TestShop;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  sam = await shop.shopper('Sam Sleepy');
  await verifyEmailOf(shop, sam);
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const place = async (name: string) => {
  const product = await stock(shop, { name, inventory: 3 });
  const order = await (await sam.post('/orders', orderOf(product, 3))).json();
  return { product, order };
};
const statusOf = async (id: string) => (await (await sam.get(`/orders/${id}`)).json()).status;

test('an unpaid order keeps its stock for seven days and then gives it back, once', async () => {
  const { product, order } = await place('Forgotten Shirt');
  const payment = { totalAmount: 180, orderId: order._id };
  const open = await (await sam.post('/create-payment-intent', payment)).json();
  now += 7 * DAY - 1;
  await expireOverdueOrders(shop.context.ctx);
  expect(await statusOf(order._id)).toBe('Pending');
  // Nor is the payment stopped that its customer is about to make.
  expect(await (await sam.post('/create-payment-intent', payment)).json()).toEqual(open);
  now += 2;
  await Promise.all(Array.from({ length: 5 }, () => expireOverdueOrders(shop.context.ctx)));
  expect(await statusOf(order._id)).toBe('Cancelled');
  const { inventory } = await (await sam.get(`/products/${product.id}`)).json();
  expect(inventory).toBe(3);
  const late = await sam.post('/create-payment-intent', payment);
  expect((await late.json()).code).toBe('order_closed');
});

test('an order that was paid at the last moment is settled instead of expired', async () => {
  const { order } = await place('Last Minute Shirt');
  await payIntent(sam, { totalAmount: 180, orderId: order._id });
  now += 8 * DAY;
  await expireOverdueOrders(shop.context.ctx);
  expect(await statusOf(order._id)).toBe('Paid');
});

test('an order whose time is extended while it is about to expire stays', async () => {
  const { order } = await place('Extended Shirt');
  const client = await shop.database.pool.connect();
  const setDue = (at: number) =>
    client.query('update orders set payment_due_at = $1 where id = $2', [new Date(at), order._id]);
  await setDue(now + 1_000);
  now += 2_000;
  await client.query('begin');
  await setDue(now + DAY);
  const expiring = expireOverdueOrders(shop.context.ctx);
  await expect
    .poll(async () => {
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await client.query(waiting)).rowCount;
    })
    .toBe(1);
  await client.query('commit');
  client.release();
  await expiring;
  expect(await statusOf(order._id)).toBe('Pending');
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

test('many payments that were given up do not stand in the way of one that was paid', async () => {
  const { ctx } = shop.context;
  const pool = shop.database.pool;
  await pool.query(
    `insert into sandbox_intents (id, client_secret, idempotency_key, amount_minor, currency,
       reference, status, created)
     select 'pi_idle' || n, 'secret' || n, 'key' || n, 100, 'USD', 'pay_idle' || n,
       'requires_payment_method', 1 from generate_series(1, 300) n`,
  );
  await pool.query(
    `insert into payments (id, provider, intent_id, user_id, status, amount_minor, currency,
       idempotency_key, created_at, next_check_at)
     select 'pay_idle' || n, 'sandbox', 'pi_idle' || n, $1, 'created', 100, 'USD', 'key' || n,
       $2::timestamptz, $2::timestamptz from generate_series(1, 300) n`,
    [sam.id, new Date(now - 30 * 60_000)],
  );
  const { order } = await place('Not Starved Shirt');
  await payIntent(sam, { totalAmount: 180, orderId: order._id });
  for (let minute = 0; minute < 5; minute += 1) {
    now += 60_000;
    await reconcilePayments(ctx);
  }
  expect(await statusOf(order._id)).toBe('Paid');
  const open = async () =>
    Number(
      (await pool.query("select count(*) from payments where status = 'created'")).rows[0].count,
    );
  expect(await open()).toBeGreaterThanOrEqual(300);
  for (let round = 0; round < 12; round += 1) {
    now += 15 * 60_000;
    await reconcilePayments(ctx);
  }
  expect(await open()).toBe(0);
});

test('an order whose payment was stopped, and nothing more, can still be paid', async () => {
  const { ctx } = shop.context;
  const { order } = await place('Half Deleted Shirt');
  const request = { totalAmount: 180, orderId: order._id };
  const first = await (await sam.post('/create-payment-intent', request)).json();
  // The deletion went down after the provider was asked, before the order was written.
  await ctx.payments?.cancelIntent(/^pi_[^_]+/.exec(first.clientSecret)?.[0] ?? '');
  expect(await statusOf(order._id)).toBe('Pending');
  const transaction = await payIntent(sam, request);
  expect((await sam.put(`/orders/${order._id}`, { transaction })).status).toBe(200);
  expect(await statusOf(order._id)).toBe('Paid');
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
  now += 60_000;
  await Promise.all([carryOutOpenRefunds(ctx), carryOutOpenRefunds(ctx)]);
  expect(await refunded()).toBe('18000');
  expect(await carryOutOpenRefunds(ctx)).toBe(0);
});

test('a message from the contact form is stored with the order to send it [1.18, 3.15, 4.39, 7.25]', async () => {
  const message = {
    user_name: 'Ann',
    user_email: 'ann@example.com',
    message: 'Do you ship to Sylhet?',
  };
  await submitContactMessage(shop.context.ctx, '10.0.0.1', message);
  await submitContactMessage(shop.context.ctx, '10.0.0.1', { ...message, message: '' });
  const { rows } = await shop.database.pool.query(`
    select m.name, m.email, m.message, o.kind from contact_messages m
    join outbox o on o.payload->>'contactMessageId' = m.id`);
  expect(rows).toEqual([
    { name: 'Ann', email: 'ann@example.com', message: message.message, kind: 'contact.message' },
  ]);
});

test('hundreds of events that arrived together are processed in one run', async () => {
  const { context, database } = shop;
  await database.pool.query(
    `insert into provider_events (id, provider, type, payload, received_at)
     select 'evt_many_' || nr, 'sandbox', 'x', '{}', now() from generate_series(1, 250) nr`,
  );
  await runJobs(context);
  const { rows } = await database.pool.query(
    "select 1 from provider_events where id like 'evt_many_%' and processed_at is null",
  );
  expect(rows).toEqual([]);
});

test('payments that hang delay no event of the others, and are asked about once in a run', async () => {
  const { context, database } = shop;
  await database.pool.query(
    `insert into provider_events (id, provider, type, intent_id, payload, received_at)
     select 'evt_hangs_' || nr, 'sandbox', 'x', case when nr <= 40 then 'pi_hangs_' || nr % 10 end, '{}',
       now() - interval '1 hour' + nr * interval '1 second' from generate_series(1, 70) nr`,
  );
  let asked = 0;
  const hang = async () => {
    asked += 1;
    await sleep(20);
    throw new AppError('unavailable', 'The provider does not respond.');
  };
  const payments = Object.create(context.ctx.payments, { findIntent: { value: hang } });
  const ctx = { ...context.ctx, payments };
  const open = async () => {
    const { rows } = await database.pool.query(
      "select intent_id, attempts from provider_events where id like 'evt_hangs_%' and processed_at is null",
    );
    return rows;
  };

  await processProviderEvents(ctx, 0);
  expect(await open()).toHaveLength(70);
  await processProviderEvents(ctx);
  const left = await open();
  expect(left.filter(({ intent_id }) => intent_id === null)).toEqual([]);
  expect(left.map(({ attempts }) => attempts)).toEqual(Array(40).fill(1));
  expect(asked).toBe(10);
  await database.pool.query("delete from provider_events where id like 'evt_hangs_%'");
});

test('a job that fails keeps none of the others from running, and no event the next one', async () => {
  const { context, database } = shop;
  const { order } = await place('Overdue Shirt');
  now += 8 * DAY;
  await database.pool.query(
    `insert into provider_events (id, provider, type, intent_id, payload, received_at)
     select 'evt_' || nr, 'sandbox', 'x', 'pi_' || nr, '{}', now() from generate_series(1, 2) nr`,
  );
  const failed: unknown[] = [];
  const payments = Object.create(context.ctx.payments, {
    findIntent: { value: () => Promise.reject(new Error('Bad\0 message')) },
    name: {
      get() {
        throw new AppError('unavailable', 'The provider is away.');
      },
    },
  });
  const log = {
    ...context.ctx.log,
    warn: (event: string, fields?: object) => failed.push([event, fields]),
  };
  await runJobs({ ...context, ctx: { ...context.ctx, payments, log } });
  const outage = { code: 'unavailable', reason: 'The provider is away.' };
  expect(failed).toContainEqual(['jobs.failed', { job: 'reconcilePayments', ...outage }]);
  expect(await statusOf(order._id)).toBe('Cancelled');
  const { rows } = await database.pool.query(
    "delete from provider_events where id in ('evt_1', 'evt_2') returning attempts, last_error",
  );
  expect(rows).toEqual(Array(2).fill({ attempts: 1, last_error: 'Error: Bad message' }));
});
