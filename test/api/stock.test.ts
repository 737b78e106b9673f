import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import {
  findByCode,
  getStock,
  listMovements,
  listStock,
  pricesAsOf,
  stockAsOf,
  valueStock,
} from '#features/inventory/inventory.ts';
import type { StockSearch } from '#features/inventory/stock-list.schema.ts';
import { payIntent } from '../support/cards.ts';
import { editor } from '../support/editing.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/verify-ledger.ts';

let now = new Date('2026-11-20T10:00:00Z');
let shop: TestShop;
let admin: Client;
let buyer: Client;

beforeAll(async () => {
  shop = await openTestShop({ now: () => now });
  admin = await shop.admin();
  buyer = await shop.shopper('Bea Buyer');
});
afterAll(() => shop.close());

const CALL = '/api/v1/stock-adjustments';

const edit = (id: string, changes: unknown) => editor(shop, admin).edit(id, changes);
const skuOf = ({ variants }: ProductDetail) => variants[0]?.sku ?? '';
const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows;
const movementsOf = (product: ProductDetail) =>
  query(
    'select quantity, reason, note, actor, request_key from stock_movements where variant_id = $1 order by id',
    [product.variants[0]?.id],
  );

async function adjust(body: object, key?: string, person = admin) {
  const response = await person.post(CALL, body, key ? { 'idempotency-key': key } : {});
  return { status: response.status, body: await response.json() };
}

async function available(product: ProductDetail) {
  return (await getProduct(shop.context.ctx, product.id)).variants[0]?.available;
}

describe('an adjustment', () => {
  test('adds units, takes units, and is a movement and an entry of the audit log', async () => {
    const shirt = await stock(shop, { name: 'Adjusted Shirt', inventory: 10 });
    const sku = skuOf(shirt);
    const added = await adjust({ sku, quantity: 5, reason: 'received', note: ' Delivery 7 ' });
    expect(added.status).toBe(201);
    expect(added.body).toEqual({ sku, onHand: 15, reserved: 0, available: 15, toShip: 0 });
    const taken = await adjust({ sku, quantity: -2, reason: 'damaged' });
    expect(taken.body).toEqual({ sku, onHand: 13, reserved: 0, available: 13, toShip: 0 });
    expect(await available(shirt)).toBe(13);
    const by = { actor: admin.id, request_key: null };
    expect((await movementsOf(shirt)).slice(1)).toEqual([
      { quantity: 5, reason: 'received', note: 'Delivery 7', ...by },
      { quantity: -2, reason: 'damaged', note: '', ...by },
    ]);
    const entries = await query(
      "select actor, detail from audit_log where action = 'stock.adjust' and subject = $1 order by id",
      [shirt.variants[0]?.id],
    );
    expect(entries).toEqual([
      {
        actor: admin.id,
        detail: { sku, before: 10, after: 15, reason: 'received', note: 'Delivery 7' },
      },
      { actor: admin.id, detail: { sku, before: 15, after: 13, reason: 'damaged' } },
    ]);
    await expectSoundLedger(shop);
  });

  test('sets the number on hand: what is available and what orders reserve', async () => {
    const shirt = await stock(shop, { name: 'Counted Shirt', inventory: 10 });
    const sku = skuOf(shirt);
    await buyer.post('/orders', orderOf(shirt, 4));
    const counted = await adjust({ sku, setTo: 12, reason: 'counted' });
    expect(counted.body).toEqual({ sku, onHand: 12, reserved: 4, available: 8, toShip: 0 });
    expect(await available(shirt)).toBe(8);
    const again = await adjust({ sku, setTo: 12, reason: 'counted' });
    expect(again.body).toEqual({ sku, onHand: 12, reserved: 4, available: 8, toShip: 0 });
    const changes = (await movementsOf(shirt)).map(({ quantity, reason }) => [reason, quantity]);
    // A count that finds what was expected is recorded too.
    expect(changes).toEqual([
      ['opening', 10],
      ['sold', -4],
      ['counted', 2],
      ['counted', 0],
    ]);
    await expectSoundLedger(shop);
  });

  test('takes a count for what lies on the shelf, with the units that are to be shipped', async () => {
    const shirt = await stock(shop, { name: 'Shelf Shirt', inventory: 10 });
    const sku = skuOf(shirt);
    const paid = async (quantity: number) => {
      const transaction = await payIntent(buyer, { totalAmount: 20 * quantity + 120 });
      return (await buyer.post('/orders', { ...orderOf(shirt, quantity), transaction })).json();
    };
    const order = await paid(3);
    await buyer.post('/orders', orderOf(shirt, 2));
    const counted = await adjust({ sku, setTo: 10, reason: 'counted' });
    expect(counted.body).toEqual({ sku, onHand: 7, reserved: 2, available: 5, toShip: 3 });
    const [found] = await (await admin.get(`/api/v1/stock?code=${sku}`)).json();
    expect(found).toMatchObject({ onHand: 7, reserved: 2, available: 5, toShip: 3 });
    const tooFew = await adjust({ sku, setTo: 4, reason: 'counted' });
    expect(tooFew).toMatchObject({
      status: 409,
      body: { code: 'stock_reserved', detail: expect.stringContaining('5 are promised: 2 to') },
    });
    const send = { lines: [{ sku, quantity: 1 }] };
    const call = `/api/v1/orders/${order._id}`;
    const keyed = (key: string) => ({ 'idempotency-key': key });
    expect((await admin.post(`${call}/fulfillments`, send, keyed('a'))).status).toBe(201);
    const lost = { ...send, restock: false };
    expect((await admin.post(`${call}/cancellations`, lost, keyed('b'))).status).toBe(201);
    const left = await adjust({ sku, setTo: 8, reason: 'counted' });
    expect(left.body).toEqual({ sku, onHand: 7, reserved: 2, available: 5, toShip: 1 });
    const other = await adjust({ sku, setTo: 8, reason: 'correction' });
    expect(other.body).toMatchObject({ onHand: 8, available: 6 });
    await expectSoundLedger(shop);
  });

  test('leaves what orders reserve, until they are paid or cancelled', async () => {
    const shirt = await stock(shop, { name: 'Reserved Shirt', inventory: 5 });
    const sku = skuOf(shirt);
    const order = await (await buyer.post('/orders', orderOf(shirt, 3))).json();
    for (const change of [{ quantity: -3 }, { setTo: 2 }]) {
      const refused = await adjust({ sku, ...change, reason: 'damaged' });
      expect(refused.status).toBe(409);
      expect(refused.body).toMatchObject({
        code: 'stock_reserved',
        detail: `At most 2 of ${sku} can be taken: orders that wait for payment reserve 3.`,
        onHand: 5,
        reserved: 3,
        available: 2,
      });
    }
    expect(await movementsOf(shirt)).toHaveLength(2);
    const most = await adjust({ sku, setTo: 3, reason: 'damaged' });
    expect(most.body).toEqual({ sku, onHand: 3, reserved: 3, available: 0, toShip: 0 });
    const none = await adjust({ sku, quantity: -1, reason: 'damaged' });
    expect(none.body.detail).toBe(
      `No units of ${sku} can be taken: orders that wait for payment reserve 3.`,
    );
    await buyer.delete(`/orders/${order._id}`);
    const cancelled = await adjust({ sku, quantity: -1, reason: 'damaged' });
    expect(cancelled.body).toEqual({ sku, onHand: 2, reserved: 0, available: 2, toShip: 0 });

    const totalAmount = 20 + 120;
    const transaction = await payIntent(buyer, { totalAmount });
    await buyer.post('/orders', { ...orderOf(shirt, 1), transaction });
    const paid = await adjust({ sku, quantity: 1, reason: 'returned' });
    expect(paid.body).toEqual({ sku, onHand: 2, reserved: 0, available: 2, toShip: 1 });
    const tooMany = await adjust({ sku, quantity: -3, reason: 'damaged' });
    expect(tooMany.body.detail).toBe(`At most 2 of ${sku} can be taken: there are no more.`);
    await expectSoundLedger(shop);
  });

  test('counts once under one key, which belongs to one staff member', async () => {
    const shirt = await stock(shop, { name: 'Key Shirt', inventory: 10 });
    const other = await stock(shop, { name: 'Other Key Shirt', inventory: 10 });
    const sku = skuOf(shirt);
    const change = { sku, quantity: 3, reason: 'received' };
    const first = await Promise.all(Array.from({ length: 5 }, () => adjust(change, 'delivery')));
    expect(new Set(first.map(({ body }) => body.onHand))).toEqual(new Set([13]));
    await buyer.post('/orders', orderOf(shirt, 1));
    const repeat = await adjust(change, 'delivery');
    expect(repeat.body).toEqual({ sku, onHand: 13, reserved: 1, available: 12, toShip: 0 });

    const count = { sku, setTo: 13, reason: 'counted' };
    await adjust(count, 'count');
    await adjust({ sku, quantity: 4, reason: 'received' });
    expect((await adjust(count, 'count')).body.onHand).toBe(17);

    for (const another of [
      { ...change, quantity: 4 },
      { ...change, note: 'From the other van' },
      { sku, setTo: 13, reason: 'received' },
      { ...change, reason: 'returned' },
      { ...change, sku: skuOf(other) },
    ]) {
      const refused = await adjust(another, 'delivery');
      expect([refused.status, refused.body.detail]).toEqual([
        422,
        'That key was used for another adjustment.',
      ]);
    }
    expect((await adjust({ ...count, setTo: 12 }, 'count')).status).toBe(422);
    const colleague = await shop.admin('Colin Colleague');
    expect((await adjust(change, 'delivery', colleague)).body.onHand).toBe(20);
    expect(await available(other)).toBe(10);
    await expectSoundLedger(shop);
  });

  test('of an unknown SKU, or one that is not clear, changes nothing', async () => {
    const shirt = await stock(shop, { name: 'Plain Shirt', inventory: 10 });
    const sku = skuOf(shirt);
    const unknown = await adjust({ sku: 'NO-SUCH', quantity: 1, reason: 'received' });
    expect([unknown.status, unknown.body.detail]).toEqual([
      404,
      'There is no variant with the SKU NO-SUCH.',
    ]);
    const wrong = [
      { quantity: 1 },
      { quantity: 1, reason: 'lost' },
      { quantity: 1, reason: 'sold' },
      { quantity: 0, reason: 'received' },
      { quantity: 1.5, reason: 'received' },
      { quantity: 1, setTo: 4, reason: 'received' },
      { reason: 'received' },
      { setTo: -1, reason: 'counted' },
      { quantity: 1_000_000, reason: 'received' },
    ];
    for (const body of wrong) expect((await adjust({ sku, ...body })).status).toBe(422);
    expect(await movementsOf(shirt)).toHaveLength(1);
  });
});

const ALL: StockSearch = { text: null, filter: 'all', category: null, sort: 'sku' };
const staff = () => actorOf(admin, 'admin');
const list = (search: Partial<StockSearch>, window = { limit: 50, after: null as string | null }) =>
  listStock(shop.context.ctx, staff(), { ...ALL, ...search, ...window });
const skusOf = async (search: Partial<StockSearch>) =>
  (await list(search)).items.map(({ sku }) => sku);

describe('the list of stock', () => {
  let coat: ProductDetail;
  beforeAll(async () => {
    const sizes = { S: 0, M: 3, L: 6, XL: 9 };
    const variants = Object.entries(sizes).map(([size, inventory]) => ({
      sku: `LST_${size}`,
      size,
      inventory,
    }));
    coat = await stock(shop, { name: 'Listed 100% Wool Coat', category: 'Jersey', variants });
    await query("update variants set low_stock_at = 9, barcode = '4006381333931' where sku = $1", [
      'LST_XL',
    ]);
    await buyer.post('/orders', {
      cart: [{ _id: coat.id, sku: 'LST_L', quantity: 2 }],
      city: 'Dhaka',
    });
  });

  test('shows what is on hand, reserved and available, and when that is low', async () => {
    const { items, count } = await list({ text: 'lst_' });
    expect(count).toBe(4);
    const rows = items.map(({ sku, onHand, reserved, available, lowStockAt }) => [
      ...[sku, onHand, reserved, available, lowStockAt],
    ]);
    expect(rows).toEqual([
      ['LST_L', 6, 2, 4, 5],
      ['LST_M', 3, 0, 3, 5],
      ['LST_S', 0, 0, 0, 5],
      ['LST_XL', 9, 0, 9, 9],
    ]);
    expect(items[0]).toMatchObject({ name: coat.name, category: 'Jersey', size: 'L' });
  });

  test('finds the start of a SKU, a barcode and a part of a name, and nothing by wildcards', async () => {
    expect(await skusOf({ text: 'lst_x' })).toEqual(['LST_XL']);
    expect(await skusOf({ text: '4006381333931' })).toEqual(['LST_XL']);
    expect(await skusOf({ text: '0% WOOL' })).toHaveLength(4);
    expect(await skusOf({ text: 'lst%' })).toEqual([]);
    expect(await skusOf({ text: 'st_x' })).toEqual([]);
  });

  test('is filtered by low stock, sold out and category, and sorted', async () => {
    const text = 'lst_';
    expect(await skusOf({ text, filter: 'low', sort: 'fewest' })).toEqual([
      ...['LST_S', 'LST_M', 'LST_L', 'LST_XL'],
    ]);
    expect(await skusOf({ text, filter: 'soldOut' })).toEqual(['LST_S']);
    expect(await skusOf({ text, category: 'Jersey', sort: 'most' })).toEqual([
      ...['LST_XL', 'LST_L', 'LST_M', 'LST_S'],
    ]);
    expect(await skusOf({ text, category: 'Cloths' })).toEqual([]);
    await query("update variants set low_stock_at = 2 where sku = 'LST_M'");
    expect(await skusOf({ text, filter: 'low' })).toEqual(['LST_L', 'LST_S', 'LST_XL']);
  });

  test('is read page by page, each row once, in every sort', async () => {
    for (const sort of ['sku', 'fewest', 'most'] as const) {
      const whole = await skusOf({ sort });
      const read: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await list({ sort }, { limit: 2, after });
        read.push(...page.items.map(({ sku }) => sku));
        after = page.next;
        if (!after) break;
      }
      expect(read).toEqual(whole);
      expect(new Set(read).size).toBeGreaterThan(8);
    }
  });

  test('leaves out what is archived, unless it is asked for', async () => {
    const gone = await stock(shop, { name: 'Gone Coat', inventory: 4 });
    await admin.delete(`/products/${gone.id}`);
    expect(await skusOf({ text: 'Gone Coat' })).toEqual([]);
    expect(await skusOf({ text: 'Gone Coat', filter: 'archived' })).toEqual([skuOf(gone)]);
  });

  test('finds a variant by what a scanner reads', async () => {
    const find = async (code: string) =>
      (await findByCode(shop.context.ctx, staff(), code)).map(({ sku }) => sku);
    expect(await find(' 4006381333931 ')).toEqual(['LST_XL']);
    expect(await find('LST_S')).toEqual(['LST_S']);
    expect(await find('LST')).toEqual([]);
    const called = await (await admin.get('/api/v1/stock?code=LST_L')).json();
    expect(called).toMatchObject([{ sku: 'LST_L', size: 'L', onHand: 6, reserved: 2 }]);
    expect(called[0]._id).toBe(coat.variants.find(({ sku }) => sku === 'LST_L')?.id);
  });
});

test('the history of a variant names who, why and the order, and the stock of any past moment', async () => {
  now = new Date('2026-11-20T10:00:00Z');
  const shirt = await stock(shop, { name: 'History Shirt', inventory: 10 });
  const sku = skuOf(shirt);
  const id = shirt.variants[0]?.id ?? '';
  now = new Date('2026-11-20T11:00:00Z');
  const order = await (await buyer.post('/orders', orderOf(shirt, 3))).json();
  now = new Date('2026-11-20T12:00:00Z');
  await adjust({ sku, quantity: 5, reason: 'received', note: 'Delivery 8' });
  now = new Date('2026-11-20T13:00:00Z');
  await buyer.delete(`/orders/${order._id}`);
  const { ctx } = shop.context;
  const [{ number }] = (await query('select number from orders where id = $1', [order._id])) as [
    { number: string },
  ];
  const first = await listMovements(ctx, staff(), id, { limit: 3, after: null });
  const second = await listMovements(ctx, staff(), id, { limit: 3, after: first.next });
  const rows = [...first.items, ...second.items].map((row) => [
    ...[row.reason, row.quantity, row.after, row.actor, row.note, row.order?.number ?? null],
  ]);
  const bea = `Bea Buyer, ${buyer.email}`;
  expect(rows).toEqual([
    ['given_back', 3, 15, bea, '', number],
    ['received', 5, 12, `Ada Admin, ${admin.email}`, 'Delivery 8', null],
    ['sold', -3, 7, bea, '', number],
    ['opening', 10, 10, 'test', '', null],
  ]);
  expect(second.next).toBeNull();
  const asOf = async (time: string) => {
    const level = await stockAsOf(ctx, staff(), id, new Date(`2026-11-20T${time}Z`));
    return [level.onHand, level.reserved, level.available];
  };
  expect(await asOf('09:59:59')).toEqual([0, 0, 0]);
  expect(await asOf('10:30:00')).toEqual([10, 0, 10]);
  expect(await asOf('11:30:00')).toEqual([10, 3, 7]);
  expect(await asOf('12:00:00')).toEqual([15, 3, 12]);
  expect(await asOf('13:30:00')).toEqual([15, 0, 15]);
  expect(await getStock(ctx, staff(), id)).toMatchObject({ onHand: 15, reserved: 0 });
});

test('the prices of a variant at any past moment are known, whatever changed them', async () => {
  const sizes = ['S', 'M'].map((size) => ({ sku: `PAST-${size}`, size, inventory: 5 }));
  const shirt = await stock(shop, { name: 'Past Shirt', priceMinor: 1_000, variants: sizes });
  const { pool } = shop.database;
  const { ctx } = shop.context;
  const idOf = (sku: string) => shirt.variants.find((one) => one.sku === sku)?.id ?? '';
  const later = async (): Promise<Date> =>
    (await query("select pg_sleep(0.005), date_trunc('milliseconds', clock_timestamp()) as at"))[0]
      .at;
  const prices = async (sku: string, at: Date | null) => {
    const now = await pricesAsOf(ctx, staff(), idOf(sku), at);
    return [now.priceMinor, now.compareAtMinor, now.costMinor];
  };
  const before = new Date(Date.now() - 3_600_000);
  const added = await later();
  // By the call of the editor: size M gets a price of its own.
  await edit(shirt.id, { price: 12, cost: 4, variants: [{ sku: 'PAST-M', price: 15 }] });
  const edited = await later();
  // By a statement, for many products at once.
  await query('update products set price_minor = 900, compare_at_minor = 1200 where id = any($1)', [
    [shirt.id],
  ]);
  const reduced = await later();
  // What was written on the way within a transaction is no price that anybody saw.
  await pool.query(`begin; update products set price_minor = 1 where id = '${shirt.id}';
    update products set price_minor = 2 where id = '${shirt.id}';
    update variants set price_minor = 800 where sku = 'PAST-S'; commit`);
  const last = await later();
  await adjust({ sku: 'PAST-S', quantity: 1, reason: 'received' });
  await edit(shirt.id, { name: 'Past Shirt 2' });

  const moments = [before, added, edited, reduced, last, null];
  const ofSmall = await Promise.all(moments.map((at) => prices('PAST-S', at)));
  expect(ofSmall).toEqual([
    [1_000, null, null],
    [1_000, null, null],
    [1_200, null, 400],
    [900, 1_200, 400],
    [800, 1_200, 400],
    [800, 1_200, 400],
  ]);
  const ofMedium = await Promise.all(moments.map((at) => prices('PAST-M', at)));
  expect(ofMedium.map(([price]) => price)).toEqual([1_000, 1_000, 1_500, 1_500, 1_500, 1_500]);
  const rows = await query(
    'select variant_id from past_prices where variant_id = any($1) order by variant_id',
    [shirt.variants.map(({ id }) => id)],
  );
  expect(rows).toHaveLength(5);
  await expect(query('update past_prices set price_minor = 1')).rejects.toThrow();

  const call = `/api/v1/stock/${idOf('PAST-S')}`;
  const past = await (await admin.get(`${call}?at=${edited.toISOString()}`)).json();
  expect(past).toMatchObject({ sku: 'PAST-S', at: edited.toISOString(), price: 12, cost: 4 });
  expect(new Date(past.pricesRecordedSince).getTime()).toBeLessThanOrEqual(added.getTime());
  expect(await (await admin.get(call)).json()).toMatchObject({
    ...{ onHand: 6, available: 6, price: 8, compareAtPrice: 12, cost: 4, currency: 'USD' },
  });
  for (const at of ['soon', '2026-11-20', '0001-01-01T00:00:00Z'])
    expect((await admin.get(`${call}?at=${at}`)).status).toBe(422);
  expect((await admin.get('/api/v1/stock/var_none')).status).toBe(404);
});

test('the value of stock is on hand times cost, and names how many products have no cost', async () => {
  const value = async () => (await valueStock(shop.context.ctx, staff()))[0];
  const before = await value();
  const boots = await stock(shop, {
    name: 'Valued Boots',
    variants: ['S', 'M', 'L'].map((size) => ({ sku: `VAL-${size}`, size, inventory: 10 })),
  });
  await buyer.post('/orders', {
    cart: [{ _id: boots.id, sku: 'VAL-S', quantity: 1 }],
    city: 'Dhaka',
  });
  expect(await value()).toEqual({
    currency: 'USD',
    units: (before?.units ?? 0) + 30,
    valueMinor: before?.valueMinor ?? 0,
    productsWithoutCost: (before?.productsWithoutCost ?? 0) + 1,
    unitsWithoutCost: (before?.unitsWithoutCost ?? 0) + 30,
  });
  await query('update products set cost_minor = 900 where id = $1', [boots.id]);
  await query("update variants set cost_minor = 1000 where sku = 'VAL-L'");
  expect(await value()).toMatchObject({
    valueMinor: (before?.valueMinor ?? 0) + 20 * 900 + 10 * 1000,
    productsWithoutCost: before?.productsWithoutCost ?? 0,
  });
});

test('a customer and a guest see no stock of staff', async () => {
  const { ctx } = shop.context;
  for (const [person, code] of [
    [buyer, 'forbidden'],
    [shop.visitor(), 'unauthenticated'],
  ] as const) {
    const actor = actorOf(person);
    const uses = [
      listStock(ctx, actor, { ...ALL, limit: 1, after: null }),
      findByCode(ctx, actor, 'LST_S'),
      getStock(ctx, actor, 'var_1'),
      listMovements(ctx, actor, 'var_1', { limit: 1, after: null }),
      stockAsOf(ctx, actor, 'var_1', now),
      pricesAsOf(ctx, actor, 'var_1', now),
      valueStock(ctx, actor),
    ];
    const results = await Promise.allSettled(uses);
    const codes = results.map((result) => result.status === 'rejected' && result.reason.code);
    expect(codes).toEqual(uses.map(() => code));
  }
});
