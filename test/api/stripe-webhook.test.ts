import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deliverDue } from '#features/emails/deliver.ts';
import { listCapturedEmails } from '#features/emails/emails.ts';
import {
  carryOutOpenRefunds,
  processProviderEvents,
  retryRefund,
  settleRefundOutside,
  withdrawFailedRefund,
} from '#features/orders/orders.ts';
import { listFailedRefunds } from '#features/payments/payments.ts';
import { createApp } from '#server/http/app.ts';
import { CARDS } from '../support/cards.ts';
import { type StripeFake, startStripeFake } from '../support/fake-stripe.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const webhookSecret = 'whsec_of_these_tests';
const stripe = new Stripe('sk_test_x');
let fake: StripeFake;
let shop: TestShop;
let sam: Client;
let admin: Client;
let now = Date.now();
let losesResponsesOfRefunds = false;

beforeAll(async () => {
  fake = await startStripeFake({
    onCall: (call) => (losesResponsesOfRefunds && call === 'POST /v1/refunds' ? 'cut' : undefined),
  });
  shop = await openTestShop({
    stripe: {
      secretKey: fake.secretKey,
      publishableKey: 'pk_test_1',
      webhookSecret,
      apiUrl: fake.url,
    },
    now: () => new Date(now),
  });
  sam = await shop.shopper('Sam Striped');
  admin = await shop.admin();
});
afterEach(() => expectSoundLedger(shop));
afterAll(async () => {
  await shop.close();
  await fake.close();
});

let events = 0;
/** Tells the shop what Stripe would, signed as Stripe signs. */
function tell(
  intentId: string,
  options: { id?: string | null; type?: string | null; secret?: string; body?: string } = {},
) {
  events += 1;
  const payload = JSON.stringify({
    id: options.id === undefined ? `evt_${events}` : options.id,
    object: 'event',
    type: options.type === undefined ? 'payment_intent.succeeded' : options.type,
    data: { object: { object: 'payment_intent', id: intentId } },
  });
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? webhookSecret,
  });
  return shop.guest().request('POST', '/webhooks/stripe', options.body ?? payload, {
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
const processEvents = () => processProviderEvents(shop.context.ctx);

describe('what Stripe tells the shop', () => {
  test('pays the order, though the page never came back', async () => {
    const { orderId, intentId } = await begin('Told Shirt');
    fake.confirm(intentId, CARDS.good);
    expect((await tell(intentId)).status).toBe(200);
    await processEvents();
    expect(await (await sam.get(`/orders/${orderId}`)).json()).toMatchObject({
      status: 'Paid',
      transaction: intentId,
      last4: '4242',
    });
  });

  test('is taken and left alone where it can not be stored', async () => {
    const { orderId, intentId } = await begin('Odd Shirt');
    const odd = [
      { id: 'evt_\0' },
      { type: 'odd\0' },
      { id: 'evt_odd', intentId: 'pi_\0' },
      { id: null },
      { type: null },
      { type: 'odd\ud800' },
    ];
    for (const change of odd) {
      expect([change, (await tell(change.intentId ?? intentId, change)).status]).toEqual([
        change,
        200,
      ]);
    }
    expect(await statusOf(orderId)).toBe('Pending');
  });

  test('is believed only as far as Stripe confirms it', async () => {
    const { orderId, intentId } = await begin('Untrue Shirt');
    expect((await tell(intentId)).status).toBe(200);
    await processEvents();
    expect(await statusOf(orderId)).toBe('Pending');
  });

  test('counts once, however often and beside whatever else it is told', async () => {
    const { orderId, intentId } = await begin('Repeated Shirt');
    fake.confirm(intentId, CARDS.good);
    const returns = await Promise.all([
      tell(intentId, { id: 'evt_same' }),
      tell(intentId, { id: 'evt_same' }),
      sam.put(`/orders/${orderId}`, { transaction: intentId }),
      tell(intentId),
    ]);
    expect(returns.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await Promise.all([processEvents(), processEvents()]);
    expect(await statusOf(orderId)).toBe('Paid');
    const { rows } = await shop.database.pool.query(
      "select count(*) from provider_events where id = 'evt_same'",
    );
    expect(rows[0].count).toBe('1');
  });

  test('finds the order paid, which can no longer be deleted', async () => {
    const { orderId, intentId } = await begin('Deleted Shirt');
    fake.confirm(intentId, CARDS.good);
    expect((await sam.delete(`/orders/${orderId}`)).status).toBe(409);
    expect(await statusOf(orderId)).toBe('Paid');
    expect((await tell(intentId)).status).toBe(200);
    await processEvents();
    expect(fake.refundedMinor(intentId)).toBe(0);
  });

  test("writes down what was given back on Stripe's own pages, once", async () => {
    const { orderId, intentId } = await begin('Refunded Shirt');
    fake.confirm(intentId, CARDS.good);
    await tell(intentId);
    fake.refundByHand(intentId, 2_500);
    for (let round = 0; round < 3; round += 1) await tell(intentId, { type: 'charge.refunded' });
    await processEvents();
    const refunded = async () =>
      (await (await sam.get(`/orders/${orderId}`)).json()).refundedAmount;
    expect(await refunded()).toBe(25);
    const key = { 'idempotency-key': 'by-the-shop' };
    const rest = { amount: 115, reason: 'Everything else' };
    expect((await admin.post(`/orders/${orderId}/refunds`, rest, key)).status).toBe(201);
    await tell(intentId, { type: 'charge.refunded' });
    await processEvents();
    expect(await refunded()).toBe(140);
    expect(fake.refundedMinor(intentId)).toBe(14_000);
  });

  test('is tried again while Stripe does not respond', async () => {
    const { orderId, intentId } = await begin('Late Shirt');
    fake.confirm(intentId, CARDS.good);
    fake.failNext('down', 6);
    expect((await tell(intentId)).status).toBe(200);
    await processEvents();
    expect(await statusOf(orderId)).toBe('Pending');
    fake.failNext('down', 0);
    for (let round = 0; round < 3 && (await statusOf(orderId)) !== 'Paid'; round += 1)
      await processEvents();
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

async function paid(name: string) {
  const begun = await begin(name);
  fake.confirm(begun.intentId, CARDS.good);
  await sam.put(`/orders/${begun.orderId}`, { transaction: begun.intentId });
  return begun;
}
const refund = (orderId: string, amount: number) =>
  admin.post(
    `/orders/${orderId}/refunds`,
    { amount, reason: 'Came back' },
    { 'idempotency-key': crypto.randomUUID() },
  );
const refundedOf = async (id: string) =>
  (await (await sam.get(`/orders/${id}`)).json()).refundedAmount ?? 0;
/** The refunds of a payment, and what its ledger comes to. */
async function booksOf(intentId: string) {
  const { rows } = await shop.database.pool.query(
    `select p.id as payment, (select sum(amount_minor)::int from ledger_entries where payment_id = p.id) as ledger,
       (select json_agg(json_build_array(status, amount_minor) order by created_at, id) from refunds
         where payment_id = p.id) as refunds,
       (select max(id) from refunds where payment_id = p.id) as newest
     from payments p where intent_id = $1`,
    [intentId],
  );
  return rows[0];
}
/** Tells all of these, and works them off at once with another process. */
async function tellAll(intentId: string, types: string[]) {
  for (const type of types) await tell(intentId, { type });
  await Promise.all([processEvents(), processEvents()]);
}
const failedRefunds = async () =>
  (await listFailedRefunds(shop.context.ctx, actorOf(admin, 'admin'), { limit: 100, after: null }))
    .items;

describe('a refund that the bank returns after Stripe accepted it', () => {
  test.each([
    ['in order', ['charge.refunded', 'refund.failed', 'charge.refund.updated']],
    ['the other way round', ['refund.updated', 'refund.failed', 'charge.refunded']],
  ])('waits for staff and is given back again (told %s)', async (_, types) => {
    const { ctx } = shop.context;
    const staff = actorOf(admin, 'admin');
    const { orderId, intentId } = await paid(`Returned Shirt ${types[0]}`);
    await deliverDue(ctx);
    await shop.database.pool.query('delete from mailbox_mails');
    expect((await refund(orderId, 140)).status).toBe(201);
    expect(await refundedOf(orderId)).toBe(140);
    fake.returnRefund(intentId);
    await tellAll(intentId, [...types, ...types]);

    expect(await refundedOf(orderId)).toBe(0);
    const { newest: id, ...books } = await booksOf(intentId);
    expect(books).toMatchObject({ ledger: 14_000, refunds: [['failed', 14_000]] });
    expect(await failedRefunds()).toContainEqual(
      expect.objectContaining({ id, failure: expect.stringContaining('expired_or_canceled_card') }),
    );
    // The email that the money is on its way was still to be sent.
    await deliverDue(ctx);
    const page = await listCapturedEmails(ctx, staff, { limit: 100, after: null });
    expect(page?.items.filter(({ subject }) => /refund/i.test(subject))).toEqual([]);

    expect(await retryRefund(ctx, staff, id)).toEqual({ isDone: true });
    await tellAll(intentId, types);
    expect(await booksOf(intentId)).toMatchObject({ ledger: 0, refunds: [['done', 14_000]] });
    expect(fake.refundedMinor(intentId)).toBe(14_000);
    fake.returnRefund(intentId);
    await tellAll(intentId, ['refund.failed']);
    await settleRefundOutside(ctx, staff, id, 'By bank transfer.');
    await tellAll(intentId, ['refund.failed']);
    expect(await booksOf(intentId)).toMatchObject({
      ledger: 14_000,
      refunds: [['settled', 14_000]],
    });
    expect(await refundedOf(orderId)).toBe(140);
  });

  test('and staff withdraw is no reason for a credit note any more, which a debit note takes back', async () => {
    const { ctx } = shop.context;
    const { orderId, intentId } = await paid('Withdrawn Shirt');
    await refund(orderId, 140);
    const documents = async () =>
      (await (await sam.get(`/api/v1/orders/${orderId}/documents`)).json()).map(
        ({ kind, withdrawn }: { kind: string; withdrawn: boolean }) => [kind, withdrawn],
      );
    expect(await documents()).toEqual([
      ['invoice', false],
      ['credit_note', false],
    ]);
    fake.returnRefund(intentId);
    await tellAll(intentId, ['refund.failed']);
    const { newest } = await booksOf(intentId);
    await withdrawFailedRefund(ctx, actorOf(admin, 'admin'), newest, 'The card is closed.');
    expect(await documents()).toEqual([
      ['invoice', false],
      ['credit_note', true],
      ['debit_note', false],
    ]);
    const order = await (await sam.get(`/orders/${orderId}`)).json();
    expect(order.documents[1]).toMatchObject({ kind: 'credit_note', withdrawn: true });
  });

  test.each(['told', 'not told'])(
    'before the shop heard that it was accepted is failed (%s)',
    async (how) => {
      const { orderId, intentId } = await paid(`Early Shirt ${how}`);
      fake.failNext('cut', 3);
      await refund(orderId, 30);
      fake.failNext('down', 0);
      fake.returnRefund(intentId);
      if (how === 'told') await tellAll(intentId, ['refund.failed']);
      now += 5 * 60_000;
      await carryOutOpenRefunds(shop.context.ctx);
      expect(await booksOf(intentId)).toMatchObject({
        ledger: 14_000,
        refunds: [['failed', 3_000]],
      });
    },
  );

  test('waits for staff again when the bank returns the next attempt before its response came', async () => {
    const { orderId, intentId } = await paid('Twice Returned Shirt');
    await refund(orderId, 140);
    fake.returnRefund(intentId);
    await tellAll(intentId, ['refund.failed']);
    const { newest } = await booksOf(intentId);
    losesResponsesOfRefunds = true;
    const tried = await retryRefund(shop.context.ctx, actorOf(admin, 'admin'), newest);
    losesResponsesOfRefunds = false;
    expect(tried).toEqual({ isDone: false });
    fake.returnRefund(intentId);
    now += 5 * 60_000;
    await carryOutOpenRefunds(shop.context.ctx);
    const { ledger, refunds } = await booksOf(intentId);
    expect([ledger, refunds]).toEqual([14_000, [['failed', 14_000]]]);
  });

  test('of a payment that could not be kept waits for staff as well', async () => {
    const { orderId } = await paid('Twice Paid Shirt');
    const begun = await sam.post('/create-payment-intent', { totalAmount: 140 });
    const intentId = String((await begun.json()).clientSecret).split('_secret_')[0] ?? '';
    fake.confirm(intentId, CARDS.good);
    const again = await sam.put(`/orders/${orderId}`, { transaction: intentId });
    expect((await again.json()).code).toBe('already_paid');
    fake.returnRefund(intentId);
    await tellAll(intentId, ['refund.failed']);
    expect(await booksOf(intentId)).toMatchObject({
      ledger: 14_000,
      refunds: [['failed', 14_000]],
    });
    fake.refundByHand(intentId, 14_000);
    await tellAll(intentId, ['charge.refunded', 'refund.updated']);
    expect(await booksOf(intentId)).toMatchObject({ ledger: 0, refunds: [['done', 14_000]] });
  });
});

describe("money that staff give back on Stripe's own pages after Stripe refused the refund", () => {
  /** A refund that failed, and the same amount given back by hand. */
  async function givenByHand(name: string, amountsMinor: number[]) {
    const { orderId, intentId } = await paid(name);
    fake.refuseRefunds(intentId, 'charge_disputed');
    expect((await refund(orderId, 140)).status).toBe(409);
    fake.refuseRefunds(intentId, null);
    for (const amountMinor of amountsMinor) fake.refundByHand(intentId, amountMinor);
    const { newest } = await booksOf(intentId);
    const settle = () =>
      settleRefundOutside(shop.context.ctx, actorOf(admin, 'admin'), newest, 'By hand.');
    return { orderId, intentId, settle };
  }

  test('counts once when they mark it as settled first', async () => {
    const { orderId, intentId, settle } = await givenByHand('Settled Shirt', [14_000]);
    await settle();
    await tellAll(intentId, ['charge.refunded', 'refund.updated']);
    expect(await booksOf(intentId)).toMatchObject({ ledger: 0, refunds: [['done', 14_000]] });
    expect(await refundedOf(orderId)).toBe(140);
  });

  test('counts once when the shop hears of it first, which needs no decision any more', async () => {
    const { orderId, intentId, settle } = await givenByHand('Heard Shirt', [14_000]);
    await tellAll(intentId, ['charge.refunded', 'refund.updated']);
    await expect(settle()).rejects.toMatchObject({ code: 'not_found' });
    expect(await booksOf(intentId)).toMatchObject({ ledger: 0, refunds: [['done', 14_000]] });
    expect(await refundedOf(orderId)).toBe(140);
  });

  test('in parts is never shown as more than was paid', async () => {
    const { orderId, intentId, settle } = await givenByHand('Parted Shirt', [4_000, 10_000]);
    await settle();
    await tellAll(intentId, ['charge.refunded', 'refund.updated']);
    expect((await booksOf(intentId)).ledger).toBe(0);
    expect(await refundedOf(orderId)).toBe(140);
    fake.returnRefund(intentId);
    await tellAll(intentId, ['refund.failed']);
    expect((await booksOf(intentId)).ledger).toBe(10_000);
  });
});
