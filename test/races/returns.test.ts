import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { fulfillOrder, markDelivered } from '#features/fulfillment/fulfillment.ts';
import { refundLines, viewOrder } from '#features/orders/orders.ts';
import {
  approveReturn,
  closeReturn,
  declineReturn,
  receiveReturn,
  refundReturn,
  requestReturn,
  withdrawReturn,
} from '#features/returns/returns.ts';
import { codeOf } from '../support/code-of.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let staff: ReturnType<typeof actorOf>;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop({
    maxConnections: 40,
    shopConfig: { returns: { days: 30, requestsPerDay: 500 } },
  });
  sam = await shop.shopper('Sam Raced Returns');
  staff = actorOf(await shop.admin('Ada Raced Returns'), 'admin');
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const countOf = (codes: string[], code = 'done') => codes.filter((one) => one === code).length;
const newKey = () => {
  count += 1;
  return `race-${count}`;
};
const shown = { version: null };

async function delivered(units: number): Promise<PaidOrder> {
  const { ctx } = shop.context;
  const order = await placeOrderOf(shop, sam, [units]);
  const parcel = { key: newKey(), carrier: null, trackingNumber: null, version: null };
  const { id } = await fulfillOrder(ctx, staff, order.id, parcel);
  await markDelivered(ctx, staff, id, shown);
  return order;
}

const asked = (order: PaidOrder, key = newKey()) => ({
  key,
  lines: [{ sku: order.skus[0] ?? '', quantity: 1, reason: 'too_small' as const }],
  note: null,
});
const onHand = async ({ variants }: PaidOrder) => {
  const found = await shop.database.pool.query('select on_hand from variants where id = $1', [
    variants[0],
  ]);
  return Number(found.rows[0].on_hand);
};

test('of twenty requests at once, in two processes, as many become returns as units were delivered', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const order = await delivered(3);
  const buyer = actorOf(sam);
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      codeOf(requestReturn(n % 2 ? ctx : other, buyer, order.id, asked(order))),
    ),
  );
  expect([countOf(codes), countOf(codes, 'not_returnable')]).toEqual([3, 17]);
  const same = await delivered(1);
  const request = asked(same);
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      requestReturn(n % 2 ? ctx : other, buyer, same.id, request),
    ),
  );
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
});

test('a return that many decide about, receive and refund at once goes one way, once', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const buyer = actorOf(sam);
  for (let round = 0; round < 4; round += 1) {
    const order = await delivered(1);
    const before = await onHand(order);
    const { id } = await requestReturn(ctx, buyer, order.id, asked(order));
    const decided = await Promise.all([
      codeOf(approveReturn(ctx, staff, id, shown)),
      codeOf(declineReturn(other, staff, id, { ...shown, reason: 'Worn' })),
      codeOf(withdrawReturn(ctx, buyer, id)),
    ]);
    expect(countOf(decided)).toBe(1);
    expect(countOf(decided, 'return_state')).toBe(2);
    if (decided[0] !== 'done') continue;
    const came = {
      ...shown,
      lines: [{ sku: order.skus[0] ?? '', quantity: 1, restock: true }],
    };
    const received = await Promise.all([
      ...[ctx, other, ctx, other].map((process) => codeOf(receiveReturn(process, staff, id, came))),
      codeOf(closeReturn(other, staff, id, shown)),
    ]);
    // Closed first, or received by one and found so by the others.
    expect(countOf(received, 'return_state') + countOf(received)).toBe(5);
    expect(received[4]).toBe('done');
    const { returns } = await viewOrder(ctx, order.id);
    const isReceived = returns[0]?.receivedAt !== null;
    expect(await onHand(order)).toBe(before + (isReceived ? 1 : 0));
    const refund = { ...shown, shipping: false, amountMinor: null };
    const lines = [{ sku: order.skus[0] ?? '', quantity: 1 }];
    const byLine = { lines, shipping: false, amountMinor: null, restock: false, reason: 'Raced' };
    await Promise.all([
      ...[ctx, other, ctx].map((process) => codeOf(refundReturn(process, staff, id, refund))),
      codeOf(refundLines(other, staff, order.id, { ...byLine, ...shown, key: newKey() })),
    ]);
    const { payment } = await viewOrder(ctx, order.id);
    expect(payment?.refundedMinor).toBe(2000);
  }
});
