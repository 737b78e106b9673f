import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  carryOutOpenRefunds,
  getOrder,
  retryRefund,
  settleRefundOutside,
  withdrawFailedRefund,
} from '#features/orders/orders.ts';
import {
  checkPaymentKeys,
  findPaymentProblems,
  listFailedRefunds,
} from '#features/payments/payments.ts';
import type { Log } from '#shared/log.ts';
import { CARDS } from '../support/cards.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import type { StripeChange } from '../support/stripe-account.ts';
import { expectSoundLedger } from '../support/verify-ledger.ts';

// What Stripe keeps under a key, refuses for good, and does not take at all.

const MINUTE = 60_000;
let now = Date.now();
const seen: StripeChange[] = [];
const logged: { event: string; about: unknown }[] = [];
const log: Log = {
  info: (event, about) => logged.push({ event, about }),
  warn: (event, about) => logged.push({ event, about }),
  error: (event, error, fields) => logged.push({ event, about: { error, ...fields } }),
};
let fake: StripeFake;
let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  fake = await startStripeFake({ onChange: (change) => seen.push(change) });
  const { secretKey, url: apiUrl } = fake;
  const stripe = { secretKey, publishableKey: 'pk_test_1', webhookSecret: null, apiUrl };
  shop = await openTestShop({ stripe, log, now: () => new Date(now) });
  sam = await shop.shopper('Sam Faulty');
  admin = await shop.admin();
});
afterEach(async () => {
  fake.failNext('down', 0);
  await expectSoundLedger(shop);
});
afterAll(async () => {
  await shop.close();
  await fake.close();
});

async function place() {
  const product = await stock(shop, { name: 'Faulty Shirt' });
  const key = { 'idempotency-key': crypto.randomUUID() };
  const order = await (await sam.post('/orders', orderOf(product), key)).json();
  const request = { totalAmount: 140, orderId: order._id };
  return { orderId: String(order._id), request };
}
const ask = async (request: unknown) => {
  const response = await sam.post('/create-payment-intent', request);
  return { status: response.status, body: await response.json(), response };
};
/** An order of $140 that is paid. */
async function paid() {
  const { orderId, request } = await place();
  const { body } = await ask(request);
  const intentId = String(body.clientSecret).split('_secret_')[0] ?? '';
  fake.confirm(intentId, CARDS.good);
  expect((await sam.put(`/orders/${orderId}`, { transaction: intentId })).status).toBe(200);
  return { orderId, intentId };
}
const refund = async (orderId: string, amount: number, key: string = crypto.randomUUID()) => {
  const body = { amount, reason: 'Came back' };
  const response = await admin.post(`/orders/${orderId}/refunds`, body, { 'idempotency-key': key });
  return { status: response.status, body: await response.json() };
};
const refundsOf = async (orderId: string) =>
  (
    await shop.database.pool.query(
      `select r.id, r.status, r.amount_minor::int as amount,
         (select count(*)::int from outbox m where m.kind = 'payment.refunded'
           and m.payload->>'refundId' = r.id) as emails
       from refunds r join payments p on p.id = r.payment_id where p.order_id = $1
       order by r.created_at, r.id`,
      [orderId],
    )
  ).rows;
const later = () => {
  now += 5 * MINUTE;
  return carryOutOpenRefunds(shop.context.ctx);
};

describe('a failure that Stripe keeps under the key', () => {
  test.each(['stored', 'stored-after'] as const)(
    'of an intent is asked past, and one intent can be paid (%s)',
    async (how) => {
      const { orderId, request } = await place();
      fake.failNext(how);
      expect((await ask(request)).body.code).toBe('unavailable');
      fake.failNext('down', 0);
      const { body } = await ask(request);
      const intentId = String(body.clientSecret).split('_secret_')[0] ?? '';
      fake.confirm(intentId, CARDS.good);
      expect((await sam.put(`/orders/${orderId}`, { transaction: intentId })).status).toBe(200);
      const { rows } = await shop.database.pool.query(
        'select id from payments where order_id = $1',
        [orderId],
      );
      expect(rows).toHaveLength(1);
      expect(
        seen.filter(({ kind, reference }) => kind === 'created' && reference === rows[0].id),
      ).toHaveLength(1);
    },
  );

  test.each(['stored', 'stored-after'] as const)(
    'of a refund is asked past, and the money goes back once (%s)',
    async (how) => {
      const { orderId, intentId } = await paid();
      fake.failNext(how);
      expect((await refund(orderId, 30)).status).toBe(201);
      fake.failNext('down', 0);
      expect((await refundsOf(orderId))[0]).toMatchObject({ status: 'requested', emails: 0 });
      await Promise.all([later(), later()]);
      expect(fake.refundedMinor(intentId)).toBe(3_000);
      expect((await refundsOf(orderId))[0]).toMatchObject({ status: 'done', emails: 1 });
    },
  );

  test('of a refund is not asked past within a minute, while the first request may be under way', async () => {
    const { orderId, intentId } = await paid();
    fake.failNext('stored');
    const key = crypto.randomUUID();
    await refund(orderId, 30, key);
    fake.failNext('down', 0);
    await refund(orderId, 30, key);
    expect(await carryOutOpenRefunds(shop.context.ctx)).toBe(0);
    expect(fake.refundedMinor(intentId)).toBe(0);
    await later();
    expect(fake.refundedMinor(intentId)).toBe(3_000);
  });
});

test('a refund that waits is not made again when somebody gave the same back by hand meanwhile', async () => {
  const waiting = async () => {
    const { orderId, intentId } = await paid();
    // Made before it was asked for, so it is another one.
    fake.refundByHand(intentId, 3_000, new Date(now - MINUTE));
    fake.failNext('down', 3);
    await refund(orderId, 30);
    fake.failNext('down', 0);
    return { orderId, intentId };
  };
  const [given, open] = [await waiting(), await waiting()];
  fake.refundByHand(given.intentId, 3_000, new Date(now));
  now += 5 * MINUTE;
  await carryOutOpenRefunds(shop.context.ctx);
  expect(fake.refundedMinor(given.intentId)).toBe(6_000);
  expect(fake.refundedMinor(open.intentId)).toBe(6_000);
  for (const { orderId } of [given, open]) {
    expect((await refundsOf(orderId))[0]).toMatchObject({ status: 'done', amount: 3_000 });
  }
});

test('of two refunds that wait, one is what somebody gave back by hand, and one is made', async () => {
  const { orderId, intentId } = await paid();
  fake.failNext('down', 6);
  await Promise.all([refund(orderId, 30), refund(orderId, 30)]);
  fake.failNext('down', 0);
  fake.refundByHand(intentId, 3_000, new Date(now));
  for (let round = 0; round < 3; round += 1) {
    now += 10 * MINUTE;
    await Promise.all([carryOutOpenRefunds(shop.context.ctx), later()]);
  }
  expect(fake.refundedMinor(intentId)).toBe(6_000);
});

test('a refund whose response was lost goes back once, also when Stripe has forgotten its key', async () => {
  const { orderId, intentId } = await paid();
  fake.failNext('cut', 3);
  expect((await refund(orderId, 30)).status).toBe(201);
  fake.failNext('cut', 0);
  expect((await refundsOf(orderId))[0]).toMatchObject({ status: 'requested' });
  fake.forgetKeys();
  now += 25 * 60 * MINUTE;
  await carryOutOpenRefunds(shop.context.ctx);
  expect((await refundsOf(orderId))[0]).toMatchObject({ status: 'done', emails: 1 });
  expect(fake.refundedMinor(intentId)).toBe(3_000);
});

describe('a refund that Stripe refuses for good', () => {
  test('is done when somebody gave the same back by hand', async () => {
    const { orderId, intentId } = await paid();
    fake.refundByHand(intentId, 14_000);
    expect((await refund(orderId, 140)).status).toBe(201);
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'done', emails: 1 }]);
    expect(fake.refundedMinor(intentId)).toBe(14_000);
  });

  test('fails when something else was given back by hand, which the books are told of', async () => {
    const { orderId, intentId } = await paid();
    fake.refundByHand(intentId, 10_000);
    const { status, body } = await refund(orderId, 60);
    expect([status, body.code]).toEqual([409, 'refund_refused']);
    expect(await refundsOf(orderId)).toMatchObject([
      { status: 'failed', amount: 6_000, emails: 0 },
      { status: 'done', amount: 10_000, emails: 1 },
    ]);
    const [failed] = await refundsOf(orderId);
    const staff = actorOf(admin, 'admin');
    await expect(retryRefund(shop.context.ctx, staff, failed.id)).rejects.toMatchObject({
      code: 'amount_mismatch',
      message: expect.stringContaining('$40.00'),
    });
  });

  test('is not what somebody gave back by hand before, while enough is left for both', async () => {
    const { orderId, intentId } = await paid();
    fake.refundByHand(intentId, 3_000, new Date(now - MINUTE));
    fake.refuseRefunds(intentId, 'charge_disputed');
    expect((await refund(orderId, 30)).body.code).toBe('refund_refused');
    expect(await refundsOf(orderId)).toMatchObject([
      { status: 'failed', amount: 3_000, emails: 0 },
      { status: 'done', amount: 3_000, emails: 1 },
    ]);
  });

  test('that staff settled is what was given back by hand, and one that waits is not', async () => {
    const { orderId, intentId } = await paid();
    fake.refuseRefunds(intentId, 'charge_disputed');
    await refund(orderId, 30);
    const [{ id }] = await refundsOf(orderId);
    fake.failNext('down', 3);
    expect((await refund(orderId, 30)).status).toBe(201);
    fake.failNext('down', 0);
    now += MINUTE;
    fake.refuseRefunds(intentId, null);
    fake.refundByHand(intentId, 3_000, new Date(now));
    now += MINUTE;
    const { ctx } = shop.context;
    await settleRefundOutside(ctx, actorOf(admin, 'admin'), id, 'By hand at Stripe.');
    await later();
    expect(fake.refundedMinor(intentId)).toBe(6_000);
    expect((await refundsOf(orderId)).map(({ status }) => status).sort()).toEqual([
      'done',
      'settled',
    ]);
  });

  test('is shown to staff, not asked for again by itself, and told to nobody', async () => {
    const { orderId, intentId } = await paid();
    fake.refuseRefunds(intentId, 'charge_disputed');
    const key = crypto.randomUUID();
    expect((await refund(orderId, 140, key)).body.detail).toContain('charge_disputed');
    const calls = () => fake.calls.get('POST /v1/refunds');
    const before = calls();
    now += 86_400_000;
    expect(await later()).toBe(0);
    expect((await refund(orderId, 140, key)).status).toBe(409);
    expect(calls()).toBe(before);
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'failed', emails: 0 }]);
    const { items } = await listFailedRefunds(shop.context.ctx, actorOf(admin, 'admin'), {
      limit: 1,
      after: null,
    });
    expect(items).toMatchObject([{ intentId, amountMinor: 14_000, reason: 'Came back' }]);
    const order = await (await sam.get(`/orders/${orderId}`)).json();
    expect(order.refundedAmount).toBeUndefined();
  });

  test('goes back when staff try again and Stripe takes it by now', async () => {
    const { orderId, intentId } = await paid();
    fake.refuseRefunds(intentId, 'insufficient_funds');
    await refund(orderId, 140);
    const [{ id }] = await refundsOf(orderId);
    const { ctx } = shop.context;
    const staff = actorOf(admin, 'admin');
    await expect(retryRefund(ctx, staff, id)).rejects.toMatchObject({ code: 'refund_refused' });
    fake.refuseRefunds(intentId, null);
    expect(await retryRefund(ctx, staff, id)).toEqual({ isDone: true });
    expect(fake.refundedMinor(intentId)).toBe(14_000);
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'done', emails: 1 }]);
    await expect(retryRefund(ctx, staff, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(retryRefund(ctx, actorOf(sam), id)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(retryRefund(ctx, staff, 'rfd_x')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is not made twice when somebody gave the same back by hand before staff try again', async () => {
    const { orderId, intentId } = await paid();
    await refund(orderId, 10);
    fake.refuseRefunds(intentId, 'charge_disputed');
    await refund(orderId, 30);
    fake.refuseRefunds(intentId, null);
    fake.refundByHand(intentId, 3_000, new Date(now));
    const failed = (await refundsOf(orderId)).find(({ status }) => status === 'failed');
    const staff = actorOf(admin, 'admin');
    expect(await retryRefund(shop.context.ctx, staff, failed.id)).toEqual({ isDone: true });
    expect(fake.refundedMinor(intentId)).toBe(4_000);
  });

  test('after it waited leaves in the books what was given back by hand meanwhile', async () => {
    const { orderId, intentId } = await paid();
    fake.failNext('down', 3);
    await refund(orderId, 140);
    fake.failNext('down', 0);
    now += MINUTE;
    fake.refundByHand(intentId, 3_000, new Date(now));
    await later();
    expect(await refundsOf(orderId)).toMatchObject([
      { status: 'failed', amount: 14_000 },
      { status: 'done', amount: 3_000 },
    ]);
  });

  test('is withdrawn by staff, and then the same units and the shipping are refunded anew', async () => {
    const { orderId, intentId } = await paid();
    const { ctx } = shop.context;
    const { lines, version } = await getOrder(ctx, actorOf(admin, 'admin'), orderId);
    const all = { lines: [{ sku: lines[0]?.sku, quantity: 1 }], shipping: true, reason: 'Lost' };
    const refundAll = (key: string) =>
      admin.post(`/api/v1/orders/${orderId}/refunds`, all, { 'idempotency-key': key });
    fake.refuseRefunds(intentId, 'charge_disputed');
    expect((await refundAll('first')).status).toBe(409);
    const [{ id }] = await refundsOf(orderId);
    const { payment } = await getOrder(ctx, actorOf(sam), orderId);
    expect(payment).toMatchObject({ refundOpenMinor: 14_000, refundFailedMinor: 14_000 });
    await expect(withdrawFailedRefund(ctx, actorOf(sam), id, 'x')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await withdrawFailedRefund(ctx, actorOf(admin, 'admin'), id, 'The bank decided for us.');
    const order = await getOrder(ctx, actorOf(sam), orderId);
    expect(order.payment).toMatchObject({ refundedMinor: 0, refundableMinor: 14_000 });
    expect(order.version).toBeGreaterThan(version);
    expect((await refundAll('first')).status).toBe(409);
    fake.refuseRefunds(intentId, null);
    expect((await refundAll('second')).status).toBe(201);
    expect((await refundsOf(orderId)).map(({ status }) => status).sort()).toEqual([
      'done',
      'withdrawn',
    ]);
    expect(fake.refundedMinor(intentId)).toBe(14_000);
    await expect(retryRefund(ctx, actorOf(admin, 'admin'), id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('is closed by staff with a note, counts as given back, and is in the audit log', async () => {
    const { orderId, intentId } = await paid();
    fake.refuseRefunds(intentId, 'charge_disputed');
    await refund(orderId, 140);
    const [{ id }] = await refundsOf(orderId);
    const { ctx } = shop.context;
    await settleRefundOutside(ctx, actorOf(admin, 'admin'), id, 'By bank transfer.');
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'settled', emails: 0 }]);
    expect((await refund(orderId, 1)).body.code).toBe('amount_mismatch');
    const order = await (await sam.get(`/orders/${orderId}`)).json();
    expect(order.refundedAmount).toBe(140);
    const { rows } = await shop.database.pool.query(
      "select detail->>'note' as note from audit_log where action = 'refund.settle' and subject = $1",
      [id],
    );
    expect(rows).toEqual([{ note: 'By bank transfer.' }]);
    await expect(settleRefundOutside(ctx, actorOf(sam), id, 'x')).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('a provider that can not be used', () => {
  test('is found out when its keys are checked, which never fails', async () => {
    const { ctx } = shop.context;
    logged.length = 0;
    fake.refuseKeys(401);
    await checkPaymentKeys(ctx);
    fake.refuseKeys(null);
    fake.failNext('down', 3);
    await checkPaymentKeys(ctx);
    await checkPaymentKeys(ctx);
    expect(logged.map(({ event }) => event)).toEqual([
      'payments.keys_refused',
      'payments.keys_unchecked',
      'payments.keys_accepted',
    ]);
  });

  test.each([401, 403] as const)(
    'because of its %d is 503, with a way to go on, and on the status page',
    async (status) => {
      const { request } = await place();
      const staff = actorOf(admin, 'admin');
      fake.refuseKeys(status);
      logged.length = 0;
      const { response, body } = await ask(request);
      expect([response.status, body.code]).toEqual([503, 'payments_unavailable']);
      expect(body.detail).toContain('Pay Later');
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(logged.map(({ event }) => event)).toEqual([
        'payments.keys_refused',
        'request.unavailable',
      ]);
      expect((await findPaymentProblems(shop.context.ctx, staff)).keysRefused).toMatch(/key/i);
      fake.refuseKeys(null);
      expect((await ask(request)).status).toBe(200);
      expect((await findPaymentProblems(shop.context.ctx, staff)).keysRefused).toBeNull();
    },
  );

  test('is 503 with Retry-After, logged once, with its reason and without a stack', async () => {
    const { request } = await place();
    fake.failNext('down', 3);
    logged.length = 0;
    const { response } = await ask(request);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatchObject({
      event: 'request.unavailable',
      about: { code: 'unavailable', path: '/create-payment-intent' },
    });
    expect(JSON.stringify(logged)).toContain('Something is wrong.');
    expect(JSON.stringify(logged)).not.toMatch(/\n? +at .*\.[jt]s/);
  });
});
