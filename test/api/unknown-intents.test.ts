import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPaymentsSandbox } from '#adapters/payments/sandbox.ts';
import { expireOverdueOrders, recheckPayment, reconcilePayments } from '#features/orders/orders.ts';
import {
  closeUnknownPayment,
  findPaymentProblems,
  listUnknownPayments,
} from '#features/payments/payments.ts';
import { CARDS } from '../support/cards.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

// What becomes of an order whose intent the provider does not know any more, or can't stop.

const DAY = 86_400_000;
let now = Date.now();
let fake: StripeFake;
let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  fake = await startStripeFake({ secretKey: 'sk_live_of_these_tests' });
  const { secretKey, url: apiUrl } = fake;
  const stripe = { secretKey, publishableKey: 'pk_live_1', webhookSecret: null, apiUrl };
  shop = await openTestShop({ stripe, now: () => new Date(now) });
  sam = await shop.shopper('Sam Unknown');
  admin = await shop.admin();
});
beforeEach(() => fake.failNext('down', 0));
afterEach(() => expectSoundLedger(shop));
afterAll(async () => {
  await shop.close();
  await fake.close();
});

/** An unpaid order of all three units, and the intent that was begun for it. */
async function begin() {
  const product = await stock(shop, { name: `Shirt ${crypto.randomUUID()}`, inventory: 3 });
  const key = { 'idempotency-key': crypto.randomUUID() };
  const order = await (await sam.post('/orders', orderOf(product, 3), key)).json();
  const intentId = await intentOf(order._id);
  return { orderId: String(order._id), intentId, product };
}
async function intentOf(orderId: string): Promise<string> {
  const request = { totalAmount: 180, orderId };
  const { clientSecret } = await (await sam.post('/create-payment-intent', request)).json();
  return String(clientSecret).split('_secret_')[0] ?? '';
}
const statusOf = async (orderId: string) =>
  (await (await admin.get(`/orders/${orderId}`)).json()).status;
const paymentOf = async (intentId: string) =>
  (
    await shop.database.pool.query('select id, status from payments where intent_id = $1', [
      intentId,
    ])
  ).rows[0];
const inStock = async ({ id }: { id: string }) =>
  (await (await sam.get(`/products/${id}`)).json()).inventory;

describe('an order whose intent the provider does not know', () => {
  test('can be deleted, and its stock comes back', async () => {
    const { orderId, intentId, product } = await begin();
    fake.setKnown(intentId, false);
    const deleted = await sam.delete(`/orders/${orderId}`);
    expect([deleted.status, await deleted.json()]).toEqual([200, { deletedCount: 1 }]);
    expect(await inStock(product)).toBe(3);
    expect((await paymentOf(intentId)).status).toBe('unknown');
  });

  test('can be marked as paid, and staff are told that its card was not stopped', async () => {
    const { orderId, intentId } = await begin();
    fake.setKnown(intentId, false);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const marked = await admin.post(`/api/v1/orders/${orderId}/payments`, {}, key);
    expect([marked.status, await marked.json()]).toMatchObject([201, { cardNotStopped: true }]);
    expect((await paymentOf(intentId)).status).toBe('unknown');
  });

  test('expires, and its stock comes back', async () => {
    const { orderId, intentId, product } = await begin();
    fake.setKnown(intentId, false);
    now += 8 * DAY;
    await expireOverdueOrders(shop.context.ctx);
    expect(await statusOf(orderId)).toBe('Cancelled');
    expect(await inStock(product)).toBe(3);
  });

  test('is paid with a fresh intent; money that the old one took goes back when it is known again', async () => {
    const { orderId, intentId } = await begin();
    fake.setKnown(intentId, false);
    const fresh = await intentOf(orderId);
    expect(fresh).not.toBe(intentId);
    fake.setKnown(intentId, true);
    fake.confirm(intentId, CARDS.good);
    fake.setKnown(intentId, false);
    fake.confirm(fresh, CARDS.good);
    expect((await sam.put(`/orders/${orderId}`, { transaction: fresh })).status).toBe(200);

    now += DAY;
    await reconcilePayments(shop.context.ctx);
    expect(fake.refundedMinor(intentId)).toBe(0);
    fake.setKnown(intentId, true);
    now += DAY;
    await reconcilePayments(shop.context.ctx);
    expect(fake.refundedMinor(intentId)).toBe(18_000);
    expect(fake.refundedMinor(fresh)).toBe(0);
    expect(await statusOf(orderId)).toBe('Paid');
  });

  test('is marked as paid by staff; money that its card is charged with later goes back', async () => {
    const { orderId, intentId } = await begin();
    fake.process(intentId);
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect((await admin.post(`/api/v1/orders/${orderId}/payments`, {}, key)).status).toBe(201);
    expect((await paymentOf(intentId)).status).toBe('unknown');
    fake.confirm(intentId, CARDS.good);
    now += DAY;
    await reconcilePayments(shop.context.ctx);
    expect(fake.refundedMinor(intentId)).toBe(18_000);
    expect((await paymentOf(intentId)).status).toBe('refunded');
    expect(await statusOf(orderId)).toBe('Paid');
  });

  test('is paid by it, when it was paid and is known again before anything else pays', async () => {
    const { orderId, intentId } = await begin();
    fake.confirm(intentId, CARDS.good);
    fake.setKnown(intentId, false);
    const fresh = await intentOf(orderId);
    fake.setKnown(intentId, true);
    await recheckPayment(shop.context.ctx, actorOf(admin, 'admin'), (await paymentOf(intentId)).id);
    expect(await statusOf(orderId)).toBe('Paid');
    expect((await paymentOf(fresh)).status).toBe('cancelled');
    expect(fake.confirm.bind(null, fresh, CARDS.good)).toThrow('status of canceled');
  });

  test('leaves nothing to pay behind, when it was not paid and is known again', async () => {
    const { orderId, intentId } = await begin();
    fake.setKnown(intentId, false);
    await sam.delete(`/orders/${orderId}`);
    fake.setKnown(intentId, true);
    now += DAY;
    await reconcilePayments(shop.context.ctx);
    expect((await paymentOf(intentId)).status).toBe('cancelled');
    expect(fake.confirm.bind(null, intentId, CARDS.good)).toThrow('status of canceled');
  });

  test('is ended while a bank still decides about its payment, which goes back when it is taken', async () => {
    const [deleted, expired] = [await begin(), await begin()];
    for (const { intentId } of [deleted, expired]) fake.process(intentId);
    expect((await sam.delete(`/orders/${deleted.orderId}`)).status).toBe(200);
    now += 8 * DAY;
    await expireOverdueOrders(shop.context.ctx);
    for (const { orderId, intentId, product } of [deleted, expired]) {
      expect(await statusOf(orderId)).toBe('Cancelled');
      expect(await inStock(product)).toBe(3);
      fake.confirm(intentId, CARDS.good);
    }
    now += DAY;
    await reconcilePayments(shop.context.ctx);
    for (const { intentId } of [deleted, expired]) {
      expect(fake.refundedMinor(intentId)).toBe(18_000);
    }
  });

  test('is kept while the provider can not be asked, and while it refuses the keys', async () => {
    const { orderId, intentId } = await begin();
    fake.refuseKeys(401);
    const refused = await sam.delete(`/orders/${orderId}`);
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'payments_unavailable']);
    fake.refuseKeys(null);
    fake.failNext('down', 3);
    expect((await sam.delete(`/orders/${orderId}`)).status).toBe(503);
    fake.failNext('down', 0);
    expect(await statusOf(orderId)).toBe('Pending');
    expect((await paymentOf(intentId)).status).toBe('created');
    expect((await sam.delete(`/orders/${orderId}`)).status).toBe(200);
  });

  test.each(['another provider', 'no provider'])(
    'ends as well where the shop has %s by now',
    async (which) => {
      const { orderId, intentId, product } = await begin();
      const { ctx } = shop.context;
      const { payments } = ctx;
      ctx.payments =
        which === 'no provider'
          ? null
          : createPaymentsSandbox(shop.database.db, () => new Date(now));
      try {
        expect((await sam.delete(`/orders/${orderId}`)).status).toBe(200);
      } finally {
        ctx.payments = payments;
      }
      expect(await inStock(product)).toBe(3);
      expect((await paymentOf(intentId)).status).toBe('unknown');
      now += DAY;
      await reconcilePayments(ctx);
      expect((await paymentOf(intentId)).status).toBe('cancelled');
    },
  );

  test('does not keep orders without a payment from expiring while the provider is away', async () => {
    const { orderId } = await begin();
    const product = await stock(shop, { name: 'Pay Later Shirt', inventory: 3 });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const later = await (await sam.post('/orders', orderOf(product, 3), key)).json();
    now += 8 * DAY;
    fake.refuseKeys(401);
    await expireOverdueOrders(shop.context.ctx);
    fake.refuseKeys(null);
    expect(await statusOf(orderId)).toBe('Pending');
    expect(await statusOf(later._id)).toBe('Cancelled');
  });
});

test('staff see payments unknown at the provider, check again, and close them with a note', async () => {
  const { ctx } = shop.context;
  const staff = actorOf(admin, 'admin');
  const { orderId, intentId } = await begin();
  fake.setKnown(intentId, false);
  await sam.delete(`/orders/${orderId}`);
  const { id } = await paymentOf(intentId);
  const page = await listUnknownPayments(ctx, staff, { limit: 1, after: null });
  expect(page.items).toMatchObject([
    { id, intentId, provider: 'stripe', amountMinor: 18_000, orderStatus: 'cancelled' },
  ]);
  await expect(recheckPayment(ctx, staff, id)).rejects.toMatchObject({
    code: 'payment_incomplete',
  });
  const before = (await findPaymentProblems(ctx, staff)).payments;
  await closeUnknownPayment(ctx, staff, id, 'Was never paid there.');
  expect((await findPaymentProblems(ctx, staff)).payments).toBe(before - 1);
  await expect(closeUnknownPayment(ctx, staff, id, 'Again.')).rejects.toMatchObject({
    code: 'not_found',
  });
  const { rows } = await shop.database.pool.query(
    "select detail from audit_log where action = 'payment.close' and subject = $1",
    [id],
  );
  expect(rows).toEqual([{ detail: { intentId, note: 'Was never paid there.' } }]);
  const shopper = actorOf(sam);
  await expect(closeUnknownPayment(ctx, shopper, id, 'x')).rejects.toMatchObject({
    code: 'forbidden',
  });
});
