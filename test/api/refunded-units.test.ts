import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverDue } from '#features/emails/deliver.ts';
import { cancelOwnOrder, fulfillMany } from '#features/fulfillment/fulfillment.ts';
import { hasToShip, unitsToPack } from '#features/orders/lists/to-ship.schema.ts';
import { viewOrder } from '#features/orders/orders.ts';
import { endedUnits } from '#features/orders/returns/ended-units.schema.ts';
import { refundedElsewhereText } from '#features/returns/refunded-elsewhere.schema.ts';
import { writeAsBeforeLowered } from '../support/earlier-refunds.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;
let count = 0;

beforeAll(async () => {
  const shopConfig = { emails: WITHOUT_LIMITS, cancelPaidWithinHours: 1 };
  shop = await openTestShop({ shopConfig });
  sam = await shop.shopper('Sam Changed His Mind');
  admin = await shop.admin('Ada Before The Parcel');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

async function post(path: string, body: unknown = {}) {
  count += 1;
  const response = await admin.post(path, body, { 'idempotency-key': `refunded-${count}` });
  return { status: response.status, body: await response.json() };
}

const change =
  (what: string) =>
  (order: PaidOrder, quantity: number | null, more: object = {}) => {
    const lines = quantity === null ? undefined : [{ sku: order.skus[0], quantity }];
    return post(`/api/v1/orders/${order.id}/${what}`, { lines, ...more });
  };
const refund = (order: PaidOrder, quantity: number, more: object = {}) =>
  change('refunds')(order, quantity, { reason: 'Changed his mind', ...more });
const send = change('fulfillments');
const cancel = change('cancellations');

/** Units of the order's first line to be shipped, and in its next parcel by default. */
async function leftOf({ id }: PaidOrder) {
  const [line] = (await viewOrder(shop.context.ctx, id)).lines;
  if (!line) throw new Error('An order has a line.');
  return { toShip: line.unfulfilledQuantity, toPack: unitsToPack(line) };
}

/** Units of each parcel. */
const unitsOf = (body: { fulfillments: { lines: { quantity: number }[] }[] }) =>
  body.fulfillments.map(({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0));

test('units that were refunded before a part was shipped are not in the next parcel, nor refunded again', async () => {
  const order = await placeOrderOf(shop, sam, [4]);
  const [sku] = order.skus;
  expect((await refund(order, 1)).body.refundedAmount).toBe(20);
  expect(await leftOf(order)).toEqual({ toShip: 4, toPack: 3 });
  await send(order, 1);
  expect(await leftOf(order)).toEqual({ toShip: 3, toPack: 2 });
  const { body } = await send(order, null);
  expect(unitsOf(body)).toEqual([1, 2]);
  expect(body.fulfillmentStatus).toBe('partly_fulfilled');
  expect(await leftOf(order)).toEqual({ toShip: 1, toPack: 0 });

  const refused = await send(order, null);
  expect(refused).toMatchObject({ status: 409, body: { code: 'already_shipped' } });
  expect(refused.body.detail).toMatch(/^All that is left of this order was refunded\./);
  const { version } = await viewOrder(shop.context.ctx, order.id);
  const ofMany = [{ id: order.id, version }];
  const parcel = { carrier: null, trackingNumber: null, key: 'many' };
  const [one] = await fulfillMany(shop.context.ctx, actorOf(admin, 'admin'), ofMany, parcel);
  expect(one?.refusal).toMatch(/^All that is left of this order was refunded\./);

  await deliverDue(shop.context.ctx);
  const { rows } = await shop.database.pool.query(
    `select subject, text from mailbox_mails where subject like '%on its way' and text like $1
     order by id`,
    [`%${body.number}%`],
  );
  // The emails are written when both parcels are sent.
  expect(rows).toHaveLength(2);
  for (const { text } of rows) expect(text).not.toContain('We send the rest later');

  const done = await cancel(order, null);
  expect(done.body).toMatchObject({ refundedAmount: 20, fulfillmentStatus: 'fulfilled' });
  expect(done.body.cancellations).toMatchObject([{ lines: [{ sku, quantity: 1 }] }]);
});

test('an email about a parcel does not promise refunded units', async () => {
  const order = await placeOrderOf(shop, sam, [4]);
  await refund(order, 1);
  const { body } = await send(order, 1);
  await deliverDue(shop.context.ctx);
  const textOf = async (subject: string) => {
    const { rows } = await shop.database.pool.query(
      'select text from mailbox_mails where subject = $1',
      [subject],
    );
    return rows[0]?.text;
  };
  expect(await textOf(`A part of your order ${body.number} is on its way`)).toMatch(
    /We send the rest later:\s+\W*2 × /,
  );
  await cancel(order, 2);
  await deliverDue(shop.context.ctx);
  expect(await textOf(`A part of your order ${body.number} is cancelled`)).toMatch(
    /We still send:\s+\W*1 × /,
  );
});

test('staff who name refunded units ship them all the same', async () => {
  const order = await placeOrderOf(shop, sam, [3]);
  await refund(order, 2);
  const { body } = await send(order, 2);
  expect(await leftOf(order)).toEqual({ toShip: 1, toPack: 0 });
  expect(unitsOf(body)).toEqual([2]);
  const all = await send(order, 1);
  expect(unitsOf(all.body)).toEqual([2, 1]);
  expect(all.body.fulfillmentStatus).toBe('fulfilled');
});

test('a refund after a parcel is for what was shipped, also when another was made before', async () => {
  const order = await placeOrderOf(shop, sam, [4]);
  await refund(order, 1);
  await send(order, 2);
  await refund(order, 1);
  expect(await leftOf(order)).toEqual({ toShip: 2, toPack: 1 });
  await refund(order, 2);
  expect(await leftOf(order)).toEqual({ toShip: 2, toPack: 0 });
  const { body } = await cancel(order, null);
  expect(body).toMatchObject({ refundedAmount: 80, fulfillmentStatus: 'fulfilled' });
});

test('of units to be shipped, those that were refunded are cancelled without money, and others with it', async () => {
  const order = await placeOrderOf(shop, sam, [4]);
  await send(order, 1);
  // This refund is for the shipped unit, and for one that is not.
  await refund(order, 2);
  expect(await leftOf(order)).toEqual({ toShip: 3, toPack: 2 });
  expect((await cancel(order, 1)).body.refundedAmount).toBe(40);
  expect(await leftOf(order)).toEqual({ toShip: 2, toPack: 2 });
  expect((await cancel(order, 1)).body.refundedAmount).toBe(60);
  expect(unitsOf((await send(order, null)).body)).toEqual([1, 1]);
});

test('a reduced price leaves a unit to be shipped, and does not hide a refund of another one', async () => {
  const order = await placeOrderOf(shop, sam, [3]);
  expect((await refund(order, 1, { amount: 5 })).body.refundedAmount).toBe(5);
  expect(await leftOf(order)).toEqual({ toShip: 3, toPack: 3 });
  await refund(order, 1);
  expect(await leftOf(order)).toEqual({ toShip: 3, toPack: 2 });
  expect((await cancel(order, 1)).body.refundedAmount).toBe(25);
  expect(unitsOf((await send(order, null)).body)).toEqual([2]);
});

test('what a refund lowered the price of goes back at the rest, by a return and by a cancellation', async () => {
  const order = await placeOrderOf(shop, sam, [4]);
  const [sku] = order.skus;
  const lowered = { lines: [{ sku, quantity: 4 }], amount: 4, reason: 'A scratch' };
  const path = `/api/v1/orders/${order.id}/refunds`;
  const key = { 'idempotency-key': 'lowered-once' };
  await admin.post(path, lowered, key);
  // A repeat of the request lowers nothing more.
  expect((await (await admin.post(path, lowered, key)).json()).refundedAmount).toBe(4);
  expect((await cancel(order, 1)).body.refundedAmount).toBe(23);
  const { body: sent } = await send(order, null);
  await post(`/api/v1/fulfillments/${sent.fulfillments[0]._id}/delivered`);
  const asked = await post(`/api/v1/orders/${order.id}/returns`, {
    lines: [{ sku, quantity: 3, reason: 'too_small' }],
  });
  const [{ _id: id }] = asked.body.returns;
  await post(`/api/v1/returns/${id}/approve`);
  await post(`/api/v1/returns/${id}/receive`, {
    lines: [{ sku, quantity: 3, condition: 'as_new', restock: true }],
  });
  const view = await viewOrder(shop.context.ctx, order.id);
  expect(refundedElsewhereText(view, view.returns[0] as never)).toBe(null);
  expect((await post(`/api/v1/returns/${id}/refund`, {})).body.refundedAmount).toBe(80);
});

test('a return is refunded although another unit was refunded before it was shipped', async () => {
  const order = await placeOrderOf(shop, sam, [3]);
  const [sku] = order.skus;
  await refund(order, 1);
  const sent = await send(order, 2);
  await post(`/api/v1/fulfillments/${sent.body.fulfillments[0]._id}/delivered`);
  const asked = await post(`/api/v1/orders/${order.id}/returns`, {
    lines: [{ sku, quantity: 1, reason: 'too_small' }],
  });
  const [{ _id: id }] = asked.body.returns;
  await post(`/api/v1/returns/${id}/approve`);
  await post(`/api/v1/returns/${id}/receive`, {
    lines: [{ sku, quantity: 1, condition: 'as_new', restock: true }],
  });
  const { body } = await post(`/api/v1/returns/${id}/refund`, {});
  expect(body.refundedAmount).toBe(40);
  expect(await leftOf(order)).toEqual({ toShip: 1, toPack: 0 });
});

test('a return whose items were refunded before says so, and its email promises no refund', async () => {
  const order = await placeOrderOf(shop, sam, [3]);
  const [sku] = order.skus;
  const sent = await send(order, null);
  await post(`/api/v1/fulfillments/${sent.body.fulfillments[0]._id}/delivered`);
  const received = async (quantity: number) => {
    const asked = await post(`/api/v1/orders/${order.id}/returns`, {
      lines: [{ sku, quantity, reason: 'too_small' }],
    });
    const { _id: id } = asked.body.returns.at(-1);
    await post(`/api/v1/returns/${id}/approve`);
    await post(`/api/v1/returns/${id}/receive`);
    return id;
  };
  const said = async () => {
    const view = await viewOrder(shop.context.ctx, order.id);
    return view.returns.map((one) => refundedElsewhereText(view, one));
  };
  const texts: string[] = [];
  /** The text of the newest one. */
  const email = async () => {
    await deliverDue(shop.context.ctx);
    const { rows } = await shop.database.pool.query(
      'select text from mailbox_mails where subject = $1 and text <> all($2)',
      [`We received your return for order ${sent.body.number}`, texts],
    );
    texts.push(...rows.map(({ text }) => text));
    return texts.at(-1);
  };
  await refund(order, 1);
  const first = await received(1);
  const ALL = 'Already refunded: another refund was for what came.';
  expect(await said()).toEqual([ALL]);
  expect(await email()).toContain(ALL);
  expect(await email()).not.toContain('A refund has an email of its own.');
  await post(`/api/v1/returns/${first}/close`);
  await refund(order, 1);
  const second = await received(2);
  const PART = 'Already refunded: another refund was for 1 of the 2 items that came.';
  expect(await said()).toEqual([ALL, PART]);
  expect(await email()).toContain(PART);
  expect(await email()).toContain('A refund has an email of its own.');
  // Its own refund is no other one.
  expect((await post(`/api/v1/returns/${second}/refund`)).body.refundedAmount).toBe(60);
  expect((await said())[1]).toBeNull();
});

test('a unit that was cancelled and refunded is said once, also when it was refunded before', async () => {
  const said = async (order: PaidOrder) => {
    const [line] = (await viewOrder(shop.context.ctx, order.id)).lines;
    return line && Object.values(endedUnits(line)).flat();
  };
  const order = await placeOrderOf(shop, sam, [4]);
  await cancel(order, 1);
  expect(await said(order)).toEqual(['1 cancelled and refunded']);
  await cancel(order, 1, { refund: 0 });
  await send(order, 1);
  await refund(order, 1);
  expect(await said(order)).toEqual(['1 cancelled', '1 cancelled and refunded', '1 refunded']);
  const lower = await placeOrderOf(shop, sam, [2]);
  await refund(lower, 1, { amount: 5 });
  await cancel(lower, 2);
  expect(await said(lower)).toEqual(['2 cancelled and refunded']);
});

test('a customer who cancels an order of which units were refunded gets the rest', async () => {
  const order = await placeOrderOf(shop, sam, [3]);
  await refund(order, 2);
  await cancelOwnOrder(shop.context.ctx, actorOf(sam), order.id);
  const { refundedAmount } = await (await admin.get(`/orders/${order.id}`)).json();
  expect(refundedAmount).toBe(order.totalAmount);
});

test('a line that is cancelled as a whole gives back all that is left of its price', async () => {
  const { ctx } = shop.context;
  const refundedOf = async ({ id }: PaidOrder) =>
    (await (await admin.get(`/orders/${id}`)).json()).refundedAmount;
  const reduced = await placeOrderOf(shop, sam, [1]);
  await refund(reduced, 1, { amount: 5 });
  await cancelOwnOrder(ctx, actorOf(sam), reduced.id);
  expect(await refundedOf(reduced)).toBe(reduced.totalAmount);
  const three = await placeOrderOf(shop, sam, [3]);
  await refund(three, 1, { amount: 5 });
  await refund(three, 1);
  expect((await cancel(three, null)).body.refundedAmount).toBe(three.totalAmount);
  // An earlier version wrote a lower amount as a refund of its units.
  const before = await placeOrderOf(shop, sam, [2]);
  await refund(before, 2, { amount: 5 });
  await writeAsBeforeLowered(shop, before.id);
  await cancelOwnOrder(ctx, actorOf(sam), before.id);
  expect(await refundedOf(before)).toBe(before.totalAmount);
  // What staff kept when they cancelled a part stays with the shop.
  const kept = await placeOrderOf(shop, sam, [2]);
  await cancel(kept, 1, { refund: 0 });
  await cancelOwnOrder(ctx, actorOf(sam), kept.id);
  expect(await refundedOf(kept)).toBe(kept.totalAmount - 20);
});

test('of an order whose units were all refunded nothing is to come', async () => {
  const order = await placeOrderOf(shop, sam, [2]);
  const before = await viewOrder(shop.context.ctx, order.id);
  expect([hasToShip(before), before.delivery?.arrives]).toEqual([true, expect.any(String)]);
  await refund(order, 2);
  const after = await viewOrder(shop.context.ctx, order.id);
  expect([hasToShip(after), after.delivery?.arrives]).toEqual([false, null]);
});
