import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoDeletion } from '#features/checkout/checkout.ts';
import { EVERY_ORDER } from '#features/orders/lists/staff-orders.schema.ts';
import {
  listOrdersForStaff,
  listOrderTags,
  tagOrders,
  viewOwnOrder,
} from '#features/orders/orders.ts';
import { deleteMyAccount, exportMyData } from '#features/privacy/privacy.ts';
import { placeOrderOf } from '../support/paid-orders.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  PASSWORD,
  signedInActorOf,
  type TestShop,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let sam: Client;
let admin: Client;
const staff = () => actorOf(admin, 'admin');

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 20 });
  sam = await shop.shopper('Sam Tagged');
  admin = await shop.admin('Ada Tagging');
});
afterAll(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const setTags = async (id: string, tags: unknown, version?: number, who = admin) => {
  const header = { 'if-match': version === undefined ? null : `"${version}"` };
  const response = await who.put(`/api/v1/orders/${id}/tags`, { tags }, header);
  return { status: response.status, body: await response.json() };
};
const orderOf = async (id: string, who = admin) => (await who.get(`/orders/${id}`)).json();
const tagsOf = async (id: string) => (await orderOf(id)).tags;
const exported = async (path: string) => {
  const response = await admin.get(`/api/v1/exports/orders.csv${path}`);
  return { status: response.status, text: await response.text() };
};
const rowsOf = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true });
const written = (id: string) =>
  shop.query(
    "select detail from order_events where order_id = $1 and event = 'tags-changed' order by id",
    [id],
  );

test('staff set the tags of an order by the rules of products; who saw an older order is told to look again', async () => {
  const { id } = await placeOrderOf(shop, sam, [1]);
  const { version } = await orderOf(id);
  const set = await setTags(id, [' gift ', 'v\u200bip', 'gift', 'a, b', 'half\ud800'], version);
  expect([set.status, set.body.tags]).toEqual([200, ['gift', 'vip', 'a, b', 'half\ufffd']]);
  expect(set.body.version).toBe(version + 1);
  // A repeat and another order of the tags change nothing, whatever was seen.
  const again = await setTags(id, ['a, b', 'half\ufffd', 'vip', 'gift'], version);
  expect([again.status, again.body.version]).toEqual([200, version + 1]);
  const late = await setTags(id, ['late'], version);
  expect([late.status, late.body.code]).toEqual([409, 'order_changed']);
  expect((await setTags(id, ['gift', 'ne\nw'])).body.tags).toEqual(['gift', 'ne w']);
  expect((await setTags('ord_none', ['gift'])).body.code).toBe('not_found');
  for (const wrong of [
    ['x'.repeat(61)],
    ['\u200b'],
    ['bell\u0007'],
    Array(51).fill('x'),
    'gift',
    [null],
  ]) {
    expect((await setTags(id, wrong)).body.code).toBe('invalid_request');
  }
  // What is never cleaned does not have the words.
  expect(await written(id)).toEqual([{ detail: '4 added' }, { detail: '1 added, 3 removed' }]);
  const audited = await shop.query(
    "select actor, detail from audit_log where action = 'order.tag' and subject = $1 order by id",
    [id],
  );
  expect(audited).toEqual([
    { actor: admin.id, detail: { added: 4, removed: 0 } },
    { actor: admin.id, detail: { added: 1, removed: 3 } },
  ]);
});

test('staff alone see tags: in the calls, the table, its filter and the export', async () => {
  const { id } = await placeOrderOf(shop, sam, [1]);
  const SECRET = 'slow payer';
  await setTags(id, [SECRET, '=SUM(1)', 'a,b']);
  const { ctx } = shop.context;
  const ownData = async () => {
    let text = '';
    for await (const part of exportMyData(ctx, await signedInActorOf(shop, sam))) text += part;
    return text;
  };
  const seen = [
    await (await sam.get(`/orders/${id}`)).text(),
    await (await sam.get(`/api/v1/orders/${id}`)).text(),
    await (await sam.get(`/orders?email=${sam.email}`)).text(),
    JSON.stringify(await viewOwnOrder(ctx, actorOf(sam), id)),
    await ownData(),
  ];
  for (const text of seen) {
    expect(text).toContain(id);
    expect(text).not.toContain(SECRET);
  }
  expect('tags' in (await orderOf(id, sam))).toBe(false);
  const all: { _id: string; tags: string[] }[] = await (await admin.get('/orders')).json();
  expect(all.find(({ _id }) => _id === id)?.tags).toEqual([SECRET, '=SUM(1)', 'a,b']);
  const filter = { ...EVERY_ORDER, tag: SECRET };
  const search = { filter, sort: 'newest', limit: 9, after: null, counted: 9 } as const;
  const { items, count } = await listOrdersForStaff(ctx, staff(), search);
  expect([count, items.map((row) => [row.id, row.tags[0]])]).toEqual([1, [[id, SECRET]]]);
  const none = { ...search, filter: { ...filter, tag: 'slow' } };
  expect((await listOrdersForStaff(ctx, staff(), none)).count).toBe(0);
  // Offered are those in use.
  expect(await listOrderTags(ctx, staff())).toEqual(expect.arrayContaining([SECRET, 'a,b']));
  await expect(listOrderTags(ctx, actorOf(sam))).rejects.toMatchObject({ code: 'forbidden' });
  const { number } = await orderOf(id);
  const row = rowsOf((await exported('')).text).find(({ Order }) => Order === number);
  expect(row?.Tags).toBe(`${SECRET}, =SUM(1), "a,b"`);
});

test('several orders get and lose tags at once, once; an order that would have too many is named', async () => {
  const { ctx } = shop.context;
  const [one, two, full] = await Promise.all(
    [1, 1, 1].map((units) => placeOrderOf(shop, sam, [units])),
  );
  const ids = [two, one, full].map((order) => order?.id ?? '');
  const fifty = Array.from({ length: 50 }, (_, n) => `t${n}`);
  await setTags(ids[1] ?? '', ['old', 'kept']);
  await setTags(ids[2] ?? '', fifty);
  const change = { add: ['gift'], remove: ['old'] };
  const { number } = await orderOf(ids[2] ?? '');
  const done = await tagOrders(ctx, staff(), [...ids, 'ord_none'], change);
  expect(done).toEqual({
    changed: 2,
    refused: [
      { id: 'ord_none', number: 'ord_none', refusal: 'There is no such order.' },
      { id: ids[2], number, refusal: 'It would have more than 50 tags.' },
    ],
  });
  expect(await Promise.all(ids.map(tagsOf))).toEqual([['gift'], ['kept', 'gift'], fifty]);
  expect((await tagOrders(ctx, staff(), ids, change)).changed).toBe(0);
  expect(await written(ids[1] ?? '')).toEqual([
    { detail: '2 added' },
    { detail: '1 added, 1 removed' },
  ]);
  const many = Array.from({ length: 101 }, (_, n) => `ord_${n}`);
  await expect(tagOrders(ctx, staff(), many, change)).rejects.toThrow('at most 100');
  await expect(tagOrders(ctx, actorOf(sam), ids, change)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('ten staff who tag the same orders at once lose no tag of one another', async () => {
  const { ctx } = shop.context;
  const { ctx: other } = await shop.beside();
  const orders = await Promise.all([1, 1, 1, 1].map((units) => placeOrderOf(shop, sam, [units])));
  const ids = orders.map(({ id }) => id);
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      tagOrders(n % 2 ? ctx : other, staff(), n % 3 ? ids : ids.toReversed(), {
        add: [`by ${n}`, 'all'],
        remove: ['nothing'],
      }),
    ),
  );
  const names = ['all', ...Array.from({ length: 10 }, (_, n) => `by ${n}`)];
  for (const id of ids) expect((await tagsOf(id)).toSorted()).toEqual(names);
});

test('the selected orders are exported in their order, at most 100, and the audit log says which', async () => {
  const [first, second] = await Promise.all(
    [1, 2].map((units) => placeOrderOf(shop, sam, [units])),
  );
  const [a, b] = [first?.id ?? '', second?.id ?? ''];
  await setTags(b, ['=1+1']);
  const numbers = [(await orderOf(b)).number, (await orderOf(a)).number];
  const { text } = await exported(
    `?filter=selection&order=${b}.7&order=${a}&order=${b}&order=ord_0`,
  );
  expect(rowsOf(text).map(({ Order, Tags }) => [Order, Tags])).toEqual([
    [numbers[0], "'=1+1"],
    [numbers[1], ''],
  ]);
  const one = await exported(`?filter=selection&order=${a}&status=cancelled`);
  expect(rowsOf(one.text).map(({ Order }) => Order)).toEqual([numbers[1]]);
  const [{ detail }] = await shop.query(
    "select detail from audit_log where action = 'export.orders' order by id desc limit 1",
  );
  expect(detail).toEqual({ orders: [a] });
  const many = Array.from({ length: 101 }, (_, n) => `order=ord_${n}`).join('&');
  for (const wrong of ['', '&order=usr_1', '&order=ord_A', `&${many}`]) {
    const { status, text: problem } = await exported(`?filter=selection${wrong}`);
    expect([status, JSON.parse(problem).code]).toEqual([422, 'invalid_request']);
  }
});

test('tags stay when a deletion is undone, and go with the account', async () => {
  const { ctx } = shop.context;
  const leaver = await shop.shopper('Lea Leaver');
  const unpaid = await placeOrderOf(shop, leaver, [1], { isPaid: false });
  const paid = await placeOrderOf(shop, leaver, [1]);
  for (const { id } of [unpaid, paid]) await setTags(id, ['kept']);
  await leaver.delete(`/orders/${unpaid.id}`);
  await undoDeletion(ctx, actorOf(leaver), unpaid.id);
  const ofOrders = () =>
    shop.query('select tags from orders where id = any($1) or replaces_id = any($1)', [
      [unpaid.id, paid.id],
    ]);
  expect(await ofOrders()).toEqual(Array(3).fill({ tags: ['kept'] }));
  await shop.query('update users set email_verified = true where id = $1', [leaver.id]);
  const actor = await signedInActorOf(shop, leaver);
  await deleteMyAccount(ctx, actor, { password: PASSWORD, unsent: [paid.id] });
  expect(await ofOrders()).toEqual(Array(3).fill({ tags: [] }));
});
