import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  carryOutOpenRefunds,
  getOrder,
  retryRefund,
  settleRefundOutside,
  withdrawFailedRefund,
} from '#features/orders/orders.ts';
import { listFailedRefunds } from '#features/payments/payments.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';
import { stripeOrders } from '../support/stripe-orders.ts';

// What Stripe refuses for good.

const MINUTE = 60_000;
let now = Date.now();
let fake: StripeFake;
let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  fake = await startStripeFake();
  const { secretKey, url: apiUrl } = fake;
  const stripe = { secretKey, publishableKey: 'pk_test_1', webhookSecret: null, apiUrl };
  shop = await openTestShop({ stripe, now: () => new Date(now) });
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

const { paid, refund, refundsOf } = stripeOrders(() => ({ shop, sam, admin, fake }));
const later = () => {
  now += 5 * MINUTE;
  return carryOutOpenRefunds(shop.context.ctx);
};

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

  test('is not asked for again when somebody gave so much else back that too little is left', async () => {
    const { orderId, intentId } = await paid();
    fake.refuseRefunds(intentId, 'charge_disputed');
    await refund(orderId, 140);
    const [{ id }] = await refundsOf(orderId);
    fake.refuseRefunds(intentId, null);
    fake.refundByHand(intentId, 10_000, new Date(now));
    const staff = actorOf(admin, 'admin');
    await expect(retryRefund(shop.context.ctx, staff, id)).rejects.toMatchObject({
      code: 'amount_mismatch',
      message: expect.stringContaining('$40.00'),
    });
    expect(fake.refundedMinor(intentId)).toBe(10_000);
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
    const { payment, lines: failed } = await getOrder(ctx, actorOf(sam), orderId);
    expect(failed).toMatchObject([{ refundedToShipQuantity: 1 }]);
    expect(payment).toMatchObject({ refundOpenMinor: 14_000, refundFailedMinor: 14_000 });
    await expect(withdrawFailedRefund(ctx, actorOf(sam), id, 'x')).rejects.toMatchObject({
      code: 'forbidden',
    });
    await withdrawFailedRefund(ctx, actorOf(admin, 'admin'), id, 'The bank decided for us.');
    const order = await getOrder(ctx, actorOf(sam), orderId);
    expect(order.payment).toMatchObject({ refundedMinor: 0, refundableMinor: 14_000 });
    // It paid nothing back, so its unit is shipped.
    expect(order.lines).toMatchObject([{ refundedToShipQuantity: 0 }]);
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
