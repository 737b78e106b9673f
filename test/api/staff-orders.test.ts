import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cancelLines,
  deliverMany,
  fulfillMany,
  fulfillOrder,
  holdOrder,
  markDelivered,
} from '#features/fulfillment/fulfillment.ts';
import { EVERY_ORDER, type StaffOrderFilter } from '#features/orders/lists/staff-orders.schema.ts';
import {
  findOrders,
  listOrderCountries,
  listOrdersForStaff,
  listTimeline,
  setOrderAddress,
  viewOrder,
} from '#features/orders/orders.ts';
import { isMissingAddress } from '#web/components/order/missing-address.tsx';
import { changeOrder } from '#web/routes/console/order/change-order.ts';
import { changeOrders } from '#web/routes/console/orders/change-orders.ts';
import type { Visit } from '#web/shop-context.ts';
import { orderValue } from '#web/staff-order-address.ts';
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
  await pickUp([sent?.id, arrived?.id]);
  const version = async (id: string) => (await (await admin.get(`/orders/${id}`)).json()).version;
  const shown = await Promise.all(
    [sent, arrived, held, fresh].map(async (order) => {
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
    'This order has no address',
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
  [{ payment: ['unpaid'] }, 'unpaid'],
  [{ payment: ['paid'] }, 'fresh held sent arrived'],
  [{ payment: ['partly_refunded'] }, 'partly'],
  [{ payment: ['refunded'] }, 'refunded'],
  [{ payment: ['voided'] }, 'gone'],
  [{ payment: ['paid', 'partly_refunded'] }, 'fresh held sent arrived partly'],
  [{ payment: ['paid', 'refunded'] }, 'fresh held sent arrived refunded'],
  [{ payment: ['partly_refunded', 'refunded'] }, 'partly refunded'],
  [{ payment: ['unpaid', 'partly_refunded', 'refunded'] }, 'unpaid partly refunded'],
  [{ payment: ['unpaid', 'voided'] }, 'unpaid gone'],
  [{ payment: ['unpaid', 'paid', 'partly_refunded', 'refunded', 'voided'] }, `${LISTED} gone`],
  [{ payment: ['paid', 'partly_refunded'], fulfillment: 'unfulfilled' }, 'fresh partly'],
  [{ fulfillment: 'to_ship' }, 'fresh partly'],
  // Its units still lie on the shelf.
  [{ payment: ['refunded'], fulfillment: 'unfulfilled' }, 'refunded'],
  [{ fulfillment: 'unfulfilled' }, 'unpaid fresh partly refunded'],
  [{ fulfillment: 'fulfilled' }, 'sent'],
  [{ fulfillment: 'delivered' }, 'arrived'],
  [{ fulfillment: 'on_hold' }, 'held'],
  [{ country: 'BD' }, 'fresh'],
  [{ country: 'DE' }, ''],
  [{ missingAddress: true }, 'unpaid held partly'],
  [{ from: '2026-03-02', to: '2026-03-04' }, 'fresh held sent'],
  [{ text: 'SAM.LISTED' }, LISTED],
  [{ text: 'nobody' }, ''],
  [{ payment: ['paid'], fulfillment: 'to_ship', missingAddress: true }, ''],
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
    Array(2).fill([true, null]),
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
  const [parcel] = await listTimeline(ctx, staff(), orders.sent?.id ?? '');
  expect(parcel).toMatchObject({ event: 'fulfill', about: 'DHL' });
  for (const work of [
    () => listOrdersForStaff(ctx, actorOf(sam), search),
    () => listTimeline(ctx, actorOf(sam), orders.held?.id ?? ''),
    () => fulfillMany(ctx, actorOf(sam), [], { key: 'k', carrier: null, trackingNumber: null }),
    () => deliverMany(ctx, actorOf(sam), []),
  ]) {
    await expect((async () => work())()).rejects.toMatchObject({ code: 'forbidden' });
  }
});

test('what is on the way of selected orders is marked as delivered after a question, each parcel once', async () => {
  const { ctx } = shop.context;
  const parcel = { carrier: null, trackingNumber: null, version: null };
  const two = await placeOrderOf(shop, sam, [2]);
  const [sku = ''] = two.skus;
  for (const key of ['one', 'two']) {
    await fulfillOrder(ctx, staff(), two.id, { ...parcel, key, lines: [{ sku, quantity: 1 }] });
  }
  const unsent = await placeOrderOf(shop, sam, [1]);
  const changed = await placeOrderOf(shop, sam, [1]);
  await fulfillOrder(ctx, staff(), changed.id, { ...parcel, key: 'one' });
  const shown = await Promise.all([two, unsent, changed].map(({ id }) => viewOrder(ctx, id)));
  const post = async (intent: string, some = shown) => {
    const posted = new FormData();
    posted.set('intent', intent);
    for (const order of some) posted.append('order', orderValue(order));
    const visit = { ctx, actor: staff() } as Visit;
    return changeOrders(visit, posted, new URL('http://localhost/admin/orders'));
  };
  expect(await post('ask-delivered')).toMatchObject({
    delivery: { parcels: 3, orders: shown.map(({ id, version }) => ({ id, version })) },
  });
  expect(await post('ask-delivered', shown.slice(1, 2))).toMatchObject({
    data: { notice: { text: 'Nothing of these orders is on the way.' } },
  });
  await holdOrder(ctx, staff(), unsent.id, { key: 'hold', version: null, reason: null });
  await shop.database.pool.query(
    `insert into order_events (order_id, event, from_status, to_status, actor, at)
     values ($1, 'track', 'paid', 'paid', 'shop', now())`,
    [changed.id],
  );
  expect(await post('deliver')).toMatchObject({
    notice: { tone: 'danger', text: '1 order marked as delivered. Not marked as delivered:' },
    refused: [
      { id: unsent.id, refusal: 'Nothing of this order is on the way.' },
      { id: changed.id, refusal: expect.stringContaining('has changed') },
    ],
  });
  // A repeat does nothing.
  expect(await post('deliver', shown.slice(0, 1))).toMatchObject({
    notice: { text: '1 order marked as delivered.' },
  });
  expect((await viewOrder(ctx, two.id)).fulfillmentStatus).toBe('delivered');
  expect((await viewOrder(ctx, changed.id)).fulfillmentStatus).toBe('fulfilled');
  const { rows } = await shop.database.pool.query(
    `select (select count(*) from order_events where order_id = $1 and event = 'deliver')::int events,
       (select count(*) from audit_log where subject = $1 and action = 'order.deliver')::int audited,
       (select count(*) from outbox where kind = 'order.delivered'
         and payload ->> 'orderId' = $1)::int emails`,
    [two.id],
  );
  expect(rows).toEqual([{ events: 2, audited: 2, emails: 2 }]);
});

test('a paid order that staff deleted is found among the deleted ones alone, and its page restores it', async () => {
  const { ctx } = shop.context;
  const deleted = await placeOrderOf(shop, sam, [1]);
  orders.deleted = deleted;
  await admin.delete(`/orders/${deleted.id}`);
  const { number, version, archivedAt } = await viewOrder(ctx, deleted.id);
  expect(archivedAt).not.toBeNull();
  expect([await found({ text: number }), await found({ text: number, payment: ['paid'] })]).toEqual(
    ['', ''],
  );
  expect(await found({ deleted: true })).toBe('gone deleted');
  expect(await findOrders(ctx, staff(), number, 6)).toMatchObject([
    { paymentStatus: 'paid', isCancelled: false, isDeleted: true },
  ]);
  expect(await found({ deleted: true, text: number })).toBe('deleted');
  expect(await found({ deleted: true, payment: ['paid'], fulfillment: 'to_ship' })).toBe('deleted');
  expect(await found({ deleted: true, payment: ['refunded'] })).toBe('');
  const restored = postOf(deleted.id, { intent: 'restore', key: 'restore', version });
  await expect(restored).rejects.toMatchObject({ status: 302 });
  expect(await found({ deleted: true })).toBe('gone');
  expect(await found({ text: number })).toBe('deleted');
});

test('an order without an address is shipped after a question, and one that is picked up at once', async () => {
  const { ctx } = shop.context;
  const order = await placeOrderOf(shop, sam, [2]);
  const [sku = ''] = order.skus;
  const form = {
    intent: 'fulfill',
    key: 'ship',
    sku,
    units: 1,
    trackingNumber: 'JD1',
    carrier: 'DHL',
  };
  const ship = async (more: object = {}) => {
    const { version } = await viewOrder(ctx, order.id);
    return postOf(order.id, { ...form, version, ...more });
  };
  expect(await ship()).toMatchObject({ data: { question: { intent: 'fulfill' } } });
  const { data } = (await ship()) as { data: { question: { fields: [string, string][] } } };
  const asked = Object.fromEntries(data.question.fields);
  // What would be refused after the question is refused before it.
  for (const more of [{ version: 0 }, { units: 3 }])
    expect(await ship(more)).toMatchObject({ init: { status: 409 } });
  expect(await viewOrder(ctx, order.id)).toMatchObject({ fulfillments: [] });
  await expect(ship(asked)).rejects.toMatchObject({ status: 302 });
  const filter = { ...EVERY_ORDER, missingAddress: true };
  const isListed = async () => {
    const search = { filter, sort: 'newest' as const, limit: 50, after: null, counted: 9 };
    return (await listOrdersForStaff(ctx, staff(), search)).items.some(({ id }) => id === order.id);
  };
  /** Whether the table of all orders says of it that its address is missing. */
  const isMarked = async () => {
    const search = { filter: EVERY_ORDER, sort: 'newest' as const, limit: 50, after: null };
    const { items } = await listOrdersForStaff(ctx, staff(), { ...search, counted: 9 });
    return items.find(({ id }) => id === order.id)?.missingAddress;
  };
  expect([await isListed(), await isMarked()]).toEqual([true, true]);
  await pickUp([order.id]);
  expect([await isListed(), await isMarked()]).toEqual([false, false]);
  expect(isMissingAddress(await viewOrder(ctx, order.id))).toBe(false);
  await expect(ship({ key: 'again' })).rejects.toMatchObject({ status: 302 });
  const [, parcel] = await listTimeline(ctx, staff(), order.id);
  expect(parcel?.about).toBe('DHL: JD1');

  const refund = {
    lines: [{ sku, quantity: 1 }],
    shipping: true,
    restock: true,
    reason: 'Moth hole',
  };
  const key = { 'idempotency-key': 'moth' };
  const refunded = await admin.post(`/api/v1/orders/${order.id}/refunds`, refund, key);
  expect(refunded.status, await refunded.clone().text()).toBe(201);
  const [{ event, about } = {}] = await listTimeline(ctx, staff(), order.id);
  expect([event, about]).toEqual([
    'refund',
    `1 × ${sku} (back in stock), shipping. Reason: Moth hole`,
  ]);
  for (const path of [`/orders/${order.id}`, `/api/v1/orders/${order.id}`]) {
    expect(await (await sam.get(path)).text()).not.toContain('Moth');
  }
});

test('the timeline says what a refund was for, and whether cancelled units went back into the stock', async () => {
  const { ctx } = shop.context;
  const order = await placeOrderOf(shop, sam, [2, 1]);
  const [first = '', second = ''] = order.skus;
  const cancel = async (sku: string, restock: boolean) => {
    const lines = [{ sku, quantity: 1 }];
    const what = { key: sku, version: null, restock, note: `Lost ${sku}`, refundMinor: null };
    await cancelLines(ctx, staff(), order.id, { ...what, lines });
    const made = await listTimeline(ctx, staff(), order.id);
    return made.find(({ event }) => event === 'refund')?.about;
  };
  expect(await cancel(first, true)).toBe(`1 × ${first} (back in stock). Reason: Lost ${first}`);
  now += 60_000;
  expect(await cancel(second, false)).toBe(
    `1 × ${second} (not back in stock). Reason: Lost ${second}`,
  );
  const { number } = await viewOrder(ctx, order.id);
  expect(await findOrders(ctx, staff(), number.toLowerCase().replace('-', ' '), 6)).toMatchObject([
    { number, paymentStatus: 'partly_refunded', isCancelled: false, isDeleted: false },
  ]);
});

/** Makes orders ones that are picked up, which need no address. */
async function pickUp(ids: unknown[]) {
  const { pool } = shop.database;
  // The delivery of an order never changes.
  await pool.query('alter table orders disable trigger user');
  await pool.query(
    "update orders set delivery_method = 'Pick up', is_pick_up = true where id = any($1)",
    [ids],
  );
  await pool.query('alter table orders enable trigger user');
}

/** Sends a form of the page of an order. */
async function postOf(id: string, form: object) {
  const posted = new FormData();
  for (const [name, value] of Object.entries(form)) posted.set(name, String(value));
  return changeOrder({ ctx: shop.context.ctx, actor: staff() } as Visit, id, posted);
}
