import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAddress, listAddressesOf } from '#features/addresses/addresses.ts';
import { addToCart } from '#features/cart/cart.ts';
import { type CustomerSort, MOST_SUMMED } from '#features/customers/customers.schema.ts';
import {
  findCustomers,
  findGuestEmails,
  getCustomer,
  listCustomers,
  streamCustomers,
} from '#features/customers/customers.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import { getOrder, listOrdersForStaff } from '#features/orders/orders.ts';
import { confirmCard } from '../support/cards.ts';
import { openExchangeShop, type Shirts } from '../support/exchanges.ts';
import { stock } from '../support/goods.ts';
import { detailsOf } from '../support/guests.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, signedInActorOf, verifyEmailOf } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const { shop, sam, eve, admin, staff, query, act, asked, delivered } = await openExchangeShop();
const { ctx } = shop.context;
/** Joined after the others; zed has no orders. */
let zed: Client;
let exchanged: Shirts;
let unpaid: { id: string };

beforeAll(async () => {
  zed = await shop.shopper('Zed Late');
  await verifyEmailOf(shop, zed);
  exchanged = await delivered(2);
  const refund = { amount: 7, reason: 'A stain' };
  await admin.post(`/orders/${exchanged.id}/refunds`, refund, { 'idempotency-key': 'stain' });
  unpaid = await placeOrderOf(shop, sam, [1], { isPaid: false });
  const gone = await placeOrderOf(shop, sam, [1], { isPaid: false });
  await sam.delete(`/orders/${gone.id}`);
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const first = { text: null, sort: 'newest' as CustomerSort, limit: 50, after: null, counted: 10 };
const list = (search: Partial<Parameters<typeof listCustomers>[2]> = {}) =>
  listCustomers(ctx, staff, { ...first, ...search });
const namesOf = async (search: Parameters<typeof list>[0]) =>
  (await list(search)).items.map(({ name }) => name);
const sumsOf = async ({ id }: Client) => {
  const { orders, spentMinor, unpaidOrders, openReturns } = await getCustomer(ctx, staff, id);
  return { orders, spentMinor, unpaidOrders, openReturns };
};

test('customers are listed by newest, by name and by email, page by page, without staff', async () => {
  const newest = ['Zed Late', 'Eve Exchanging', 'Sam Exchanging'];
  const byEmail = ['Eve Exchanging', 'Sam Exchanging', 'Zed Late'];
  for (const [sort, names] of [
    ['newest', newest],
    ['name', byEmail],
    ['email', byEmail],
  ] as const) {
    expect([sort, await namesOf({ sort })]).toEqual([sort, names]);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await list({ sort, limit: 1, after, counted: 2 });
      expect(page.count).toBe(2);
      seen.push(...page.items.map(({ name }) => name));
      after = page.next;
    } while (after);
    expect([sort, seen]).toEqual([sort, names]);
  }
  // The cursor of another sort, and one that nobody made, mean the first page.
  const { next } = await list({ limit: 1 });
  for (const after of [next, 'garbage']) {
    expect(await namesOf({ sort: 'email', limit: 1, after })).toEqual(['Eve Exchanging']);
  }
});

test('a search finds beginnings of words of the name, and of the email', async () => {
  expect(await namesOf({ text: 'exch' })).toEqual(['Eve Exchanging', 'Sam Exchanging']);
  expect(await namesOf({ text: 'exch', sort: 'email', limit: 1 })).toEqual(['Eve Exchanging']);
  expect(await namesOf({ text: 'exchanging EV' })).toEqual(['Eve Exchanging']);
  expect(await namesOf({ text: 'SAM.EXCH' })).toEqual(['Sam Exchanging']);
  for (const text of ['xchanging', '%', "'", 'ada']) {
    expect([text, await list({ text })]).toMatchObject([text, { items: [], count: 0 }]);
  }
  // Of too many that fit, the order of the list finds the first ones.
  const many = { text: 'exch', mostFitting: 1 };
  for (const sort of ['newest', 'name', 'email'] as const) {
    for (const far of [50, 1]) {
      const names = await namesOf({ ...many, sort, far });
      expect(names).toEqual(['Eve Exchanging', 'Sam Exchanging']);
    }
  }
  expect((await list(many)).count).toBe(2);
  expect(await findCustomers(ctx, staff, 'ada', 5)).toEqual([]);
});

test('the sums have what was paid less refunds, and leave out cancelled orders', async () => {
  const { id } = sam;
  // Two shirts at $20 and $120 of shipping, of which $7 were refunded.
  expect(await sumsOf(sam)).toEqual({
    ...{ orders: 2, spentMinor: 15_300, unpaidOrders: 1, openReturns: 0 },
  });
  const placed = await getOrder(ctx, staff, unpaid.id);
  expect((await list()).items).toMatchObject([
    { name: 'Zed Late', emailVerified: true, orders: 0, spentMinor: 0, lastOrderAt: null },
    { name: 'Eve Exchanging' },
    {
      ...{ id, email: sam.email, emailVerified: false, joinedAt: expect.stringMatching(/Z$/) },
      ...{ orders: 2, spentMinor: 15_300, lastOrderAt: placed.createdAt, hasMore: false },
    },
  ]);
  // Staff delete a paid order: no list has it, and its money counts.
  const paid = await placeOrderOf(shop, sam, [1]);
  const before = await sumsOf(sam);
  await admin.delete(`/orders/${paid.id}`);
  expect(await sumsOf(sam)).toEqual(before);
  expect((await getCustomer(ctx, staff, id)).deletedOrders).toBe(1);
  // A shirt for $25 in exchange for one of the others: $5 more, and an open return.
  const exchange = await asked(exchanged, exchanged.xl);
  await act(exchange, 'approve');
  const intent = await sam.post(`/api/v1/returns/${exchange}/payment-intent`, {});
  const { id: transaction } = await (
    await confirmCard(sam, (await intent.json()).clientSecret)
  ).json();
  await sam.put(`/api/v1/returns/${exchange}/payment`, { transaction });
  expect(await sumsOf(sam)).toMatchObject({ spentMinor: 29_800, openReturns: 1 });
});

test('a customer has a page with their cart, addresses and orders; so have staff', async () => {
  const lamp = await stock(shop, { name: 'Lamp in a Cart' });
  const actor = await signedInActorOf(shop, zed);
  await addToCart(ctx, actor, { variantId: lamp.variants[0]?.id ?? '', quantity: 3 });
  const { address } = detailsOf('zed@example.com', { recipient: 'Zed at Home' });
  await addAddress(ctx, actor, address);
  expect(await getCustomer(ctx, staff, zed.id)).toMatchObject({
    ...{ id: zed.id, name: 'Zed Late', isStaff: false },
    cart: { units: 3, valueMinor: 6_000 },
    addresses: [{ recipient: 'Zed at Home', isDefault: true }],
  });
  expect(await getCustomer(ctx, staff, admin.id)).toMatchObject({ isStaff: true, addresses: [] });
  await expect(getCustomer(ctx, staff, 'usr_nobody')).rejects.toMatchObject({ code: 'not_found' });
  const setStatus = (status: string) =>
    query('update carts set status = $1 where user_id = $2', [status, zed.id]);
  await setStatus('ordered');
  expect((await getCustomer(ctx, staff, zed.id)).cart).toEqual({ units: 0, valueMinor: 0 });
  await setStatus('open');
});

test('the table of orders can be limited to a customer, and an order leads to its customer', async () => {
  await placeOrderOf(shop, eve, [1]);
  const search = { sort: 'newest' as const, limit: 9, after: null, counted: 9 };
  const ordersOf = async (filter: Partial<typeof EVERY_ORDER>) => {
    const page = await listOrdersForStaff(ctx, staff, {
      ...search,
      filter: { ...EVERY_ORDER, ...filter },
    });
    expect(page.count).toBe(page.items.length);
    return page.items.map(({ id }) => id);
  };
  const customer = sam.id;
  expect(await ordersOf({ customer })).toEqual([unpaid.id, exchanged.id]);
  expect(await ordersOf({ customer, payment: ['unpaid'] })).toEqual([unpaid.id]);
  expect(await ordersOf({ customer, payment: ['partly_refunded'] })).toEqual([exchanged.id]);
  expect(await ordersOf({ customer: zed.id })).toEqual([]);
  expect((await getOrder(ctx, staff, unpaid.id)).customerId).toBe(sam.id);
  expect((await getOrder(ctx, actorOf(sam), unpaid.id)).customerId).toBeNull();
});

test('a search of customers finds the emails that only guests ordered with, each once', async () => {
  const place = (id: string, email: string) =>
    query(
      `insert into orders (id, number, is_guest, email, name, city, country, currency, units,
         subtotal_minor, shipping_minor, total_minor, status, fingerprint, created_at, payment_due_at)
       values ($1, $1, true, $2, 'Gil Guest', 'c', 'BD', 'USD', 1, 1, 0, 1, 'pending', 'f', now(), now())`,
      [id, email],
    );
  await query('alter table orders disable trigger user');
  for (const [id, email] of [
    ['ord_g1', 'gil@example.com'],
    ['ord_g2', 'gil@example.com'],
    ['ord_g3', 'gila_b@example.com'],
    // It has an account, so the list of customers has it.
    ['ord_g4', sam.email],
  ] as const) {
    await place(id, email);
  }
  await query('alter table orders enable trigger user');
  const guests = (text: string, limit = 9) => findGuestEmails(ctx, staff, text, limit);
  expect(await guests('GIL')).toEqual(['gil@example.com', 'gila_b@example.com']);
  expect(await guests('gil', 1)).toEqual(['gil@example.com']);
  expect(await guests('gila_')).toEqual(['gila_b@example.com']);
  expect([await guests('g_l'), await guests(sam.email), await guests('il@')]).toEqual([[], [], []]);
  await query("delete from orders where id like 'ord_g%'");
});

test('of a customer with very many orders the newest are summed, and the file has all', async () => {
  // Without the trigger that counts the lines.
  await query('alter table orders disable trigger user');
  // The first ones are the oldest, and cancelled.
  await query(
    `insert into orders (id, number, user_id, email, name, city, country, currency, subtotal_minor,
       shipping_minor, total_minor, status, cancelled_at, fingerprint, created_at, payment_due_at)
     select 'ord_many' || i, 'M' || i, $1, 'e', 'n', 'c', 'BD', 'USD', 1, 0, 1,
       case when i <= 5 then 'cancelled' else 'pending' end, case when i <= 5 then now() end, 'f',
       now() + i * interval '1 s', now()
     from generate_series(1, ${MOST_SUMMED} + 5) i`,
    [zed.id],
  );
  const summed = { hasMore: true, orders: MOST_SUMMED };
  expect((await list({ text: 'zed' })).items).toMatchObject([summed]);
  expect(await getCustomer(ctx, staff, zed.id)).toMatchObject({
    ...{ ...summed, unpaidOrders: MOST_SUMMED, deletedOrders: 0 },
  });
  const response = await admin.get('/api/v1/exports/customers.csv?filter=list&q=zed');
  const rows = parse(await response.text(), { bom: true, columns: true });
  expect(rows).toMatchObject([{ Name: 'Zed Late', Orders: String(MOST_SUMMED), Spent: '0.00' }]);
  await query(
    "update orders set status = 'pending', cancelled_at = null where id in ('ord_many1', 'ord_many2')",
  );
  const again = await admin.get('/api/v1/exports/customers.csv?filter=list&q=zed');
  expect(await again.text()).toContain(`,${MOST_SUMMED + 2},`);
  // What was searched for may be an email, and the audit log is never cleaned.
  expect(
    await query("select distinct detail from audit_log where action = 'export.customers'"),
  ).toEqual([{ detail: { hasText: true } }]);
  await query("delete from orders where id like 'ord_many%'");
  await query('alter table orders enable trigger user');
});

test('refuses everyone but admins', async () => {
  const other = actorOf(sam);
  for (const work of [
    () => listCustomers(ctx, other, first),
    () => findCustomers(ctx, other, 'a', 1),
    () => findGuestEmails(ctx, other, 'a', 1),
    () => getCustomer(ctx, other, sam.id),
    () => listAddressesOf(ctx, other, sam.id),
    () => streamCustomers(ctx, other, null).next(),
  ]) {
    await expect((async () => work())()).rejects.toMatchObject({ code: 'forbidden' });
  }
});
