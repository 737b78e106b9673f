import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { carryOutOpenRefunds } from '#features/orders/orders.ts';
import { checkPaymentKeys, findPaymentProblems } from '#features/payments/payments.ts';
import type { Log } from '#shared/log.ts';
import { CARDS } from '../support/cards.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import type { StripeChange } from '../support/stripe-account.ts';
import { stripeOrders } from '../support/stripe-orders.ts';

// What Stripe keeps under a key, and does not take at all.

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

const { place, ask, paid, refund, refundsOf } = stripeOrders(() => ({ shop, sam, admin, fake }));
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

test('a payment that the database has lost is reported once it has succeeded', async () => {
  const { orderId, request } = await place();
  const { body } = await ask(request);
  const intentId = String(body.clientSecret).split('_secret_')[0] ?? '';
  await shop.database.pool.query('delete from payments where intent_id = $1', [intentId]);
  const pay = () => sam.put(`/orders/${orderId}`, { transaction: intentId });
  logged.length = 0;
  expect((await pay()).status).toBe(409);
  expect(logged).toEqual([]);
  fake.confirm(intentId, CARDS.good);
  expect((await pay()).status).toBe(409);
  expect(logged.map(({ event }) => event)).toEqual(['payment.unmatched']);
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
