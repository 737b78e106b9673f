import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverDue } from '#features/emails/deliver.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type How, type PaidOrder, placeOrderOf, unitsOnHand } from '../support/paid-orders.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ shopConfig: { emails: WITHOUT_LIMITS } });
  sam = await shop.shopper('Sam Refunded Lines');
  admin = await shop.admin('Ada Refunder');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const post = (path: string, body?: unknown, { who = admin, ...how }: How = {}) =>
  who.change(path, body, how);

const refund = (order: PaidOrder, body: object, how: How = {}) =>
  post(`orders/${order.id}/refunds`, { reason: 'Torn', ...body }, how);
const send = (order: PaidOrder, body: unknown = {}) =>
  post(`orders/${order.id}/fulfillments`, body);
const view = async ({ id }: PaidOrder) => (await admin.get(`/orders/${id}`)).json();
const onHand = (order: PaidOrder) => unitsOnHand(shop, order);

test('lines and shipping are refunded once: money, stock, history, audit log, email', async () => {
  const order = await placeOrderOf(shop, sam, [3, 1]);
  const [first = '', second = ''] = order.skus;
  await send(order);
  const [before = 0, other = 0] = await onHand(order);
  const asked = { lines: [{ sku: first, quantity: 2 }], restock: true };
  const { status, body } = await refund(order, asked, { key: 'once' });
  expect(status).toBe(201);
  expect(body.refundedAmount).toBe(40);
  expect(body.refunds).toMatchObject([
    {
      status: 'done',
      amount: 40,
      shipping: 0,
      lines: [{ sku: first, quantity: 2, amount: 40, restocked: true }],
    },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/Torn|once/);
  // The same request once more changes nothing, and another one under its key is refused.
  expect((await refund(order, asked, { key: 'once' })).body).toEqual(body);
  for (const other of [
    { ...asked, lines: [{ sku: first, quantity: 1 }] },
    { ...asked, restock: false },
    { ...asked, amount: 39 },
  ]) {
    expect((await refund(order, other, { key: 'once' })).status).toBe(422);
  }
  expect(await onHand(order)).toEqual([before + 2, other]);
  const audited = await shop.query(
    `select detail - 'refundId' as detail from audit_log where subject = $1 and action = 'order.refund'`,
    [order.id],
  );
  expect(audited).toEqual([
    { detail: { amountMinor: 4000, shippingMinor: 0, units: 2, reason: 'Torn' } },
  ]);

  // The rest of the order is all that is left of the payment.
  const rest = await refund(order, {
    lines: [
      { sku: first, quantity: 1 },
      { sku: second, quantity: 1 },
    ],
    shipping: true,
  });
  expect(rest.body.refunds[1]).toMatchObject({ amount: 160, shipping: 120 });
  expect(rest.body.refundedAmount).toBe(order.totalAmount);
  expect(await onHand(order)).toEqual([before + 2, other]);
  expect((await refund(order, { shipping: true })).body.code).toBe('amount_mismatch');
  await deliverDue(shop.context.ctx);
  const mails = await shop.query(
    `select text from mailbox_mails where "to" = $1 and subject = $2`,
    [sam.email, `A refund for your order ${body.number}`],
  );
  expect(mails).toHaveLength(2);
  const texts = mails.map(({ text }) => text).sort();
  expect(texts[0]).toMatch(/\$160\.00.*1 × Sent Shirt.*Shipping/s);
  expect(texts[1]).toMatch(/\$40\.00.*2 × Sent Shirt/s);
});

test('a lower amount is spread over the parts, a higher one is within what is left, and amounts alone count', async () => {
  const order = await placeOrderOf(shop, sam, [2, 1]);
  const [first = '', second = ''] = order.skus;
  const lines = [
    { sku: first, quantity: 1 },
    { sku: second, quantity: 1 },
  ];
  const low = await refund(order, { lines, shipping: true, amount: '10.01' });
  // 20, 20 and 120 of 160: shares of 125.125, 125.125 and 750.75.
  expect(low.body.refunds[0]).toMatchObject({
    amount: 10.01,
    shipping: 7.51,
    lines: [
      { quantity: 0, lowered: 1, amount: 1.25 },
      { quantity: 0, lowered: 1, amount: 1.25 },
    ],
  });
  await deliverDue(shop.context.ctx);
  const [mail] = await shop.query(`select text from mailbox_mails where subject = $1`, [
    `A refund for your order ${low.body.number}`,
  ]);
  expect(mail?.text).toContain('a lower price of 1 × ');
  // It lowered a price of each line, and the units with a lower price are refunded last.
  expect((await refund(order, { lines })).body.refunds[1]).toMatchObject({
    lines: [
      { quantity: 1, lowered: 0, amount: 20 },
      { quantity: 1, lowered: 0, amount: 18.75 },
    ],
  });
  const alone = { amount: 30, reason: 'Late' };
  expect((await refund(order, alone)).body.refunds[2]).toMatchObject({ amount: 30, lines: [] });
  const left = order.totalAmount - 78.76;
  expect((await refund(order, { shipping: true, amount: left + 1 })).body).toMatchObject({
    code: 'amount_mismatch',
    detail: `At most $${left.toFixed(2)} of this order can be refunded.`,
  });
  const high = await refund(order, { lines: [{ sku: first, quantity: 1 }], amount: 30 });
  expect(high.body.refunds[3]).toMatchObject({ amount: 30, lines: [{ amount: 18.75 }] });
  const last = await refund(order, { shipping: true });
  expect(last.body.refundedAmount).toBeCloseTo(108.76 + Math.min(112.49, left - 30), 2);
});

test('is for staff, a paid order, what they saw, and units that came back', async () => {
  const order = await placeOrderOf(shop, sam, [2]);
  const [sku = ''] = order.skus;
  const one = { lines: [{ sku, quantity: 1 }] };
  expect((await refund(order, one, { who: sam })).status).toBe(403);
  expect((await refund({ ...order, id: 'ord_none' }, one)).status).toBe(404);
  const wrong = [
    {},
    { ...one, reason: ' ' },
    { lines: [] },
    { lines: [{ sku: 'NONE', quantity: 1 }] },
    { amount: 0 },
    { amount: 1, restock: true },
    { amount: '1.234' },
    { shipping: 'maybe' },
  ];
  for (const body of wrong) expect((await refund(order, body)).status).toBe(422);
  expect((await refund(order, { lines: [{ sku, quantity: 3 }] })).body.code).toBe(
    'amount_mismatch',
  );
  // Nothing of it was shipped, so nothing of it can come back.
  expect((await refund(order, { ...one, restock: true })).body.code).toBe('not_returnable');
  const { version } = await view(order);
  expect((await refund(order, one, { version })).status).toBe(201);
  expect((await refund(order, one, { version })).body.code).toBe('order_changed');
  const unpaid = await placeOrderOf(shop, sam, [1], { isPaid: false });
  const sold = { lines: [{ sku: unpaid.skus[0], quantity: 1 }] };
  expect((await refund(unpaid, sold)).body.code).toBe('payment_incomplete');
});

test('cancelled units are refunded as lines, and not once more', async () => {
  const order = await placeOrderOf(shop, sam, [2]);
  const [sku = ''] = order.skus;
  const lines = [{ sku, quantity: 1 }];
  const { body } = await post(`orders/${order.id}/cancellations`, { lines });
  expect(body.refunds).toMatchObject([
    { amount: 20, lines: [{ sku, quantity: 1, amount: 20, restocked: false }] },
  ]);
  expect((await refund(order, { lines: [{ sku, quantity: 2 }] })).body.code).toBe(
    'amount_mismatch',
  );
  await refund(order, { lines });
  // The unit that is refunded is cancelled too: only the shipping is left to be refunded.
  const rest = await post(`orders/${order.id}/cancellations`, {});
  expect(rest.body.refundedAmount).toBe(order.totalAmount);
});

describe('the database', () => {
  test('itself refuses more than was paid for a line or the shipping, and parts above the refund', async () => {
    const order = await placeOrderOf(shop, sam, [2]);
    const id = 'rfd_by_hand';
    await shop.query(
      `insert into refunds (id, payment_id, amount_minor, currency, reason, status, created_at)
       select $1, id, 10000, currency, 'by hand', 'requested', now() from payments where order_id = $2`,
      [id, order.id],
    );
    const constraintOf = (text: string) =>
      shop.query(text).then(
        () => 'done',
        ({ constraint, message }) => constraint ?? message,
      );
    const insert = (quantity: number, minor: number, restocked = false) =>
      constraintOf(
        `insert into refund_lines values ('${id}', '${order.id}', 0, ${quantity}, ${minor}, ${restocked})`,
      );
    expect(await insert(3, 4000)).toBe('refunded_at_most_paid');
    expect(await insert(2, 4001)).toBe('refunded_at_most_paid');
    expect(await insert(1, 10_001)).toBe('refund_parts_fit');
    expect(await insert(1, 2000, true)).toBe('refunded_at_most_paid');
    const other = await placeOrderOf(shop, sam, [1]);
    expect(
      await constraintOf(`insert into refund_lines values ('${id}', '${other.id}', 0, 1, 0)`),
    ).toBe('refund_parts_fit');
    expect(await insert(1, 2000)).toBe('done');
    expect(
      await constraintOf(`update refund_lines set quantity = 2 where refund_id = '${id}'`),
    ).toContain('refund_lines');
    expect(await constraintOf(`update refunds set shipping_minor = 9000 where id = '${id}'`)).toBe(
      'refund_parts_fit',
    );
    await refund(order, { shipping: true, amount: 60 });
    expect(await constraintOf(`update refunds set shipping_minor = 6001 where id = '${id}'`)).toBe(
      'refunded_shipping_at_most_paid',
    );
  });
});
