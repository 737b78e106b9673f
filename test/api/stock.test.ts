import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { undoAdjustment } from '#features/inventory/inventory.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const now = new Date('2026-11-20T10:00:00Z');
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

const skuOf = ({ variants }: ProductDetail) => variants[0]?.sku ?? '';
const movementsOf = (product: ProductDetail) =>
  shop.query(
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

describe('an undo of an adjustment', () => {
  const undo = (key: string, person = admin) =>
    undoAdjustment(shop.context.ctx, actorOf(person, 'admin'), key).then(
      ({ onHand, quantity }) => ({ onHand, quantity }),
      ({ code, message }) => ({ code, message }),
    );

  test('takes as many units back, once, whatever was sold meanwhile', async () => {
    const shirt = await stock(shop, { name: 'Undone Shirt', inventory: 10 });
    const sku = skuOf(shirt);
    await adjust({ sku, quantity: 5, reason: 'received' }, 'undone-1');
    expect((await buyer.post('/orders', orderOf(shirt, 3))).status).toBe(201);
    const both = await Promise.all([undo('undone-1'), undo('undone-1')]);
    expect(both).toEqual([
      { onHand: 10, quantity: -5 },
      { onHand: 10, quantity: -5 },
    ]);
    expect(await undo('undone-1')).toEqual({ onHand: 10, quantity: -5 });
    expect(await available(shirt)).toBe(7);
    expect((await movementsOf(shirt)).at(-1)).toEqual({
      ...{ quantity: -5, reason: 'correction', note: 'Undo: Received' },
      ...{ actor: admin.id, request_key: 'undo undone-1' },
    });
    // It is not made again by a repeat, which is said.
    const repeated = await adjust({ sku, quantity: 5, reason: 'received' }, 'undone-1');
    expect([repeated.status, repeated.body.code]).toEqual([422, 'invalid_request']);
    await adjust({ sku, setTo: 4, reason: 'damaged' }, 'undone-2');
    expect(await undo('undone-2')).toEqual({ onHand: 10, quantity: 6 });
  });

  test('is refused for sold and counted units, for others, and for what is no adjustment', async () => {
    const shirt = await stock(shop, { name: 'Kept Shirt', inventory: 0 });
    const sku = skuOf(shirt);
    await adjust({ sku, quantity: 5, reason: 'received' }, 'kept-1');
    expect((await buyer.post('/orders', orderOf(shirt, 3))).status).toBe(201);
    expect(await undo('kept-1')).toEqual({
      code: 'stock_reserved',
      message: `At most 2 of ${sku} can be taken: orders that wait for payment reserve 3.`,
    });
    await adjust({ sku, quantity: -1, reason: 'correction' }, 'kept-2');
    expect(await undo('kept-1')).toEqual({
      code: 'invalid_request',
      message: `${sku} was counted or adjusted again after this adjustment, so its stock stays as it is.`,
    });
    await adjust({ sku, setTo: 9, reason: 'counted' });
    // The same number again moves no unit.
    await adjust({ sku, setTo: 9, reason: 'counted' }, 'kept-3');
    const other = await shop.admin('Other Admin');
    for (const [key, person] of [
      ['kept-1', other],
      ['kept-3', admin],
      ['kept-4', admin],
    ] as const) {
      expect(await undo(key, person)).toMatchObject({ code: 'not_found' });
    }
    expect(await available(shirt)).toBe(6);
  });
});

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
    const entries = await shop.query(
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

  test('takes a count of the shelf as well while a paid order is deleted, which sends nothing', async () => {
    const shirt = await stock(shop, { name: 'Deleted Order Shirt', inventory: 12 });
    const sku = skuOf(shirt);
    const transaction = await payIntent(buyer, { totalAmount: 20 * 2 + 120 });
    const placed = await buyer.post('/orders', { ...orderOf(shirt, 2), transaction });
    const { _id: id } = await placed.json();
    expect((await admin.delete(`/orders/${id}`)).status).toBe(200);
    const counted = await adjust({ sku, setTo: 12, reason: 'counted' });
    expect(counted.body).toEqual({ sku, onHand: 10, reserved: 0, available: 10, toShip: 2 });
    const tooFew = await adjust({ sku, setTo: 1, reason: 'counted' });
    expect(tooFew.body.detail).toContain(
      '2 to paid orders that are not shipped, also deleted and refunded ones',
    );
    const back = { lines: [{ sku, quantity: 2 }] };
    const cancelled = await admin.post(`/api/v1/orders/${id}/cancellations`, back, {
      'idempotency-key': 'deleted',
    });
    expect(cancelled.status).toBe(201);
    const after = await adjust({ sku, setTo: 12, reason: 'counted' });
    expect(after.body).toEqual({ sku, onHand: 12, reserved: 0, available: 12, toShip: 0 });
    await expectSoundLedger(shop);
  });

  test('of a number that is no longer the shown one is refused, so what was sold stays sold', async () => {
    const shirt = await stock(shop, { name: 'Shown Shirt', inventory: 42 });
    const sku = skuOf(shirt);
    const transaction = await payIntent(buyer, { totalAmount: 20 * 3 + 120 });
    await buyer.post('/orders', { ...orderOf(shirt, 3), transaction });
    const late = await adjust({ sku, setTo: 40, from: 42, reason: 'correction' });
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({
      code: 'edit_conflict',
      detail: `${sku}: Its stock has changed since: 42 on hand then, 39 now. Please check the number, and apply it again.`,
      ...{ onHand: 39, reserved: 0, available: 39, toShip: 3 },
    });
    expect(await movementsOf(shirt)).toHaveLength(2);
    // What was sold still lies on the shelf.
    const few = await adjust({ sku, setTo: 40, from: 39, reason: 'counted' });
    expect([few.status, few.body.detail]).toEqual([
      412,
      expect.stringContaining('39 on the shelf then, 42 now'),
    ]);
    const change = { sku, setTo: 41, from: 42, reason: 'counted' };
    const counted = await adjust(change, 'shown');
    expect(counted.body).toEqual({ sku, onHand: 38, reserved: 0, available: 38, toShip: 3 });
    // A repeat finds another number, which it made itself.
    expect((await adjust(change, 'shown')).body).toEqual(counted.body);
    const lone = await adjust({ sku, quantity: 1, from: 38, reason: 'received' });
    expect([lone.status, lone.body.code]).toEqual([422, 'invalid_request']);
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
