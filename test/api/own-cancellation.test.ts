import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCart } from '#features/cart/cart.ts';
import { buyAgain } from '#features/checkout/checkout.ts';
import { deliverDue } from '#features/emails/deliver.ts';
import { cancelOwnOrder, fulfillOrder } from '#features/fulfillment/fulfillment.ts';
import { listMyCancelledOrders, listTimeline } from '#features/orders/orders.ts';
import { WITHOUT_LIMITS } from '../support/emails.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 20, shopConfig: { emails: WITHOUT_LIMITS } });
  sam = await shop.shopper('Sam Sorry');
  admin = await shop.admin('Ada Packer');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const cancel = ({ id }: PaidOrder, who = sam) => cancelOwnOrder(shop.context.ctx, actorOf(who), id);
const view = async ({ id }: PaidOrder) => (await sam.get(`/orders/${id}`)).json();
const onHand = async ({ variants }: PaidOrder) => {
  const rows = await shop.query('select id, on_hand from variants where id = any($1)', [variants]);
  return variants.map((id) => rows.find((row) => row.id === id).on_hand);
};
const send = ({ id, skus: [sku = ''] }: PaidOrder, key: string) => {
  const parcel = { lines: [{ sku, quantity: 1 }], carrier: null, trackingNumber: null };
  return fulfillOrder(shop.context.ctx, actorOf(admin, 'admin'), id, {
    ...parcel,
    key,
    version: null,
  });
};

test('a customer cancels a paid order once: stock, refund, history, email', async () => {
  const order = await placeOrderOf(shop, sam, [2]);
  const before = await onHand(order);
  expect(await cancel(order)).toEqual({ refund: 'done' });
  expect(await cancel(order)).toEqual({ refund: 'done' });
  expect(await view(order)).toMatchObject({
    status: 'Paid',
    fulfillmentStatus: 'cancelled',
    refundedAmount: order.totalAmount,
  });
  expect(await onHand(order)).toEqual(before.map((units) => units + 2));
  const events = await listTimeline(shop.context.ctx, actorOf(admin, 'admin'), order.id);
  expect(JSON.stringify(events)).toContain('2 items: cancelled by the customer');
  await deliverDue(shop.context.ctx);
  const emails = await shop.query(
    `select text from mailbox_mails where subject like '% is cancelled'`,
  );
  expect(emails.map(({ text }) => text).join()).toContain('You cancelled these items');
  const toShop = await shop.query(
    `select text from mailbox_mails where subject like 'Do not send %'`,
  );
  expect(toShop).toHaveLength(1);
  expect(toShop[0].text).toContain('2 items went back into the stock');
  expect(toShop[0].text).toContain('is refunded.');
  const page = { after: null, limit: 5, mostLines: 100 };
  const found = await listMyCancelledOrders(shop.context.ctx, actorOf(sam), page);
  expect(found.items).toMatchObject([{ id: order.id, cancelledBy: 'owner', status: 'paid' }]);
});

test('a cancellation counts for the limit of deletions, and a repeat of it does not', async () => {
  const { ctx } = shop.context;
  const { unpaidOrders } = ctx.shop;
  const deletedPerHour = { account: 1, network: 100 };
  const strict = {
    ...ctx,
    shop: { ...ctx.shop, unpaidOrders: { ...unpaidOrders, deletedPerHour } },
  };
  const cora = await shop.shopper('Cora Counted');
  const [first, second] = [
    await placeOrderOf(shop, cora, [1]),
    await placeOrderOf(shop, cora, [1]),
  ];
  const cancelStrictly = ({ id }: PaidOrder) => cancelOwnOrder(strict, actorOf(cora), id);
  for (let round = 0; round < 3; round += 1) {
    expect(await cancelStrictly(first)).toEqual({ refund: 'done' });
  }
  await expect(cancelStrictly(second)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('the same order placed again after it was cancelled is a new one, also without a key', async () => {
  const first = await placeOrderOf(shop, sam, [1]);
  const { cart, city, shippingCost } = await view(first);
  const again = async () => {
    const body = { cart, city, shippingCost, grandTotalAmount: 20, totalAmount: 140 };
    return (await (await sam.post('/orders', { ...body, status: 'Pending' })).json())._id;
  };
  expect(await again()).toBe(first.id);
  await cancel(first);
  const second = await again();
  expect(second).toMatch(/^ord_/);
  expect(second).not.toBe(first.id);
  expect(await again()).toBe(second);
});

test('what is sent, held, unpaid or of somebody else is not cancelled', async () => {
  const [sent, held] = [await placeOrderOf(shop, sam, [2]), await placeOrderOf(shop, sam, [1])];
  await send(sent, 'one');
  await admin.post(`/api/v1/orders/${held.id}/hold`, {}, { 'idempotency-key': 'hold-it' });
  const unpaid = await placeOrderOf(shop, sam, [1], { isPaid: false });
  for (const order of [sent, held, unpaid]) {
    await expect(cancel(order)).rejects.toMatchObject({ code: 'not_cancellable' });
  }
  await expect(cancel(held, await shop.shopper('Otto'))).rejects.toMatchObject({
    code: 'not_found',
  });
  const open = await placeOrderOf(shop, sam, [1]);
  const { ctx } = shop.context;
  const DAY = 86_400_000;
  for (const other of [
    { ...ctx, shop: { ...ctx.shop, cancelPaidWithinHours: 0 } },
    { ...ctx, now: () => new Date(Date.now() + DAY) },
  ]) {
    const late = cancelOwnOrder(other, actorOf(sam), open.id);
    await expect(late).rejects.toMatchObject({ code: 'not_cancellable' });
  }
  // Archived by staff, then by its customer.
  await admin.delete(`/orders/${open.id}`);
  await expect(cancel(open)).rejects.toMatchObject({ code: 'not_cancellable' });
  await sam.delete(`/orders/${open.id}`);
  await expect(cancel(open)).rejects.toMatchObject({ code: 'not_found' });
});

test('of a customer who cancels and staff who send at once, one comes first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const order = await placeOrderOf(shop, sam, [2]);
    const ends = await Promise.allSettled([cancel(order), cancel(order), send(order, 'racing')]);
    const isSent = ends[2]?.status === 'fulfilled';
    expect(ends.slice(0, 2).map(({ status }) => status)).toEqual(
      Array(2).fill(isSent ? 'rejected' : 'fulfilled'),
    );
    expect((await view(order)).refundedAmount).toBe(isSent ? undefined : order.totalAmount);
  }
});

test('an order is bought again as far as its items can be bought', async () => {
  const order = await placeOrderOf(shop, sam, [2, 1]);
  const again = () => buyAgain(shop.context.ctx, actorOf(sam), order.id);
  const sellOut = async (position: number) => {
    const units = (await onHand(order))[position];
    const body = { sku: order.skus[position], quantity: -units, reason: 'damaged' };
    const key = { 'idempotency-key': `sold-out-${position}` };
    expect((await admin.post('/api/v1/stock-adjustments', body, key)).status).toBe(201);
  };
  expect(await again()).toBe('all');
  await sellOut(1);
  expect(await again()).toBe('some');
  await sellOut(0);
  expect(await again()).toBe('none');
  const { lines } = await getCart(shop.context.ctx, actorOf(sam));
  expect(lines.map(({ quantity }) => quantity)).toEqual([4, 1]);
});
