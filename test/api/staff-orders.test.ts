import { afterAll, beforeAll, expect, test } from 'vitest';
import { fulfillMany, holdOrder, markDelivered } from '#features/fulfillment/fulfillment.ts';
import {
  listOrderCountries,
  listOrdersForStaff,
  listTimeline,
  setOrderAddress,
} from '#features/orders/orders.ts';
import { EVERY_ORDER, type StaffOrderFilter } from '#features/orders/staff-orders.schema.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let now = Date.parse('2026-03-01T10:00:00Z');
let shop: TestShop;
let sam: Client;
let admin: Client;
const orders: Record<string, PaidOrder> = {};
const staff = () => actorOf(admin, 'admin');

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  sam = await shop.shopper('Sam Listed');
  admin = await shop.admin('Ada Listing');
  const { ctx } = shop.context;
  // An order a day, the first on the first of March.
  for (const name of ['unpaid', 'fresh', 'held', 'sent', 'arrived', 'partly', 'refunded', 'gone']) {
    const isPaid = name !== 'unpaid' && name !== 'gone';
    orders[name] = await placeOrderOf(shop, sam, [1, 2], { isPaid });
    now += 86_400_000;
  }
  const { held, sent, arrived, partly, refunded, gone, fresh } = orders as {
    [name: string]: PaidOrder;
  };
  const refund = ({ id }: PaidOrder, amount: number) =>
    admin.post(`/orders/${id}/refunds`, { amount, reason: 'Asked' }, { 'idempotency-key': id });
  await refund(partly as PaidOrder, 5);
  await refund(refunded as PaidOrder, (refunded as PaidOrder).totalAmount);
  await sam.delete(`/orders/${gone?.id}`);
  await holdOrder(ctx, staff(), held?.id ?? '', { key: 'hold', version: null, reason: 'Why not' });
  const version = async (id: string) => (await (await admin.get(`/orders/${id}`)).json()).version;
  const shown = await Promise.all(
    [sent, arrived, held].map(async (order) => {
      const id = order?.id ?? '';
      return { id, version: await version(id) };
    }),
  );
  const request = { key: 'all', carrier: 'DHL', trackingNumber: null };
  const done = await fulfillMany(ctx, staff(), shown, request);
  expect(done.map(({ refusal }) => refusal?.split('.')[0] ?? null)).toEqual([
    null,
    null,
    'This order is on hold',
  ]);
  const { fulfillments } = await (await admin.get(`/orders/${arrived?.id}`)).json();
  await markDelivered(ctx, staff(), fulfillments[0]._id, { version: null });
  await setOrderAddress(ctx, staff(), fresh?.id ?? '', {
    version: null,
    address: {
      recipient: 'Sam',
      company: null,
      line1: '5 Lake Road',
      line2: null,
      city: 'Dhaka',
      region: null,
      postcode: '1205',
      country: 'BD',
      phone: null,
    },
  });
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

/** The names of the orders that fit, in the order of the list. */
async function found(filter: Partial<StaffOrderFilter>, sort: 'newest' | 'oldest' = 'oldest') {
  const search = {
    filter: { ...EVERY_ORDER, ...filter },
    sort,
    limit: 100,
    after: null,
    counted: 1_000,
  };
  const page = await listOrdersForStaff(shop.context.ctx, staff(), search);
  expect(page.count).toBe(page.items.length);
  const names = new Map(Object.entries(orders).map(([name, { id }]) => [id, name]));
  return page.items.map(({ id }) => names.get(id)).join(' ');
}

const LISTED = 'unpaid fresh held sent arrived partly refunded';
const filters: [Partial<StaffOrderFilter>, string][] = [
  [{}, LISTED],
  [{ payment: 'unpaid' }, 'unpaid'],
  [{ payment: 'paid' }, 'fresh held sent arrived'],
  [{ payment: 'partly_refunded' }, 'partly'],
  [{ payment: 'refunded' }, 'refunded'],
  [{ payment: 'voided' }, 'gone'],
  [{ fulfillment: 'to_ship' }, 'fresh partly refunded'],
  [{ fulfillment: 'unfulfilled' }, 'unpaid fresh partly refunded'],
  [{ fulfillment: 'fulfilled' }, 'sent'],
  [{ fulfillment: 'delivered' }, 'arrived'],
  [{ fulfillment: 'on_hold' }, 'held'],
  [{ country: 'BD' }, 'fresh'],
  [{ country: 'DE' }, ''],
  [{ missingAddress: true }, 'unpaid held partly refunded'],
  [{ from: '2026-03-02', to: '2026-03-04' }, 'fresh held sent'],
  [{ text: 'SAM.LISTED' }, LISTED],
  [{ text: 'nobody' }, ''],
  [{ payment: 'paid', fulfillment: 'to_ship', missingAddress: true }, ''],
];

test.each(filters)('the table of orders finds what fits %j', async (filter, names) => {
  expect(await found(filter)).toBe(names);
  expect(await found(filter, 'newest')).toBe(names.split(' ').reverse().join(' '));
});

test('its countries are those of the delivery addresses, also after these change; without one there is none', async () => {
  const { ctx } = shop.context;
  const countries = async (chosen: string | null = null) =>
    (await listOrderCountries(ctx, staff(), chosen)).map(({ code, name }) => `${code} ${name}`);
  expect(await countries()).toEqual(['BD Bangladesh']);
  const query = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values);
  await query(
    `insert into order_addresses (order_id, kind, updated_at, recipient, line1, city, country)
     values ($1, 'delivery', now(), 'Sam', '1 Road', 'Wien', 'AT'), ($1, 'billing', now(), 'Sam', '1 Road', null, 'FR')`,
    [orders.held?.id],
  );
  expect(await found({ country: 'AT' })).toBe('held');
  await expectSoundLedger(shop);
  await query("update order_addresses set country = 'DE', city = 'Bonn' where country = 'AT'");
  expect(await countries('SG')).toEqual(['BD Bangladesh', 'DE Germany', 'SG Singapore']);
  const search = { sort: 'newest' as const, limit: 9, after: null, counted: 9 };
  const filter = { ...EVERY_ORDER, country: 'DE' };
  const { items } = await listOrdersForStaff(ctx, staff(), { ...search, filter });
  expect(items).toMatchObject([{ id: orders.held?.id, city: 'Bonn', country: 'Germany' }]);
  const missing = { ...EVERY_ORDER, missingAddress: true };
  const { items: unknown } = await listOrdersForStaff(ctx, staff(), { ...search, filter: missing });
  expect(unknown.map(({ city, country }) => [Boolean(city), country])).toEqual(
    Array(3).fill([true, null]),
  );
  await query("delete from order_addresses where country in ('DE', 'FR')");
  expect([await found({ country: 'DE' }), await countries()]).toEqual(['', ['BD Bangladesh']]);
  await expect(listOrderCountries(ctx, actorOf(sam), null)).rejects.toThrow('admin');
});

test('it is read page by page, shows the statuses, and is for staff alone', async () => {
  const { ctx } = shop.context;
  const search = {
    filter: EVERY_ORDER,
    sort: 'newest' as const,
    limit: 3,
    after: null,
    counted: 5,
  };
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page = await listOrdersForStaff(ctx, staff(), { ...search, after: next });
    expect(page.count).toBe(5);
    seen.push(...page.items.map((row) => `${row.paymentStatus} ${row.fulfillmentStatus}`));
    next = page.next;
  } while (next);
  expect(seen).toEqual([
    'refunded unfulfilled',
    'partly_refunded unfulfilled',
    'paid delivered',
    'paid fulfilled',
    'paid on_hold',
    'paid unfulfilled',
    'unpaid unfulfilled',
  ]);
  const timeline = await listTimeline(ctx, staff(), orders.held?.id ?? '');
  expect(timeline.map(({ event, detail }) => [event, detail])).toEqual([
    ['hold', 'Why not'],
    ['pay', expect.any(String)],
    ['place', null],
  ]);
  expect(timeline[0]?.actor).toContain('Ada Listing');
  for (const work of [
    () => listOrdersForStaff(ctx, actorOf(sam), search),
    () => listTimeline(ctx, actorOf(sam), orders.held?.id ?? ''),
    () => fulfillMany(ctx, actorOf(sam), [], { key: 'k', carrier: null, trackingNumber: null }),
  ]) {
    await expect((async () => work())()).rejects.toMatchObject({ code: 'forbidden' });
  }
});
