import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdOrder } from '#features/fulfillment/fulfillment.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import { hasUnitsToPack, linesToPack } from '#features/orders/lists/to-ship.schema.ts';
import {
  countOpenWork,
  findUnshipped,
  listOrdersForStaff,
  viewOrder,
} from '#features/orders/orders.ts';
import { isRefundedInFull } from '#features/orders/returns/exchange-units.schema.ts';
import { writeAsBeforeLowered } from '../support/earlier-refunds.ts';
import { openExchangeShop } from '../support/exchanges.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const world = await openExchangeShop();
const { shop, clock, query, post, act, delivered, sam, admin, staff, ask } = world;
const { ctx } = shop.context;
const orders: PaidOrder[] = [];

/** A pseudo-random sequence, so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

beforeAll(async () => {
  for (let nr = 0; nr < 8; nr += 1) orders.push(await placeOrderOf(shop, sam, [3, 2]));
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

/**
 * Whether the database and the code say the same of an order; returns it. 'Refunded in full' stands in
 * `isRefundedInFull`, in `has_units_to_pack` and in `refunded_orders.share`.
 */
async function hasToPack(id: string): Promise<boolean> {
  const order = await viewOrder(ctx, id);
  const { refundableMinor = 0 } = order.payment ?? {};
  const isRefunded = isRefundedInFull(order);
  expect([id, isRefunded]).toEqual([id, refundableMinor === 0]);
  const expected = !isRefunded && linesToPack(order).length > 0;
  const [row] = await query(
    `select has_units_to_pack($1) as has,
      exists (select from refunded_orders where order_id = $1 and share = 'all') as refunded`,
    [id],
  );
  expect([id, row]).toEqual([id, { has: expected, refunded: isRefunded }]);
  return expected;
}

test('the database and the code agree on which orders have units for a parcel, whatever happened to them', async () => {
  const random = randomOf(20_261_129);
  const seen: boolean[] = [];
  for (let step = 0; step < 10; step += 1) {
    for (const { id, skus } of orders) {
      // Each change has a time of its own, as those of staff have.
      clock.shift += 1_000;
      const sku = skus[random(2)];
      const lines = [{ sku, quantity: 1 + random(2) }];
      const reason = 'Asked';
      const changes = [
        () => post(admin, `/orders/${id}/fulfillments`, { lines }),
        () => post(admin, `/orders/${id}/refunds`, { lines, reason }),
        () => post(admin, `/orders/${id}/refunds`, { lines, reason, amount: 1 + random(19) }),
        () => post(admin, `/orders/${id}/cancellations`, { lines }),
        () => post(admin, `/orders/${id}/cancellations`, { lines, refund: 0 }),
        () => post(admin, `/orders/${id}/refunds`, { lines: [], shipping: true, reason }),
      ];
      // Some are refused, such as a parcel of units that are gone.
      const { status } = (await changes[random(changes.length)]?.()) ?? { status: 0 };
      expect([201, 200, 409, 422]).toContain(status);
      seen.push(await hasToPack(id));
    }
  }
  expect(seen).toContain(true);
  expect(seen).toContain(false);
});

test('a unit that was exchanged is not the one that a later refund is for', async () => {
  const shirts = await delivered(2);
  expect(await hasToPack(shirts.id)).toBe(false);
  const { id } = await placeOrderOf(shop, sam, [2]);
  expect(await hasToPack(id)).toBe(true);
  const returned = await ask(shirts, shirts.l);
  const returnId = returned.body.returns.at(-1)._id;
  await act(returnId, 'approve');
  await act(returnId, 'receive');
  await act(returnId, 'ship-exchange', { carrier: 'RedX', trackingNumber: 'RX1' });
  clock.shift += 1_000;
  const refund = { lines: [{ sku: shirts.m, quantity: 1 }], reason: 'Asked' };
  expect((await post(admin, `/orders/${shirts.id}/refunds`, refund)).status).toBe(201);
  expect(await hasToPack(shirts.id)).toBe(false);
});

test('an order whose money went back without its lines is refunded in full in all three rules', async () => {
  const { id, totalAmount } = await placeOrderOf(shop, sam, [2]);
  const refund = async (amount: number) => {
    const body = { amount, reason: 'Asked' };
    const key = { 'idempotency-key': `${id}-${amount}` };
    expect((await admin.post(`/orders/${id}/refunds`, body, key)).status).toBe(201);
  };
  await refund(totalAmount - 1);
  expect(await hasToPack(id)).toBe(true);
  await refund(1);
  expect(await hasToPack(id)).toBe(false);
  // Only the money says so.
  expect(linesToPack(await viewOrder(ctx, id))).toHaveLength(1);
});

test('units that an earlier version refunded at a lower amount are to be packed', async () => {
  const { id, skus } = await placeOrderOf(shop, sam, [2]);
  const lines = [{ sku: skus[0], quantity: 2 }];
  const refund = { lines, reason: 'Asked', amount: 5 };
  expect((await post(admin, `/orders/${id}/refunds`, refund)).status).toBe(201);
  await writeAsBeforeLowered(shop, id);
  expect((await viewOrder(ctx, id)).lines[0]?.refundedQuantity).toBe(2);
  expect(await hasToPack(id)).toBe(true);
});

test('the list of orders to ship, its count, the reminder and the page of an order agree', async () => {
  const whole = await placeOrderOf(shop, sam, [1]);
  const items = await placeOrderOf(shop, sam, [1, 2]);
  const lower = await placeOrderOf(shop, sam, [1]);
  const held = await placeOrderOf(shop, sam, [1]);
  const refund = (order: PaidOrder, body: object) =>
    admin.post(`/api/v1/orders/${order.id}/refunds`, body, { 'idempotency-key': order.id });
  const linesOf = ({ skus }: PaidOrder, units: number[]) =>
    skus.map((sku, line) => ({ sku, quantity: units[line] }));
  const reason = 'Asked';
  await refund(whole, { lines: linesOf(whole, [1]), shipping: true, reason });
  await refund(items, { lines: linesOf(items, [1, 2]), reason });
  await refund(lower, { lines: linesOf(lower, [1]), amount: 5, reason });
  await holdOrder(ctx, staff, held.id, { key: 'hold', version: null, reason: null });
  clock.shift += 30 * 86_400_000;
  const listed = async (filter: object) => {
    const search = { sort: 'newest' as const, limit: 100, after: null, counted: 1_001 };
    const page = await listOrdersForStaff(ctx, staff, {
      ...search,
      filter: { ...EVERY_ORDER, ...filter },
    });
    expect(page.count).toBe(page.items.length);
    return page.items.map(({ id }) => id);
  };
  const toShip = await listed({ fulfillment: 'to_ship' });
  expect(toShip.includes(lower.id)).toBe(true);
  for (const { id } of [whole, items, held]) expect(toShip.includes(id)).toBe(false);
  const ids = await query("select id from orders where status = 'paid' and held_at is null");
  const expected = [];
  for (const { id } of ids) if (hasUnitsToPack(await viewOrder(ctx, id))) expected.push(id);
  expect([...toShip].sort()).toEqual(expected.sort());
  const work = await countOpenWork(ctx, staff, 1_000);
  expect([work.toShip, (await findUnshipped(ctx)).count]).toEqual([toShip.length, toShip.length]);
  const withoutAddress = await listed({ fulfillment: 'to_ship', missingAddress: true });
  expect(work.withoutAddress).toBe(withoutAddress.length);
  // Those that the list has are shipped, and the others are refused.
  for (const [order, status] of [
    [whole, 409],
    [items, 409],
    [lower, 201],
  ] as const) {
    const sent = await post(admin, `/orders/${order.id}/fulfillments`, {});
    expect([order.id, sent.status]).toEqual([order.id, status]);
  }
});
