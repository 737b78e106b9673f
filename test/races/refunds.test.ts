import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cancelLines, fulfillOrder } from '#features/fulfillment/fulfillment.ts';
import { refundLines, refundOrder, viewOrder } from '#features/orders/orders.ts';
import { codeOf } from '../support/code-of.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let staff: ReturnType<typeof actorOf>;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 40 });
  sam = await shop.shopper('Sam Raced Refunds');
  staff = actorOf(await shop.admin('Ada Raced Refunds'), 'admin');
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const countOf = (codes: string[], code = 'done') => codes.filter((one) => one === code).length;
const keyed = () => {
  count += 1;
  return { key: `race-${count}`, version: null };
};
const back = (lines: { sku: string; quantity: number }[]) => ({
  ...keyed(),
  lines,
  shipping: false,
  amountMinor: null,
  restock: true,
  reason: 'Raced',
});

test('of twenty staff who refund the same units at once, in two processes, as many do as there are units', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const order = await placeOrderOf(shop, sam, [3, 1]);
  const sent = { ...keyed(), carrier: null, trackingNumber: null };
  await fulfillOrder(ctx, staff, order.id, sent);
  const [sku = ''] = order.skus;
  const stock = async () => {
    const found = await shop.database.pool.query('select on_hand from variants where id = $1', [
      order.variants[0],
    ]);
    return Number(found.rows[0].on_hand);
  };
  const before = await stock();
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      codeOf(refundLines(n % 2 ? ctx : other, staff, order.id, back([{ sku, quantity: 1 }]))),
    ),
  );
  expect([countOf(codes), countOf(codes, 'amount_mismatch')]).toEqual([3, 17]);
  expect(await stock()).toBe(before + 3);
  // One request that is sent twenty times is one refund.
  const same = { ...back([]), restock: false, shipping: true };
  const done = await Promise.all(
    Array.from({ length: 20 }, (_, n) => refundLines(n % 2 ? ctx : other, staff, order.id, same)),
  );
  expect(new Set(done.map(({ refundId }) => refundId)).size).toBe(1);
  const { payment, refunds } = await viewOrder(ctx, order.id);
  expect([payment?.refundableMinor, refunds.length]).toEqual([2000, 4]);
});

test('refunds of lines, of amounts and by cancelling at once give back no more than was paid', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  for (let round = 0; round < 5; round += 1) {
    const order = await placeOrderOf(shop, sam, [3]);
    const [sku = ''] = order.skus;
    const lines = [{ sku, quantity: 2 }];
    const cancelled = { ...keyed(), lines, restock: true, refundMinor: null, note: null };
    await Promise.allSettled([
      refundLines(ctx, staff, order.id, { ...back(lines), restock: false, shipping: true }),
      refundLines(other, staff, order.id, { ...back(lines), restock: false, shipping: true }),
      cancelLines(ctx, staff, order.id, cancelled),
      cancelLines(other, staff, order.id, cancelled),
      refundOrder(other, staff, order.id, { ...keyed(), amountMinor: 9000, reason: 'Raced' }),
    ]);
    const { payment, lines: sold } = await viewOrder(ctx, order.id);
    const given = (payment?.refundedMinor ?? 0) + (payment?.refundOpenMinor ?? 0);
    expect(given).toBeLessThanOrEqual(order.totalAmount * 100);
    expect(sold[0]?.refundedQuantity).toBeLessThanOrEqual(3);
  }
});
