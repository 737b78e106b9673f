import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addToCart, getCart, setDestination } from '#features/cart/cart.ts';
import type { ProductDetail } from '#features/catalog/catalog.schema.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { placeOrderFromCart, reopenOrder, undoDeletion } from '#features/checkout/checkout.ts';
import { cancelOwnOrder } from '#features/fulfillment/fulfillment.ts';
import {
  cancelOwnUnpaidOrders,
  expireOverdueOrders,
  extendHoldsOfVerified,
  extendOwnHolds,
} from '#features/orders/orders.ts';
import { shop as shopConfig } from '#shop-config';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  type TestShop,
  verifyEmailOf,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T10:00:00Z');
let now = START;
const hour = 61 * 60_000;
let shop: TestShop;
/** The same shop with limits that are easily reached. */
let strict: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ now: () => new Date(now) });
  strict = await openTestShop({
    now: () => new Date(now),
    shopConfig: {
      unpaidOrders: {
        ...shopConfig.unpaidOrders,
        account: { orders: 3, units: 20, amount: 2_000 },
        network: { orders: 5, units: 30, amount: 4_000 },
        deletedPerHour: { account: 3, network: 4 },
        providerAskedPerMinute: { account: 40, network: 60 },
      },
    },
  });
});
afterEach(async () => {
  await expectSoundLedger(shop);
  await expectSoundLedger(strict);
});
afterAll(() => Promise.all([shop.close(), strict.close()]));

let key = 0;
function order(client: Client, product: ProductDetail, quantity = 1, change = {}) {
  key += 1;
  const headers = { 'idempotency-key': `order-${key}` };
  return client.post('/orders', orderOf(product, quantity, change), headers);
}

const orderRow = async ({ database }: TestShop, id: string) =>
  (await database.pool.query('select * from orders where id = $1', [id])).rows[0];

async function expectPlaced(returns: Promise<Response>[]): Promise<void> {
  const statuses = (await Promise.all(returns)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([201]));
}

describe('buying honestly', () => {
  test('ten orders of ordinary size in an evening are all placed', async () => {
    const coat = await stock(shop, { name: 'Evening Coat', priceMinor: 14_900, inventory: 90 });
    const ella = await shop.shopper('Ella Evening');
    for (let nr = 1; nr <= 10; nr += 1) expect((await order(ella, coat, 3)).status).toBe(201);
  });

  test('several accounts behind one connection all order', async () => {
    const mug = await stock(shop, { name: 'Office Mug', inventory: 99 });
    const office = await Promise.all(
      ['Olaf', 'Oona', 'Otis', 'Orla', 'Omar'].map((name) => shop.shopper(`${name} Office`)),
    );
    for (const person of office) person.address = '198.51.100.20';
    await expectPlaced(office.flatMap((person) => [1, 2, 3, 4].map((n) => order(person, mug, n))));
  });
});

describe('an account', () => {
  test('has so many unpaid orders, until one is deleted or paid', async () => {
    const hat = await stock(strict, { name: 'Counted Hat', inventory: 90 });
    const carl = await strict.shopper('Carl Counted');
    const placed: string[] = [];
    for (let nr = 1; nr <= 3; nr += 1) placed.push((await (await order(carl, hat)).json())._id);
    const refused = await order(carl, hat);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'unpaid_limit',
      detail:
        'You have 3 unpaid orders in My Orders. Please pay for one or delete one, then order again.',
    });
    await carl.delete(`/orders/${placed[0]}`);
    expect((await order(carl, hat)).status).toBe(201);
    await payIntent(carl, { totalAmount: 140, orderId: placed[1] ?? '' }).then((transaction) =>
      carl.put(`/orders/${placed[1]}`, { transaction }),
    );
    expect((await order(carl, hat)).status).toBe(201);
    expect((await order(carl, hat)).status).toBe(409);
  });

  test('is told the same order again, also at its limit', async () => {
    const hat = await stock(strict, { name: 'Repeated Hat', inventory: 90 });
    const rita = await strict.shopper('Rita Repeats');
    const headers = { 'idempotency-key': 'rita' };
    const first = await (await rita.post('/orders', orderOf(hat), headers)).json();
    await expectPlaced([order(rita, hat), order(rita, hat)]);
    const again = await rita.post('/orders', orderOf(hat), headers);
    expect([again.status, (await again.json())._id]).toEqual([201, first._id]);
  });

  test.each([
    ['units', 1_000, 15],
    ['an amount', 30_000, 4],
  ])('holds so much: %s', async (what, priceMinor, quantity) => {
    const thing = await stock(strict, { name: `Held ${what}`, priceMinor, inventory: 90 });
    const una = await strict.shopper(`Una ${what}`);
    expect((await order(una, thing, quantity)).status).toBe(201);
    expect((await order(una, thing, quantity)).status).toBe(409);
    const { inventory } = await (await una.get(`/products/${thing.id}`)).json();
    expect(inventory).toBe(90 - quantity);
  });

  test('is told to order less when one order alone is too large', async () => {
    const thing = await stock(strict, { name: 'Too Much', priceMinor: 100, inventory: 90 });
    const bea = await strict.shopper('Bea Bulk');
    const response = await order(bea, thing, 21);
    expect(response.status).toBe(409);
    const limit = 'An unpaid order can have at most 20 units or $2,000.00.';
    expect((await response.json()).detail).toBe(
      `${limit} Please order less at once, or pay by card.`,
    );
    const { ctx } = strict.context;
    const { payments } = ctx;
    Object.assign(ctx, { payments: null });
    const withoutCards = await order(bea, thing, 21).finally(() =>
      Object.assign(ctx, { payments }),
    );
    expect((await withoutCards.json()).detail).toBe(
      `${limit} Please order less at once, or write to us.`,
    );
  });
});

describe('deleting unpaid orders', () => {
  test('has a limit an hour for an account, also into the cart, and a network', async () => {
    const sock = await stock(strict, { name: 'Deleted Sock', inventory: 90 });
    const della = await strict.shopper('Della Deletes');
    della.address = '198.51.100.77';
    const placeOne = async (client: Client) => (await (await order(client, sock)).json())._id;
    const remove = async (client: Client, id: string) =>
      (await client.delete(`/orders/${id}`)).status;
    for (let nr = 1; nr <= 2; nr += 1) expect(await remove(della, await placeOne(della))).toBe(200);
    const ctx = strict.context.ctx;
    await reopenOrder(ctx, actorOf(della), await placeOne(della));
    const fourth = await placeOne(della);
    const refused = await della.delete(`/orders/${fourth}`);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.toSatisfy((seconds) => seconds > 3_000 && seconds <= 3_600),
    ]);
    expect((await orderRow(strict, fourth)).status).toBe('pending');
    await expect(cancelOwnOrder(ctx, actorOf(della), fourth)).rejects.toMatchObject({
      status: 429,
    });
    const mate = await strict.shopper('Mate Deletes');
    mate.address = della.address;
    for (let nr = 1; nr <= 2; nr += 1) expect(await remove(mate, await placeOne(mate))).toBe(200);
    const fifth = await placeOne(mate);
    expect(await remove(mate, fifth)).toBe(429);
    // Staff, and whoever deletes the whole account, are not held up.
    const admin = await strict.admin('Amy Deletes');
    expect(await remove(admin, fifth)).toBe(200);
    await cancelOwnUnpaidOrders(ctx, actorOf(della));
    expect((await orderRow(strict, fourth)).status).toBe('cancelled');
    now += hour;
    expect(await remove(della, await placeOne(della))).toBe(200);
  });
});

describe('a network', () => {
  test('holds so much by all its accounts, and says when to try again', async () => {
    const bag = await stock(strict, { name: 'Network Bag', inventory: 90 });
    const people = await Promise.all(
      ['Nils', 'Nora', 'Neil'].map((name) => strict.shopper(`${name} Network`)),
    );
    for (const [nr, person] of people.entries()) person.address = `2001:db8:7:${nr}::1`;
    const [nils, nora, neil] = people as [Client, Client, Client];
    await expectPlaced([order(nils, bag), order(nils, bag), order(nora, bag), order(nora, bag)]);
    await expectPlaced([order(neil, bag)]);
    const refused = await order(neil, bag);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
    const { code, detail, ...rest } = await refused.json();
    expect([code, detail]).toEqual([
      'unpaid_limit_network',
      'Too many orders from your internet connection are waiting to be paid. Please pay by card, or try again later.',
    ]);
    expect(JSON.stringify(rest)).not.toContain('2001:db8');
    neil.address = '2001:db8:8:7::1';
    expect((await order(neil, bag)).status).toBe(201);
  });

  test('is known of an order only until that is paid or closed', async () => {
    const cap = await stock(shop, { name: 'Fleeting Cap', inventory: 90 });
    const fay = await shop.shopper('Fay Fleeting');
    fay.address = '198.51.100.77';
    const [paid, deleted] = [
      await (await order(fay, cap)).json(),
      await (await order(fay, cap)).json(),
    ];
    expect(await orderRow(shop, paid._id)).toMatchObject({ network: '198.51.100.77', units: 1 });
    expect(JSON.stringify(await (await fay.get(`/orders/${paid._id}`)).json())).not.toContain(
      '198.51.100.77',
    );
    const transaction = await payIntent(fay, { totalAmount: 140, orderId: paid._id });
    await fay.put(`/orders/${paid._id}`, { transaction });
    await fay.delete(`/orders/${deleted._id}`);
    expect(await orderRow(shop, paid._id)).toMatchObject({ status: 'paid', network: null });
    expect(await orderRow(shop, deleted._id)).toMatchObject({ status: 'cancelled', network: null });
  });
});

describe('paying by card', () => {
  const cartOf = async (client: Client, { variants }: ProductDetail, quantity: number) => {
    const { ctx } = strict.context;
    const actor = { ...actorOf(client), network: client.address };
    await addToCart(ctx, actor, { variantId: variants[0]?.id ?? '', quantity });
    const cart = await setDestination(ctx, actor, { city: 'Dhaka', zip: '1205' });
    return { actor, cart: { cartId: cart.id ?? '', expectedTotalMinor: cart.totalMinor ?? 0 } };
  };

  test('goes on where paying later has come to its limit, and has a limit too', async () => {
    const { ctx } = strict.context;
    const tie = await stock(strict, { name: 'Card Tie', inventory: 90 });
    const cleo = await strict.shopper('Cleo Card');
    await expectPlaced([order(cleo, tie), order(cleo, tie), order(cleo, tie)]);
    const first = await cartOf(cleo, tie, 1);
    await expect(placeOrderFromCart(ctx, first.actor, first.cart)).rejects.toMatchObject({
      code: 'unpaid_limit',
    });
    for (let nr = 1; nr <= 3; nr += 1) {
      const { actor, cart } = await cartOf(cleo, tie, nr);
      await placeOrderFromCart(ctx, actor, { ...cart, byCard: true });
    }
    await cartOf(cleo, tie, 1);
    const seventh = await cleo.post('/create-payment-intent', { totalAmount: 140 });
    expect([seventh.status, (await seventh.json()).code]).toEqual([409, 'unpaid_limit']);
  });

  test('order after order is never in the way of itself', async () => {
    const tie = await stock(strict, { name: 'Paid Tie', inventory: 90 });
    const pia = await strict.shopper('Pia Paid');
    for (let nr = 1; nr <= 10; nr += 1) {
      await cartOf(pia, tie, 1);
      const transaction = await payIntent(pia, { totalAmount: 140 });
      const paid = await pia.post('/orders', orderOf(tie, 1, { transaction }));
      expect([paid.status, (await paid.json()).status]).toEqual([201, 'Paid']);
    }
  });

  test('has the provider asked so often in a minute, whatever is sent as a transaction', async () => {
    const tie = await stock(strict, { name: 'Asking Tie', inventory: 90 });
    const ask = await strict.shopper('Ask Often');
    const { _id } = await (await order(ask, tie)).json();
    for (const transaction of ['..', '.', '\ud800x', 'a/b', '']) {
      expect((await ask.put(`/orders/${_id}`, { transaction })).status).toBe(422);
    }
    const statuses: number[] = [];
    for (let nr = 0; nr <= 40; nr += 1) {
      statuses.push((await ask.put(`/orders/${_id}`, { transaction: `pi_${nr}` })).status);
    }
    expect(statuses.slice(0, 40)).toEqual(Array(40).fill(409));
    expect(statuses[40]).toBe(429);
    // Then a stored cart does not become an order either.
    const { actor } = await cartOf(ask, tie, 1);
    expect((await ask.post('/create-payment-intent', { totalAmount: 140 })).status).toBe(429);
    expect((await getCart(strict.context.ctx, actor)).lines).toHaveLength(1);
    now += hour;
    const intent = { totalAmount: 140, orderId: _id };
    expect((await ask.post('/create-payment-intent', intent)).status).toBe(200);
  });

  test('gives no way to write history without end: deleting and restoring is counted', async () => {
    const { ctx } = strict.context;
    const tie = await stock(strict, { name: 'Swinging Tie', inventory: 90 });
    const ron = await strict.shopper('Ron Restored');
    const transaction = await payIntent(ron, { totalAmount: 140 });
    const order = await ron.post('/orders', orderOf(tie, 1, { transaction }));
    const { _id } = await order.json();
    for (let nr = 1; nr <= 3; nr += 1) {
      expect((await ron.delete(`/orders/${_id}`)).status).toBe(200);
      // A repeat changes nothing, and is not counted.
      expect((await ron.delete(`/orders/${_id}`)).status).toBe(200);
      await undoDeletion(ctx, actorOf(ron), _id);
    }
    const refused = await ron.delete(`/orders/${_id}`);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect((await ron.get(`/orders/${_id}`)).status).toBe(200);
  });

  test('money that came before its order is never refused', async () => {
    const tie = await stock(strict, { name: 'Prepaid Tie', inventory: 90 });
    const pat = await strict.shopper('Pat Prepaid');
    await expectPlaced([order(pat, tie), order(pat, tie), order(pat, tie)]);
    const transaction = await payIntent(pat, { totalAmount: 25 * 20 + 120 });
    const paid = await pat.post('/orders', orderOf(tie, 25, { transaction }));
    expect([paid.status, (await paid.json()).status]).toEqual([201, 'Paid']);
  });
});

describe('an account without a verified email', () => {
  const dueOf = async (client: Client, id: string) =>
    (await (await client.get(`/orders/${id}`)).json()).paymentDueAt;
  const in6h = () => new Date(now + 6 * HOUR).toISOString();
  const in7d = () => new Date(now + 7 * 24 * HOUR).toISOString();

  test('holds stock for hours, and a verified one for days', async () => {
    const sock = await stock(shop, { name: 'Brief Sock', inventory: 9 });
    const [uri, vera] = [await shop.shopper('Uri Unknown'), await shop.shopper('Vera Verified')];
    await verifyEmailOf(shop, vera);
    const [brief, long] = [
      await (await order(uri, sock, 2)).json(),
      await (await order(vera, sock, 3)).json(),
    ];
    expect([brief.paymentDueAt, long.paymentDueAt]).toEqual([in6h(), in7d()]);
    now += 6 * HOUR + 1;
    await expireOverdueOrders(shop.context.ctx);
    expect((await orderRow(shop, brief._id)).status).toBe('cancelled');
    expect((await orderRow(shop, long._id)).status).toBe('pending');
    expect((await getProduct(shop.context.ctx, sock.id)).variants[0]?.available).toBe(6);
  });

  test('holds it for days once its email is verified, as long as the order is open', async () => {
    const sock = await stock(shop, { name: 'Longer Sock', inventory: 9 });
    const [vic, val] = [await shop.shopper('Vic Verifies'), await shop.shopper('Val Elsewhere')];
    const [own, elsewhere] = [
      await (await order(vic, sock)).json(),
      await (await order(val, sock)).json(),
    ];
    const long = in7d();
    await extendOwnHolds(shop.context.ctx, actorOf(vic));
    expect(await dueOf(vic, own._id)).toBe(in6h());
    await verifyEmailOf(shop, vic);
    await extendOwnHolds(shop.context.ctx, actorOf(vic));
    expect(await dueOf(vic, own._id)).toBe(long);
    // By Google, or by a new password that came by email: the next round of the jobs sees it.
    await verifyEmailOf(shop, val);
    await extendHoldsOfVerified(shop.context.ctx);
    expect(await dueOf(val, elsewhere._id)).toBe(long);
    now += 6 * HOUR + 1;
    await expireOverdueOrders(shop.context.ctx);
    expect((await orderRow(shop, own._id)).status).toBe('pending');
  });
});
