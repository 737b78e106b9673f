import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  fulfillOrder,
  holdOrder,
  markDelivered,
  takeBackParcel,
} from '#features/fulfillment/fulfillment.ts';
import { deleteOrder, refundLines, refundOrder, viewOrder } from '#features/orders/orders.ts';
import { requestReturn } from '#features/returns/returns.ts';
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
  sam = await shop.shopper('Sam Raced Parcels');
  staff = actorOf(await shop.admin('Ada Raced Parcels'), 'admin');
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

const everything = (lines?: { sku: string; quantity: number }[]) => {
  count += 1;
  const key = `race-${count}`;
  return { ...(lines && { lines }), carrier: null, trackingNumber: null, key, version: null };
};
const countOf = (codes: string[]) => codes.filter((code) => code === 'done').length;

test('of twenty staff who send the same units at once, in two processes, as many do as there are units', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const order = await placeOrderOf(shop, sam, [3, 1]);
  const lines = [{ sku: order.skus[0] ?? '', quantity: 1 }];
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      codeOf(fulfillOrder(n % 2 ? ctx : other, staff, order.id, everything(lines))),
    ),
  );
  expect(countOf(codes)).toBe(3);
  expect(codes.filter((code) => code === 'already_shipped')).toHaveLength(17);
  // One request that is sent twenty times is one parcel.
  const rest = everything();
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, n) => fulfillOrder(n % 2 ? ctx : other, staff, order.id, rest)),
  );
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  const { fulfillments, fulfillmentStatus } = await viewOrder(ctx, order.id);
  expect([fulfillments.length, fulfillmentStatus]).toEqual([4, 'fulfilled']);
});

test('of two who act on what they both saw, one does, and the other is told to look again', async () => {
  const { ctx } = shop.context;
  const order = await placeOrderOf(shop, sam, [4]);
  const { version } = await viewOrder(ctx, order.id);
  const lines = [{ sku: order.skus[0] ?? '', quantity: 2 }];
  const codes = await Promise.all([
    codeOf(fulfillOrder(ctx, staff, order.id, { ...everything(lines), version })),
    codeOf(fulfillOrder(ctx, staff, order.id, { ...everything(lines), version })),
    codeOf(holdOrder(ctx, staff, order.id, { key: 'race-hold', version, reason: null })),
  ]);
  expect(codes.sort()).toEqual(['done', 'order_changed', 'order_changed']);
});

test('sending beside deleting, refunding and holding leaves one of the outcomes that fit', async () => {
  const { ctx } = shop.context;
  for (let round = 0; round < 6; round += 1) {
    const order = await placeOrderOf(shop, sam, [1]);
    count += 1;
    const refund = { amountMinor: order.totalAmount * 100, reason: 'Raced', key: `back-${count}` };
    const [sent, deleted, refunded, held] = await Promise.all([
      codeOf(fulfillOrder(ctx, staff, order.id, everything())),
      codeOf(deleteOrder(ctx, actorOf(sam), order.id)),
      codeOf(refundOrder(ctx, staff, order.id, refund)),
      codeOf(
        holdOrder(ctx, staff, order.id, { key: `hold-${count}`, version: null, reason: null }),
      ),
    ]);
    // Money can always go back.
    expect(refunded).toBe('done');
    const { fulfillments, heldAt } = await viewOrder(ctx, order.id);
    expect(fulfillments).toHaveLength(sent === 'done' ? 1 : 0);
    expect(['done', 'order_closed', 'order_on_hold']).toContain(sent);
    expect(deleted).toBe('done');
    // Held before it was sent, or never.
    expect(held).toBe(heldAt ? 'done' : 'already_shipped');
    expect(sent === 'done' && heldAt !== null).toBe(false);
  }
});

test('taking back beside delivering, returning, refunding into the stock and the request that sent it leaves one of the outcomes that fit', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const tally = { taken: 0, stayed: 0 };
  const isComplete = () => tally.taken > 0 && tally.stayed > 0;
  // Which of them wins is up to the machine, so it goes on until both outcomes were seen.
  for (let round = 0; round < 8 || (round < 80 && !isComplete()); round += 1) {
    const order = await placeOrderOf(shop, sam, [2]);
    const sent = everything();
    const { id } = await fulfillOrder(ctx, staff, order.id, sent);
    const lines = [{ sku: order.skus[0] ?? '', quantity: 1 }];
    const refund = { lines, shipping: false, amountMinor: null, restock: true, reason: 'Raced' };
    const unseen = { version: null };
    const back = lines.map((line) => ({ ...line, reason: 'too_small' as const }));
    const request = { key: sent.key, lines: back, note: null };
    // Each round begins with another one of them.
    const work = [
      () => codeOf(takeBackParcel(ctx, staff, id, unseen)),
      () => codeOf(takeBackParcel(other, staff, id, unseen)),
      () => codeOf(markDelivered(other, staff, id, unseen)),
      () => codeOf(refundLines(ctx, staff, order.id, { ...refund, key: sent.key, ...unseen })),
      () => codeOf(fulfillOrder(other, staff, order.id, sent)),
      () => codeOf(requestReturn(ctx, actorOf(sam), order.id, request)),
    ];
    const codes: string[] = [];
    await Promise.all(
      work.map(async (_, at) => {
        const which = (at + round) % work.length;
        codes[which] = (await work[which]?.()) ?? '';
      }),
    );
    const [taken, again, delivered, refunded, repeated, returned] = codes;
    const { fulfillments, fulfillmentStatus } = await viewOrder(ctx, order.id);
    if (taken === 'done') {
      tally.taken += 1;
      const late = ['parcel_taken_back', 'not_returnable', 'not_returnable'];
      expect([again, delivered, refunded, returned]).toEqual(['done', ...late]);
      expect(['done', 'parcel_taken_back']).toContain(repeated);
      expect([fulfillments.length, fulfillmentStatus]).toEqual([0, 'unfulfilled']);
    } else {
      tally.stayed += 1;
      expect(['already_delivered', 'units_came_back']).toContain(taken);
      expect(['already_delivered', 'units_came_back']).toContain(again);
      expect([delivered, refunded, repeated]).toEqual(['done', 'done', 'done']);
      expect(['done', 'not_returnable']).toContain(returned);
      expect(fulfillments).toHaveLength(1);
    }
  }
  expect(isComplete()).toBe(true);
});

test('the database itself lets two transactions ship no more than was bought', async () => {
  const order = await placeOrderOf(shop, sam, [2]);
  const [first, second] = [await shop.database.pool.connect(), await shop.database.pool.connect()];
  const ship = async (client: typeof first, id: string) => {
    await client.query('begin');
    await client.query(
      `with parcel as (insert into fulfillments (id, order_id, shipped_at, key) values ($1, $2, now(), $1)),
       mail as (insert into outbox (id, kind, payload, created_at, send_after) values ($1, 'order.shipped',
         jsonb_build_object('orderId', $2::text, 'fulfillmentId', $1::text), now(), now())),
       event as (insert into order_events (order_id, event, from_status, to_status, actor, at)
         values ($2, 'fulfill', 'paid', 'paid', 'staff', now()))
       insert into fulfillment_lines (fulfillment_id, order_id, position, quantity) values ($1, $2, 0, 2)`,
      [id, order.id],
    );
  };
  try {
    await ship(first, 'ful_first');
    const late = ship(second, 'ful_second').catch(({ constraint }) => constraint);
    // It waits for the first one, which it must not overlook.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await first.query('commit');
    expect(await late).toBe('shipped_at_most_bought');
  } finally {
    await second.query('rollback');
    first.release();
    second.release();
  }
});
