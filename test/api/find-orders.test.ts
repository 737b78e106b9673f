import { afterAll, beforeAll, expect, test } from 'vitest';
import { fulfillMany } from '#features/fulfillment/fulfillment.ts';
import { EVERY_ORDER, type StaffOrderFilter } from '#features/orders/lists/staff-orders.schema.ts';
import {
  findOrders,
  listAllOrders,
  listOrdersForStaff,
  refundOrder,
  searchOrders,
  setOrderAddress,
} from '#features/orders/orders.ts';
import { countedUpTo } from '#shared/counted.ts';
import { type PaidOrder, placeOrderOf } from '../support/paid-orders.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';

let now = Date.parse('2026-03-01T10:00:00Z');
let shop: TestShop;
let admin: Client;
let jose: Client;
/** The order of José with two parts, and that of Jane Roe. */
let his: PaidOrder;
let hers: PaidOrder;
const staff = () => actorOf(admin, 'admin');

const ADDRESS = {
  ...{ recipient: 'Someone', company: null, line1: '5 Lake Road', line2: null, city: 'Dhaka' },
  ...{ region: null, postcode: '1205', country: 'BD' },
};

async function send({ id }: PaidOrder, phone: string, trackingNumber: string) {
  const { ctx } = shop.context;
  await setOrderAddress(ctx, staff(), id, { version: null, address: { ...ADDRESS, phone } });
  const { version } = await (await admin.get(`/orders/${id}`)).json();
  const parcel = { key: 'all', carrier: 'DHL', trackingNumber };
  const [sent] = await fulfillMany(ctx, staff(), [{ id, version }], parcel);
  expect(sent).toMatchObject({ refusal: null });
}

/** Gives the lines of these variants other SKUs. */
async function renameSkus(variants: string[], skuOf: (nr: number) => string) {
  const { pool } = shop.database;
  await pool.query('alter table order_lines disable trigger user');
  for (const [nr, variant] of variants.entries()) {
    const values = [skuOf(nr), variant];
    await pool.query('update order_lines set sku = $1 where variant_id = $2', values);
  }
  await pool.query('alter table order_lines enable trigger user');
}

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  admin = await shop.admin();
  jose = await shop.shopper('José Østby-Müller');
  his = await placeOrderOf(shop, jose, [1, 2]);
  now += 60_000;
  hers = await placeOrderOf(shop, await shop.shopper('Jane Roe'), [1]);
  await send(his, '+8801712345678', 'JD 0146-2000 77');
  await send(hers, '+442079460958', '1Z999AA10123');
  const skus = ['CAP-RED_1', 'CAP-RED%2', 'cap-white'];
  const lines = [...his.variants, ...hers.variants];
  await renameSkus(lines, (nr) => skus[nr] ?? '');
});
afterAll(() => shop.close());

/** The ids that each list and call finds. */
async function foundEverywhere(text: string): Promise<string[][]> {
  const { ctx } = shop.context;
  const rest = { sort: 'newest' as const, limit: 9, after: null };
  const filter = { ...EVERY_ORDER, text };
  const table = await listOrdersForStaff(ctx, staff(), { ...rest, filter, counted: 9 });
  expect(table.count).toBe(table.items.length);
  const manyFit = { ...rest, filter, counted: 9, mostFitting: 0 };
  const asIfMany = await listOrdersForStaff(ctx, staff(), manyFit);
  expect(asIfMany.count).toBe(asIfMany.items.length);
  const allOrders = await searchOrders(ctx, staff(), { ...rest, text, state: 'all' });
  const call = await admin.get(`/orders?${new URLSearchParams({ q: text })}`);
  return [
    table.items.map(({ id }) => id),
    asIfMany.items.map(({ id }) => id),
    allOrders.items.map(({ id }) => id),
    (await findOrders(ctx, staff(), text, 9)).map(({ id }) => id),
    (await call.json()).map(({ _id }: { _id: string }) => _id),
  ];
}

async function expectFound(texts: string[], ...expected: PaidOrder[]) {
  const ids = expected.map(({ id }) => id);
  for (const text of texts) {
    expect([text, await foundEverywhere(text)]).toEqual([text, Array(5).fill(ids)]);
  }
}

test('an order is found by its number and by the email, typed in any case', async () => {
  const { number } = await (await admin.get(`/orders/${his.id}`)).json();
  await expectFound([number, number.toLowerCase(), number.replace('-', '')], his);
  await expectFound([`#${number}`, `Order ${number}`, number.replace('-', '–')], his);
  await expectFound([jose.email, jose.email.toUpperCase(), jose.email.slice(0, 8)], his);
});

test('an order is found by the whole number of its invoice or credit note, however it is typed', async () => {
  const refund = { amountMinor: 100, reason: 'A scratch', key: 'one' };
  await refundOrder(shop.context.ctx, staff(), his.id, refund);
  const { documents } = await (await admin.get(`/orders/${his.id}`)).json();
  expect(documents).toHaveLength(2);
  for (const { number } of documents) {
    const typed = [number.toLowerCase(), number.replace('-', ''), number.replace('-', ' – ')];
    await expectFound([number, ...typed], his);
    await expectFound([`X${number}`, `${number}0`, number.slice(0, -1)]);
  }
});

test('an order is found by words of the name, whatever their accents and order', async () => {
  await expectFound(['jose', 'JOSÉ', 'müll', 'ostby-m', 'Muller Jose', 'jo øst'], his);
  await expectFound(['jane', 'roe j', 'ROE'], hers);
  await expectFound(['uller', 'jose roe', 'jose janet', 'm']);
});

test('a name with an apostrophe is found as it is typed', async () => {
  const order = await placeOrderOf(shop, await shop.shopper("Bob O'Brien"), [1]);
  await expectFound(["o'b", 'O’B', "B O'B", "O'Brien", 'brien'], order);
  await expectFound(["o'r", "b'o", 'o b']);
});

test('an order is found by the end of the phone number, as people write it', async () => {
  const written = ['+880 1712-345678', '00880 1712 345678', '01712345678', '+880 (0)1712 345678'];
  await expectFound([...written, '345678', '5678'], his);
  await expectFound(['020 7946 0958', '(020) 7946 0958'], hers);
  await expectFound(['\u202a+44 20 7946–0958\u202c', 'tel:+442079460958'], hers);
  await expectFound(['٠١٧١٢ ٣٤٥٦٧٨', '０１７１２−３４５６７８'], his);
  await expectFound(['+8801712345679', '+44 1712 345678', '05678', '2345']);
});

test('an order is found by the beginning of the phone number, with the code of its country or without', async () => {
  await expectFound(
    ['+88017', '0088017', '88017', '01712', '1712', '(0)1712-34', '+880 (0)171'],
    his,
  );
  await expectFound(['+4420', '020 79', '2079', '0044 20'], hers);
  await expectFound(['+1712', '+49 1712', '00171', '9171']);
});

test('the table of orders is limited to those with a product, by words of its name and brand or its SKU', async () => {
  const { ctx } = shop.context;
  const { pool } = shop.database;
  const [jacket] = his.variants;
  await pool.query(
    `update products set name = 'Linen Jacket, washed', brand = 'Northwind' where id = (select product_id from variants where id = $1)`,
    [jacket],
  );
  const having = async (filter: Partial<StaffOrderFilter>, mostFitting?: number) => {
    const page = await listOrdersForStaff(ctx, staff(), {
      ...{ sort: 'newest', limit: 9, after: null, counted: 9 },
      filter: { ...EVERY_ORDER, ...filter },
      ...(mostFitting !== undefined && { mostFitting }),
    });
    expect(page.count).toBe(page.items.length);
    return page.items.map(({ id }) => id);
  };
  // Also where many fit, so that the orders of the list are compared one by one.
  for (const mostFitting of [undefined, 0]) {
    for (const product of ['linen jacket', 'JACKET north', 'cap-red', 'CAP-RED%2']) {
      expect([product, await having({ product }, mostFitting)]).toEqual([product, [his.id]]);
    }
    expect(await having({ product: 'cap-white' }, mostFitting)).toEqual([hers.id]);
    expect(await having({ product: 'linen skirt' }, mostFitting)).toEqual([]);
    expect(await having({ product: 'linen', text: 'jose' }, mostFitting)).toEqual([his.id]);
    expect(await having({ product: 'linen', text: 'roe' }, mostFitting)).toEqual([]);
    expect(await having({ product: 'linen', payment: ['unpaid'] }, mostFitting)).toEqual([]);
  }
  // By its id, it is that very product.
  const of = async ({ variants: [first] }: PaidOrder): Promise<string> =>
    (await pool.query('select product_id from variants where id = $1', [first])).rows[0].product_id;
  const [productId, other] = [await of(his), await of(hers)];
  await pool.query("update products set name = 'Linen Jacket, washed, long' where id = $1", [
    other,
  ]);
  expect(await having({ product: 'linen jacket, washed' })).toEqual([hers.id, his.id]);
  for (const mostFitting of [undefined, 0]) {
    expect(await having({ productId }, mostFitting)).toEqual([his.id]);
    expect(await having({ productId: other }, mostFitting)).toEqual([hers.id]);
    const both = { productId, product: 'cap-white' };
    expect(await having(both, mostFitting)).toEqual([]);
    expect(await having({ productId, product: 'linen', text: 'jose' }, mostFitting)).toEqual([
      his.id,
    ]);
    expect(await having({ productId, text: 'roe' }, mostFitting)).toEqual([]);
  }
  await pool.query("update products set name = 'Cap' where id = $1", [other]);
  // A product that is no longer sold is still found.
  await pool.query(
    "update products set status = 'archived', deleted_at = now() where name like 'Linen Jacket%'",
  );
  expect(await having({ product: 'linen' })).toEqual([his.id]);
  // The search itself finds no products: they would hide names of customers.
  await expectFound(['linen jacket']);
});

test('an order is found by a tracking number, however its characters are grouped', async () => {
  await expectFound(['JD 0146-2000 77', 'jd0146200077', 'JD01-46'], his);
  await expectFound(['1z 999 aa 10123'], hers);
  await expectFound(['0146', 'JD0147']);
});

test('an order is found once by the SKU of an item, in any case, and by the beginning of one', async () => {
  await expectFound(['CAP-RED', 'cap-red_1', 'CAP-RED%2'], his);
  await expectFound(['CAP-WHITE'], hers);
  await expectFound(['cap-'], hers, his);
  await expectFound(['RED', 'CAP-RED1']);
});

test('wildcards are characters', async () => {
  await expectFound([
    '%',
    '_',
    '\\',
    "'",
    'CAP_RED',
    'CAP-RED_2',
    'CAP-%',
    'j%',
    '____',
    'jose %x',
  ]);
});

test('the other filters and the archive apply to what a text finds', async () => {
  const { ctx } = shop.context;
  const ids = async (filter: Partial<StaffOrderFilter>, mostFitting?: number) => {
    const rest = { sort: 'oldest' as const, limit: 9, after: null, counted: 9 };
    const most = mostFitting === undefined ? {} : { mostFitting };
    const search = { ...rest, ...most, filter: { ...EVERY_ORDER, ...filter } };
    return (await listOrdersForStaff(ctx, staff(), search)).items.map(({ id }) => id);
  };
  // With one, the two lines of the first order are already too many.
  for (const most of [undefined, 0, 1]) {
    expect(await ids({ text: 'cap-', fulfillment: 'fulfilled' }, most)).toEqual([his.id, hers.id]);
    expect(await ids({ text: 'cap-', from: '2026-03-02' }, most)).toEqual([]);
    expect(await ids({ text: 'cap-', customer: jose.id }, most)).toEqual([his.id]);
  }
  const of = (email: string) => listAllOrders(ctx, staff(), { limit: 9, email, text: 'cap-' });
  expect((await of(jose.email)).items.map(({ id }) => id)).toEqual([his.id]);
});

test('pages of what a text finds, one after the other, are the whole list, whether few or many fit', async () => {
  const { ctx } = shop.context;
  const placed = [his.id];
  // Two at the same time, which only their ids tell apart.
  for (let nr = 0; nr < 4; nr += 1) {
    placed.push((await placeOrderOf(shop, jose, [1], { isPaid: false })).id);
    if (nr !== 2) now += 1_000;
  }
  for (const mostFitting of [5_000, 4]) {
    for (const sort of ['newest', 'oldest'] as const) {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const filter = { ...EVERY_ORDER, text: 'ostby' };
        const search = { filter, sort, limit: 2, after, counted: 3, mostFitting };
        const page = await listOrdersForStaff(ctx, staff(), search);
        expect(page.count).toBe(3);
        seen.push(...page.items.map(({ id }) => id));
        after = page.next;
      } while (after);
      const { rows } = await shop.database.pool.query(
        `select id from orders where id = any($1) order by created_at ${sort === 'newest' ? 'desc' : ''},
          id ${sort === 'newest' ? 'desc' : ''}`,
        [placed],
      );
      expect(seen).toEqual(rows.map(({ id }) => id));
    }
  }
  const seen: string[] = [];
  for (let address: string | undefined = '/orders?q=ostby&limit=2'; address; ) {
    const response = await admin.get(address);
    seen.push(...(await response.json()).map(({ _id }: { _id: string }) => _id));
    address = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect(seen.toSorted()).toEqual(placed.toSorted());
});

/** The number of orders with a text, as staff read it, and how many the page has. */
async function countOf(
  filter: Partial<StaffOrderFilter>,
  asked: { limit?: number; counted?: number; mostFitting?: number; after?: string | null } = {},
) {
  const first = { sort: 'newest' as const, limit: 9, after: null, counted: 1_001 };
  const search = { ...first, ...asked, filter: { ...EVERY_ORDER, ...filter } };
  const page = await listOrdersForStaff(shop.context.ctx, staff(), search);
  const { count, countedTo, items, next } = page;
  return { words: countedUpTo(count, countedTo, 'order'), shown: items.length, next };
}

test('of many orders with a text, those are counted that the other filters leave', async () => {
  // Five orders of José, of which all but one are unpaid and have no address.
  for (const mostFitting of [0, 1, 2, 4, 12]) {
    const none = await countOf({ text: 'ostby', country: 'FR' }, { mostFitting });
    expect([mostFitting, none]).toEqual([mostFitting, { words: '0 orders', shown: 0, next: null }]);
    const one = await countOf({ text: 'ostby', country: 'BD' }, { mostFitting });
    expect([mostFitting, one]).toEqual([mostFitting, { words: '1 order', shown: 1, next: null }]);
    const all = await countOf({ text: 'ostby' }, { mostFitting });
    expect([mostFitting, all]).toEqual([mostFitting, { words: '5 orders', shown: 5, next: null }]);
  }
  // More are listed than are looked at, and the page does not show all: at least those of the page.
  for (const mostFitting of [0, 2]) {
    const two = { words: '2+ orders', shown: 2 };
    const page = await countOf({ text: 'ostby' }, { mostFitting, limit: 2 });
    expect(page).toMatchObject(two);
    const second = { mostFitting, limit: 2, after: page.next };
    expect(await countOf({ text: 'ostby' }, second)).toMatchObject(two);
  }
  const { next } = await countOf({ text: 'ostby' }, { limit: 1 });
  const later = await countOf({ text: 'ostby', country: 'BD' }, { mostFitting: 4, after: next });
  expect(later).toMatchObject({ words: '1 order', shown: 1 });
  // Few are listed, so that all of them are looked at, on each page.
  const few = await countOf({ text: 'ostby', payment: ['unpaid'] }, { mostFitting: 8, limit: 3 });
  expect(few).toMatchObject({ words: '4 orders', shown: 3 });
  const last = { mostFitting: 8, limit: 3, after: few.next };
  const rest = await countOf({ text: 'ostby', payment: ['unpaid'] }, last);
  expect(rest).toEqual({ words: '4 orders', shown: 1, next: null });
  // The count stops where it is asked to.
  const stopped = await countOf({ text: 'ostby' }, { mostFitting: 4, limit: 2, counted: 4 });
  expect(stopped).toMatchObject({ words: '3+ orders', shown: 2 });
});

test('an order with many lines of an SKU counts once', async () => {
  const { ctx } = shop.context;
  for (let nr = 0; nr < 3; nr += 1) {
    const { variants } = await placeOrderOf(shop, jose, [1, 1, 1, 1, 1, 1], { isPaid: false });
    await renameSkus(variants, (line) => `MULTI-${nr}-${line}`);
  }
  // 18 lines: more than twelve, and fewer than four times twelve.
  const found = await countOf({ text: 'multi' }, { mostFitting: 12, limit: 2 });
  expect(found).toMatchObject({ words: '3 orders', shown: 2 });
  const search = { text: 'multi', sort: 'newest' as const, limit: 9, after: null };
  expect(await searchOrders(ctx, staff(), { ...search, state: 'open' })).toMatchObject({
    count: 3,
  });
  expect(await searchOrders(ctx, staff(), { ...search, state: 'paid' })).toMatchObject({
    count: 0,
  });
});

test('only admins search orders; customers can not, even among their own', async () => {
  const { ctx } = shop.context;
  const filter = { ...EVERY_ORDER, text: 'jose' };
  const search = { filter, sort: 'newest' as const, limit: 9, after: null, counted: 9 };
  for (const work of [
    async () => listOrdersForStaff(ctx, actorOf(jose), search),
    async () => findOrders(ctx, actorOf(jose), 'jose', 9),
    async () => listAllOrders(ctx, actorOf(jose), { limit: 9, text: 'jose' }),
  ]) {
    await expect(work()).rejects.toMatchObject({ code: 'forbidden' });
  }
  const own = new URLSearchParams({ email: jose.email, q: 'jane' });
  expect((await jose.get(`/orders?${own}`)).status).toBe(403);
  expect((await shop.guest().get('/orders?q=jane')).status).toBe(401);
  const all = await (
    await admin.get(`/orders?${new URLSearchParams({ email: admin.email, q: 'roe' })}`)
  ).json();
  expect(all).toEqual([]);
});
