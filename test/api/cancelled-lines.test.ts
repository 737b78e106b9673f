import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverDue } from '#features/emails/deliver.ts';
import { cancelLines, fulfillOrder } from '#features/fulfillment/fulfillment.ts';
import { viewOrder } from '#features/orders/orders.ts';
import { changeOrder } from '#web/routes/console/order/change-order.ts';
import type { Visit } from '#web/shop-context.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type How, type PaidOrder, placeOrderOf, unitsOnHand } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 40, shopConfig: { emails: WITHOUT_LIMITS } });
  sam = await shop.shopper('Sam Cancelled');
  admin = await shop.admin('Ada Canceller');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const cancel = (order: PaidOrder, body?: unknown, { who = admin, ...how }: How = {}) =>
  who.change(`orders/${order.id}/cancellations`, body, how);

const send = (order: PaidOrder, body?: unknown) =>
  admin.change(`orders/${order.id}/fulfillments`, body);

const view = async ({ id }: PaidOrder) => (await admin.get(`/orders/${id}`)).json();

const onHand = (order: PaidOrder) => unitsOnHand(shop, order);

test('some units are cancelled once: stock, refund, history, audit log, email, and the rest is sent', async () => {
  const order = await placeOrderOf(shop, sam, [3, 1]);
  const [first = '', second = ''] = order.skus;
  const [before = 0, other = 0] = await onHand(order);
  const asked = { lines: [{ sku: first, quantity: 2 }], note: 'Torn' };
  const { status, body } = await cancel(order, asked, { key: 'once' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'Paid',
    fulfillmentStatus: 'unfulfilled',
    refundedAmount: 40,
    totalAmount: order.totalAmount,
    cancellations: [{ restocked: true, lines: [{ sku: first, quantity: 2 }] }],
  });
  expect(JSON.stringify(body.cancellations)).not.toContain('once');
  // The same request once more changes nothing, and another one under its key is refused.
  expect((await cancel(order, asked, { key: 'once' })).body).toEqual(body);
  for (const other of [
    { ...asked, lines: [{ sku: first, quantity: 1 }] },
    { ...asked, restock: false },
    { ...asked, refund: 39 },
  ]) {
    expect((await cancel(order, other, { key: 'once' })).status).toBe(422);
  }
  expect(await onHand(order)).toEqual([before + 2, other]);
  const movements = await shop.query(
    `select quantity, reason, actor from stock_movements where order_id = $1 and variant_id = $2 order by id`,
    [order.id, order.variants[0]],
  );
  expect(movements).toEqual([
    { quantity: -3, reason: 'sold', actor: sam.id },
    { quantity: 2, reason: 'cancelled', actor: admin.id },
  ]);
  const events = await shop.query(
    `select event, detail from order_events where order_id = $1 and actor = $2 order by id`,
    [order.id, admin.id],
  );
  expect(events).toEqual([
    { event: 'cancel-lines', detail: '2 items: Torn' },
    { event: 'refund', detail: '$40.00' },
  ]);
  const audited = await shop.query(
    `select detail from audit_log where subject = $1 and action = 'order.cancel-lines'`,
    [order.id],
  );
  expect(audited).toEqual([{ detail: { units: 2, restocked: true, refundMinor: 4000 } }]);

  expect((await send(order, { lines: [{ sku: first, quantity: 2 }] })).body).toMatchObject({
    code: 'already_shipped',
    detail: `At most 1 of ${first} can still be shipped.`,
  });
  const sent = await send(order);
  expect(sent.body.fulfillments[0].lines).toEqual([
    { sku: first, quantity: 1 },
    { sku: second, quantity: 1 },
  ]);
  expect(sent.body.fulfillmentStatus).toBe('fulfilled');
  expect((await cancel(order)).body.code).toBe('already_shipped');
  await deliverDue(shop.context.ctx);
  const [mail] = await shop.query(
    `select text from mailbox_mails where "to" = $1 and subject = $2`,
    [sam.email, `A part of your order ${body.number} is cancelled`],
  );
  expect(mail.text).toMatch(/2 × Sent Shirt.*A separate email tells you about your refund/s);
  expect(mail.text).not.toContain('Torn');
});

test('all units: the order is cancelled as far as shipping goes, and the shipping is refunded too', async () => {
  const order = await placeOrderOf(shop, sam, [2, 1]);
  const [first = ''] = order.skus;
  expect((await cancel(order, { lines: [{ sku: first, quantity: 1 }] })).body.refundedAmount).toBe(
    20,
  );
  const { body } = await cancel(order);
  expect(body).toMatchObject({
    status: 'Paid',
    fulfillmentStatus: 'cancelled',
    refundedAmount: order.totalAmount,
  });
  expect((await send(order)).status).toBe(409);
  const held = await admin.post(
    `/api/v1/orders/${order.id}/hold`,
    {},
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect((await held.json()).code).toBe('already_shipped');
  const { rows } = await shop.database.pool.query(
    'select fulfillment_status from orders where id = $1',
    [order.id],
  );
  expect(rows).toEqual([{ fulfillment_status: 'cancelled' }]);
});

test('staff choose the refund and whether the units go back into the stock', async () => {
  const order = await placeOrderOf(shop, sam, [4]);
  const [sku = ''] = order.skus;
  const [before = 0] = await onHand(order);
  const one = [{ sku, quantity: 1 }];
  const lost = await cancel(order, { lines: one, restock: false, refund: 0 });
  expect(lost.body.refundedAmount).toBeUndefined();
  expect(await onHand(order)).toEqual([before]);
  expect((await cancel(order, { lines: one, refund: '25.50' })).body.refundedAmount).toBe(25.5);
  const tooMuch = await cancel(order, { lines: one, refund: order.totalAmount });
  expect(tooMuch).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } });
  // Nothing of the refused request stays.
  expect((await view(order)).cancellations).toHaveLength(2);
  expect(await onHand(order)).toEqual([before + 1]);
  // What was refunded before leaves less than the units cost.
  await admin.post(
    `/orders/${order.id}/refunds`,
    { amount: order.totalAmount - 25.5 - 5, reason: 'Late' },
    { 'idempotency-key': crypto.randomUUID() },
  );
  expect((await cancel(order)).body.refundedAmount).toBe(order.totalAmount);
});

test('cancelling units that were refunded before refunds nothing more', async () => {
  const order = await placeOrderOf(shop, sam, [3]);
  const [sku = ''] = order.skus;
  const refund = { lines: [{ sku, quantity: 2 }], reason: 'Changed their mind' };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const paidBack = await admin.post(`/api/v1/orders/${order.id}/refunds`, refund, key);
  expect((await paidBack.json()).refundedAmount).toBe(40);
  const cancelled = await cancel(order, { lines: [{ sku, quantity: 2 }] });
  expect(cancelled.body).toMatchObject({ refundedAmount: 40, fulfillmentStatus: 'unfulfilled' });
  const { body } = await send(order);
  expect(body.fulfillments).toMatchObject([{ lines: [{ sku, quantity: 1 }] }]);
  expect(body).toMatchObject({ refundedAmount: 40, fulfillmentStatus: 'fulfilled' });
});

test('is for staff, a paid order, what they saw, and what is left', async () => {
  const order = await placeOrderOf(shop, sam, [2]);
  const [sku = ''] = order.skus;
  expect((await cancel(order, {}, { who: sam })).status).toBe(403);
  expect((await cancel({ ...order, id: 'ord_none' })).status).toBe(404);
  const wrong = [
    { lines: [] },
    { lines: [{ sku, quantity: 0 }] },
    { lines: [{ sku: 'NONE', quantity: 1 }] },
    { refund: -1 },
    { refund: '1.234' },
    { restock: 'maybe' },
  ];
  for (const body of wrong) expect((await cancel(order, body)).status).toBe(422);
  expect((await cancel(order, { lines: [{ sku, quantity: 3 }] })).body.code).toBe(
    'already_shipped',
  );
  const { version } = await view(order);
  expect((await cancel(order, { lines: [{ sku, quantity: 1 }] }, { version })).status).toBe(201);
  const late = await cancel(order, { lines: [{ sku, quantity: 1 }] }, { version });
  expect(late.body.code).toBe('order_changed');
  const unpaid = await placeOrderOf(shop, sam, [1], { isPaid: false });
  expect((await cancel(unpaid)).body.code).toBe('payment_incomplete');
  await sam.delete(`/orders/${unpaid.id}`);
  expect((await cancel(unpaid)).body.code).toBe('order_closed');
});

test('sending and cancelling at once, from two processes, leaves no unit out and none twice', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const staff = actorOf(admin, 'admin');
  for (let round = 0; round < 5; round += 1) {
    const order = await placeOrderOf(shop, sam, [6]);
    const sku = order.skus[0] ?? '';
    const [before = 0] = await onHand(order);
    const lines = [{ sku, quantity: 2 }];
    const key = crypto.randomUUID();
    const cancellation = { lines, restock: true, refundMinor: null, note: null, version: null };
    const parcel = { lines, carrier: null, trackingNumber: null, version: null };
    await Promise.allSettled([
      cancelLines(ctx, staff, order.id, { ...cancellation, key }),
      cancelLines(other, staff, order.id, { ...cancellation, key }),
      ...[ctx, other].flatMap((process) => [
        fulfillOrder(process, staff, order.id, { ...parcel, key: crypto.randomUUID() }),
        cancelLines(process, staff, order.id, { ...cancellation, key: crypto.randomUUID() }),
      ]),
    ]);
    const { cart, cancellations, fulfillments, refundedAmount = 0 } = await view(order);
    const unitsOf = (groups: { lines: { quantity: number }[] }[]) =>
      groups.flatMap((group) => group.lines).reduce((sum, { quantity }) => sum + quantity, 0);
    expect(unitsOf(cancellations) + unitsOf(fulfillments)).toBe(cart[0].quantity);
    expect(await onHand(order)).toEqual([before + unitsOf(cancellations)]);
    const shipping = fulfillments.length === 0 ? 120 : 0;
    expect(refundedAmount).toBe(20 * unitsOf(cancellations) + shipping);
  }
});

describe('the database', () => {
  test('itself puts units of a cancellation back once, and knows no movement without its request', async () => {
    const order = await placeOrderOf(shop, sam, [3]);
    const [variant] = order.variants;
    const move = (key: string | null, quantity = 1) =>
      shop.database.pool
        .query(
          `insert into stock_movements (variant_id, quantity, reason, order_id, request_key, actor)
           values ($1, $2, 'cancelled', $3, $4, 'test')`,
          [variant, quantity, order.id, key],
        )
        .then(
          () => 'done',
          ({ constraint }) => constraint,
        );
    expect(await move(null)).toBe('stock_movements_of_orders_have_keys');
    expect(await move('a', -1)).toBe('stock_movements_sign');
    await cancel(order, { lines: [{ sku: order.skus[0], quantity: 1 }] }, { key: 'a' });
    expect(await move(`${order.id} ${variant} a`)).toBe('stock_movements_once_per_order_and_key');
  });
});

test('the forms of staff ask with the amount before they refund money, and name it afterwards', async () => {
  const { ctx } = shop.context;
  const order = await placeOrderOf(shop, sam, [3, 1]);
  const [sku = ''] = order.skus;
  type Fields = [string, string][];
  const post = (fields: Fields) => {
    const posted = new FormData();
    for (const [name, value] of fields) posted.append(name, value);
    const visit = { ctx, actor: actorOf(admin, 'admin') } as Visit;
    return changeOrder(visit, order.id, posted).catch((response) => response);
  };
  const form = async (intent: string, more: Fields): Promise<Fields> => {
    const { version } = await viewOrder(ctx, order.id);
    const chosen: Fields = [['sku', sku], ['units', '1'], ...more];
    return [
      ['intent', intent],
      ['key', crypto.randomUUID()],
      ['version', String(version)],
      ...chosen,
    ];
  };
  const location = (response: Response) => response.headers.get('location');

  const cancelling = await form('cancel', [['refund', '']]);
  const { data: asked } = await post(cancelling);
  expect(asked.question).toMatchObject({ intent: 'cancel', amountMinor: 2_000 });
  expect((await viewOrder(ctx, order.id)).cancellations).toEqual([]);
  for (const _ of ['once', 'again']) {
    const done = await post(asked.question.fields);
    const [refund] = (await viewOrder(ctx, order.id)).refunds;
    expect(refund).toMatchObject({ amountMinor: 2_000, lines: [{ quantity: 1 }] });
    expect(location(done)).toBe(`/admin/orders/${order.id}?notice=cancelled&refund=${refund?.id}`);
  }
  // What refunds nothing is not asked about.
  const free = await form('cancel', [['refund', '0']]);
  expect(location(await post(free))).toContain('notice=cancelled-unrefunded');
  expect(location(await post(free))).toContain('notice=cancelled-unrefunded');

  const refunding = await form('refund', [
    ['amount', '7.50'],
    ['reason', 'A stain'],
  ]);
  const { data: lower } = await post(refunding);
  expect(lower.question).toMatchObject({ intent: 'refund', amountMinor: 750 });
  expect((await viewOrder(ctx, order.id)).refunds).toHaveLength(1);
  const refunded = await post(lower.question.fields);
  const [, second] = (await viewOrder(ctx, order.id)).refunds;
  expect(second?.amountMinor).toBe(750);
  expect(location(refunded)).toBe(`/admin/orders/${order.id}?notice=refunded&refund=${second?.id}`);
  // A refusal comes at once: without a question, and also when the order has changed since.
  const tooMuch = await form('refund', [
    ['amount', '900'],
    ['reason', 'A stain'],
  ]);
  expect((await post(tooMuch)).data.message).toContain('refunded');
  expect((await post(await form('refund', [['reason', '']]))).data.message).toContain('reason');
  const old = refunding.map(([name, value]): [string, string] =>
    name === 'key' ? [name, crypto.randomUUID()] : [name, value],
  );
  expect((await post(old)).data.message).toContain('has changed');
  expect((await viewOrder(ctx, order.id)).refunds).toHaveLength(2);
});
