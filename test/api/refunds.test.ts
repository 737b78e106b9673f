import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { carryOutOpenRefunds, getOrder, refundOrder } from '#features/orders/orders.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 30 });
  sam = await shop.shopper('Sam Refunded');
  admin = await shop.admin();
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

async function placed(): Promise<string> {
  const shirt = await stock(shop, { name: 'Returned Shirt' });
  const key = { 'idempotency-key': crypto.randomUUID() };
  return (await (await sam.post('/orders', orderOf(shirt), key)).json())._id;
}

/** An order of $140 that is paid. */
async function paid(): Promise<string> {
  const orderId = await placed();
  const transaction = await payIntent(sam, { totalAmount: 140, orderId });
  expect((await sam.put(`/orders/${orderId}`, { transaction })).status).toBe(200);
  return orderId;
}

const refund = (orderId: string, amount: unknown, key: string = crypto.randomUUID()) =>
  admin.post(
    `/orders/${orderId}/refunds`,
    { amount, reason: 'Came back' },
    { 'idempotency-key': key },
  );
const atProvider = async (orderId: string) =>
  Number(
    (
      await shop.query(
        `select i.refunded_minor from sandbox_intents i join payments p on p.intent_id = i.id
         where p.order_id = $1`,
        [orderId],
      )
    )[0]?.refunded_minor,
  );

describe('a refund', () => {
  test('takes no key like those that the shop makes itself', async () => {
    const response = await refund(await paid(), 10, 'cancellation 1');
    expect(response.status).toBe(422);
    expect((await response.json()).detail).toContain('A key must not contain spaces.');
  });

  test('in full leaves a ledger of nothing, a history, an audit row and an email to send', async () => {
    const orderId = await paid();
    const response = await refund(orderId, 140);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({
      status: 'Paid',
      amount: 14_000,
      refundedAmount: 140,
    });
    expect(await atProvider(orderId)).toBe(14_000);
    const [ledger] = await shop.query(
      'select sum(amount_minor) as sum, count(*) from ledger_entries where order_id = $1',
      [orderId],
    );
    expect(ledger).toEqual({ sum: '0', count: '2' });
    const events = await shop.query(
      'select event, detail from order_events where order_id = $1 order by id',
      [orderId],
    );
    expect(events.at(-1)).toEqual({ event: 'refund', detail: '$140.00' });
    const [told] = await shop.query(
      `select count(*) from outbox m join refunds r on r.id = m.payload->>'refundId'
       join payments p on p.id = r.payment_id where m.kind = 'payment.refunded' and p.order_id = $1`,
      [orderId],
    );
    expect(told.count).toBe('1');
    const [audited] = await shop.query(
      "select count(*) from audit_log where action = 'order.refund' and subject = $1",
      [orderId],
    );
    expect(audited.count).toBe('1');
  });

  test('of a page that shows an older state of the order is refused, but a repeat is not', async () => {
    const orderId = await paid();
    const { ctx } = shop.context;
    const staff = actorOf(admin, 'admin');
    const { version } = await getOrder(ctx, staff, orderId);
    const request = (key: string) => ({ amountMinor: 3_000, reason: 'Came back', key, version });
    await refundOrder(ctx, staff, orderId, request('one'));
    await refundOrder(ctx, staff, orderId, request('one'));
    await expect(refundOrder(ctx, staff, orderId, request('two'))).rejects.toMatchObject({
      code: 'order_changed',
    });
    expect(await atProvider(orderId)).toBe(3_000);
  });

  test('in parts ends where nothing is left', async () => {
    const orderId = await paid();
    expect((await refund(orderId, 100)).status).toBe(201);
    const tooMuch = await refund(orderId, 40.01);
    expect(tooMuch.status).toBe(409);
    expect(await tooMuch.json()).toMatchObject({
      code: 'amount_mismatch',
      detail: 'At most $40.00 of this order can be refunded.',
    });
    expect((await refund(orderId, '40.00')).status).toBe(201);
    expect((await refund(orderId, 0.01)).status).toBe(409);
    expect(await atProvider(orderId)).toBe(14_000);
  });

  test('is one refund under one key, also at the same time; another amount is refused', async () => {
    const orderId = await paid();
    const returns = await Promise.all(Array.from({ length: 10 }, () => refund(orderId, 10, 'k')));
    expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await atProvider(orderId)).toBe(1_000);
    expect((await refund(orderId, 11, 'k')).status).toBe(409);
    expect(await atProvider(orderId)).toBe(1_000);
  });

  test('beside others at the same time never gives back more than came in', async () => {
    const orderId = await paid();
    const returns = await Promise.all(Array.from({ length: 10 }, () => refund(orderId, 50)));
    expect(returns.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(returns.map(({ status }) => status).sort()).toEqual([
      ...Array(2).fill(201),
      ...Array(8).fill(409),
    ]);
    expect(await atProvider(orderId)).toBe(10_000);
  });

  test.each([0, -1, 1.001, '1e3', 'all', null, 10_000_001])('of %j is refused', async (amount) => {
    const orderId = await paid();
    expect((await refund(orderId, amount)).status).toBe(422);
    expect(await atProvider(orderId)).toBe(0);
  });

  test('needs a key, and an order that is paid', async () => {
    const orderId = await placed();
    const body = { amount: 1, reason: 'Came back' };
    expect((await admin.post(`/orders/${orderId}/refunds`, body)).status).toBe(422);
    const unpaid = await refund(orderId, 1);
    expect(unpaid.status).toBe(409);
    expect((await unpaid.json()).code).toBe('payment_incomplete');
    expect((await refund('ord_of_nobody', 1)).status).toBe(404);
  });

  test('that the provider did not respond to is carried out later, once', async () => {
    const orderId = await paid();
    const { ctx } = shop.context;
    const { payments } = ctx;
    ctx.payments = null;
    try {
      const response = await refund(orderId, 30);
      expect(response.status).toBe(201);
      expect(await atProvider(orderId)).toBe(0);
    } finally {
      ctx.payments = payments;
    }
    await Promise.all([carryOutOpenRefunds(ctx), carryOutOpenRefunds(ctx)]);
    expect(await atProvider(orderId)).toBe(3_000);
    expect(await carryOutOpenRefunds(ctx)).toBe(0);
  });

  test('the database refuses what the shop would not do', async () => {
    const orderId = await paid();
    const over = `insert into refunds (id, payment_id, amount_minor, currency, reason, status, created_at)
      select 'rfd_over', id, amount_minor + 1, currency, 'too much', 'requested', now()
      from payments where order_id = $1`;
    await expect(shop.query(over, [orderId])).rejects.toThrow('would go back than came in');
  });
});
