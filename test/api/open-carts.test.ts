import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToCart, removeFromCart } from '#features/cart/cart.ts';
import { listOpenCarts } from '#features/open-carts/open-carts.ts';
import { stock } from '../support/goods.ts';
import { actorOf, type Client, openTestShop, signedInActorOf } from '../support/shop.ts';

let clock = Date.parse('2026-11-20T08:00:00Z');
const shop = await openTestShop({ now: () => new Date(clock) });
const { ctx } = shop.context;
const staff = actorOf(await shop.admin(), 'admin');
const query = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values);

const sizes = ['S', 'M', 'L', 'XL'];
const shirt = await stock(shop, {
  name: 'Linen Shirt',
  variants: sizes.map((size) => ({ sku: `LINEN-${size}`, size, color: 'Navy', inventory: 50 })),
});
const lamp = await stock(shop, { name: 'Lamp', priceMinor: 500 });
const variantOf = (product: typeof shirt, at = 0) => product.variants[at]?.id ?? '';
const guestOf = (letter: string) => ({ ...actorOf(shop.guest()), cartToken: letter.repeat(43) });

let cora: Client;
let carl: Client;

/** Puts units into a cart, a minute after the last time. */
async function add(actor: Parameters<typeof addToCart>[1], variantId: string, quantity: number) {
  clock += 60_000;
  await addToCart(ctx, actor, { variantId, quantity });
  return new Date(clock).toISOString();
}

beforeAll(async () => {
  cora = await shop.shopper('Cora Carter');
  carl = await shop.shopper('Carl Basket');
});
afterAll(() => shop.close());

const first = { text: null, owner: 'all' as const, limit: 50, after: null, counted: 10 };
const list = (search: Partial<Parameters<typeof listOpenCarts>[2]> = {}) =>
  listOpenCarts(ctx, staff, { ...first, ...search });
const ownersOf = async (search: Parameters<typeof list>[0] = {}) => {
  const { items, count } = await list(search);
  expect(count).toBe(items.length);
  return items.map(({ customer }) => customer?.name ?? 'Guest');
};

test('a cart is listed with its owner, first items, units and price of now, last used first, until it is closed or empty', async () => {
  expect(await list()).toEqual({ items: [], next: null, count: 0 });
  const own = await signedInActorOf(shop, cora);
  for (const at of [2, 0, 1]) await add(own, variantOf(shirt, at), 2);
  const corasUse = await add(own, variantOf(lamp), 1);
  const guest = guestOf('a');
  const guestsUse = await add(guest, variantOf(lamp), 3);
  await add(staff, variantOf(lamp), 1);
  await query('update variants set price_minor = 2500 where id = $1', [variantOf(shirt, 1)]);
  const navy = { productId: shirt.id, name: 'Linen Shirt', color: 'Navy', option: null };
  expect(await list()).toEqual({
    ...{ next: null, count: 2 },
    items: [
      {
        ...{ id: expect.any(String), customer: null, moreItems: 0, units: 3, valueMinor: 1_500 },
        items: [expect.objectContaining({ productId: lamp.id, name: 'Lamp', size: null })],
        lastUsedAt: guestsUse,
      },
      {
        ...{ id: expect.any(String), moreItems: 2, units: 7, valueMinor: 13_500 },
        customer: { id: cora.id, name: 'Cora Carter', email: cora.email },
        items: [
          { ...navy, variantId: variantOf(shirt, 2), size: 'L' },
          { ...navy, variantId: variantOf(shirt, 0), size: 'S' },
        ],
        lastUsedAt: corasUse,
      },
    ],
  });
  await add(own, variantOf(lamp), 1);
  expect(await ownersOf()).toEqual(['Cora Carter', 'Guest']);
  await removeFromCart(ctx, guest, { variantId: variantOf(lamp) });
  expect(await ownersOf()).toEqual(['Cora Carter']);
  await query("update carts set status = 'ordered' where user_id = $1", [cora.id]);
  expect(await ownersOf()).toEqual([]);
  // The next cart is another one.
  await add(own, variantOf(shirt), 1);
  expect((await list()).items).toMatchObject([{ customer: { id: cora.id }, units: 1 }]);
});

test('the list is that of everyone, customers or guests, page by page, also of carts used at once', async () => {
  await add(guestOf('b'), variantOf(lamp), 1);
  await add(await signedInActorOf(shop, carl), variantOf(lamp), 1);
  for (const letter of ['c', 'd', 'e']) await add(guestOf(letter), variantOf(lamp), 1);
  await query("update carts set updated_at = $1 where status = 'open'", [new Date(clock)]);
  const pagesOf = async (owner: 'all' | 'customers' | 'guests') => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await list({ owner, limit: 2, after });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    const { items, count } = await list({ owner });
    expect(seen).toEqual(items.map(({ id }) => id));
    expect(new Set(seen).size).toBe(count);
    return count;
  };
  expect(await pagesOf('all')).toBe(6);
  expect(await pagesOf('customers')).toBe(2);
  expect(await pagesOf('guests')).toBe(4);
  expect((await list({ counted: 3 })).count).toBe(3);
  // A cursor that nobody made means the first page.
  expect(await list({ after: 'garbage' })).toEqual(await list());
});

test('a text finds the carts of the customers that the list of customers finds, and none of guests', async () => {
  // Few carts are looked up by their ids; of many, all are read in their order.
  for (const mostFound of [5_000, 1, 0]) {
    const search = { mostFound, counted: 10 };
    expect(await ownersOf({ ...search, text: 'bask CAR' })).toEqual(['Carl Basket']);
    expect(await ownersOf({ ...search, text: 'CORA.C' })).toEqual(['Cora Carter']);
    const both = await ownersOf({ ...search, text: 'car', owner: 'customers' });
    expect(both.toSorted()).toEqual(['Carl Basket', 'Cora Carter']);
    expect((await list({ ...search, text: 'car' })).count).toBe(2);
    expect((await list({ ...search, text: 'car', counted: 1 })).count).toBe(1);
    const page = await list({ ...search, text: 'car', limit: 1 });
    const rest = await list({ ...search, text: 'car', limit: 1, after: page.next });
    expect(new Set([...page.items, ...rest.items].map(({ id }) => id)).size).toBe(2);
    for (const text of ['arter', 'ada', '%', "'"]) {
      expect([text, await ownersOf({ ...search, text })]).toEqual([text, []]);
    }
    expect(await ownersOf({ ...search, text: 'car', owner: 'guests' })).toEqual([]);
  }
});

test('refuses everyone but admins', async () => {
  for (const actor of [actorOf(cora), actorOf(shop.guest())]) {
    await expect((async () => listOpenCarts(ctx, actor, first))()).rejects.toMatchObject({
      code: expect.stringMatching(/^(forbidden|unauthenticated)$/),
    });
  }
});
