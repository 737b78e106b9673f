import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#features/actor.ts';
import {
  acceptPrices,
  addToCart,
  getCart,
  mergeCarts,
  removeFromCart,
  setDestination,
  setQuantity,
} from '#features/cart/cart.ts';
import { placeOrderFromCart } from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { removeProduct } from '#features/product-management/product-management.ts';
import { stock } from '../support/goods.ts';
import { actorOf, openTestShop, PASSWORD, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let ctx: Ctx;
let shirt: string;
let boots: string;

beforeAll(async () => {
  shop = await openTestShop();
  ctx = shop.context.ctx;
  shirt =
    (await stock(shop, { name: 'Shirt', priceMinor: 1_999, inventory: 5 })).variants[0]?.id ?? '';
  boots =
    (await stock(shop, { name: 'Boots', priceMinor: 8_000, inventory: 50 })).variants[0]?.id ?? '';
});
afterAll(() => shop.close());

let guests = 0;
const newGuest = (): Actor => {
  guests += 1;
  return { user: null, session: null, cartToken: String(guests).padStart(43, 'v') };
};
const units = async (actor: Actor) =>
  (await getCart(ctx, actor)).lines.map(({ name, quantity }) => [name, quantity]);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error.code,
  );

describe('a cart', () => {
  test('adds up, ships by city, and keeps leading zeros of the zip [5.10, 9.3]', async () => {
    const actor = newGuest();
    await addToCart(ctx, actor, { variantId: shirt, quantity: 2 });
    const { cart } = await addToCart(ctx, actor, { variantId: boots, quantity: 1 });
    expect(cart).toMatchObject({
      count: 3,
      subtotalMinor: 11_998,
      shippingMinor: null,
      totalMinor: null,
    });
    const estimated = await setDestination(ctx, actor, { city: 'Chittagong', zip: '00410' });
    expect(estimated).toMatchObject({ zip: '00410', shippingMinor: 6_000, totalMinor: 17_998 });
  });

  test('raises a line instead of adding it twice, up to what is on hand [4.6, 4.12]', async () => {
    const actor = newGuest();
    await addToCart(ctx, actor, { variantId: shirt, quantity: 2 });
    await addToCart(ctx, actor, { variantId: shirt, quantity: 2 });
    expect(await units(actor)).toEqual([['Shirt', 4]]);
    await addToCart(ctx, actor, { variantId: shirt, quantity: 99 });
    expect(await units(actor)).toEqual([['Shirt', 5]]);
  });

  test('says how much of what was wanted was added, and never lowers a line', async () => {
    const actor = newGuest();
    const rare = (await stock(shop, { name: 'Rare', inventory: 1 })).variants[0]?.id ?? '';
    const many = (await stock(shop, { name: 'Many', inventory: 500 })).variants[0]?.id ?? '';
    const add = async (variantId: string, quantity: number) => {
      const { code, message } = (await addToCart(ctx, actor, { variantId, quantity })).added;
      return [code, message];
    };
    expect(await add(rare, 1)).toEqual(['added', 'Added to your cart.']);
    expect(await add(rare, 1)).toEqual([
      'added-none',
      'Only 1 is left; it is in your cart already.',
    ]);
    expect(await add(shirt, 7)).toEqual(['added-fewer', 'Only 5 were left: 5 are in your cart.']);
    await setQuantity(ctx, actor, { variantId: shirt, quantity: 20 });
    expect(await add(shirt, 1)).toEqual([
      'added-none',
      'Only 5 are left; 20 are in your cart already.',
    ]);
    expect(await add(many, 98)).toEqual(['added', 'Added to your cart.']);
    expect(await add(many, 2)).toEqual([
      'added-fewer',
      'A cart can hold at most 99 of one item: 99 are in your cart.',
    ]);
    expect(await units(actor)).toEqual([
      ['Rare', 1],
      ['Shirt', 20],
      ['Many', 99],
    ]);
  });

  test('sets and removes lines, and is empty without an estimate for nothing [4.27]', async () => {
    const actor = newGuest();
    await addToCart(ctx, actor, { variantId: boots, quantity: 2 });
    await setQuantity(ctx, actor, { variantId: boots, quantity: 7 });
    expect(await units(actor)).toEqual([['Boots', 7]]);
    await removeFromCart(ctx, actor, { variantId: boots });
    await setDestination(ctx, actor, { city: 'Dhaka', zip: '1' });
    expect(await getCart(ctx, actor)).toMatchObject({ lines: [], count: 0, city: null });
  });

  test('refuses what is sold out, gone or unknown, and holds fifty different things', async () => {
    const actor = newGuest();
    const empty = await stock(shop, { name: 'Empty', inventory: 0 });
    const gone = await stock(shop, { name: 'Gone' });
    await removeProduct(ctx, { user: { ...admin }, session: null, cartToken: null }, gone.id);
    const add = (variantId = '') => addToCart(ctx, actor, { variantId, quantity: 1 });
    expect(await refusal(add(empty.variants[0]?.id))).toBe('out_of_stock');
    expect(await refusal(add(gone.variants[0]?.id))).toBe('product_unavailable');
    expect(await refusal(add('var_nothing'))).toBe('product_unavailable');
    for (let i = 0; i < 50; i += 1) {
      await add((await stock(shop, { name: `Thing ${i}` })).variants[0]?.id);
    }
    expect(await refusal(add(shirt))).toBe('invalid_request');
    expect((await getCart(ctx, actor)).lines).toHaveLength(50);
  });

  test('remembers what was told of a price until the new one is accepted', async () => {
    const actor = newGuest();
    const scarf = await stock(shop, { name: 'Scarf', priceMinor: 3_000 });
    const variantId = scarf.variants[0]?.id ?? '';
    const prices = async () =>
      (await getCart(ctx, actor)).lines.map((line) => [line.seenPriceMinor, line.unitPriceMinor]);
    await addToCart(ctx, actor, { variantId, quantity: 1 });
    await shop.context.database.pool.query('update products set price_minor = 3500 where id = $1', [
      scarf.id,
    ]);
    await setQuantity(ctx, actor, { variantId, quantity: 2 });
    expect(await prices()).toEqual([[3_000, 3_500]]);
    const accepted = await acceptPrices(ctx, actor);
    expect(accepted.subtotalMinor).toBe(7_000);
    expect(await prices()).toEqual([[3_500, 3_500]]);
  });

  test("is one guest's own, and nobody's without a cookie", async () => {
    const [one, other] = [newGuest(), newGuest()];
    await addToCart(ctx, one, { variantId: shirt, quantity: 1 });
    expect(await units(other)).toEqual([]);
    const nobody = { user: null, session: null, cartToken: null };
    expect(await refusal(addToCart(ctx, nobody, { variantId: shirt, quantity: 1 }))).toBe(
      'unauthenticated',
    );
  });

  test('counts every unit of adds at the same time', async () => {
    const actor = newGuest();
    await Promise.all(
      Array.from({ length: 20 }, () => addToCart(ctx, actor, { variantId: boots, quantity: 2 })),
    );
    expect(await units(actor)).toEqual([['Boots', 40]]);
  });

  test('shows a removed product as unavailable instead of dropping it', async () => {
    const actor = newGuest();
    const soon = await stock(shop, { name: 'Soon Gone' });
    await addToCart(ctx, actor, { variantId: soon.variants[0]?.id ?? '', quantity: 1 });
    await removeProduct(ctx, { user: { ...admin }, session: null, cartToken: null }, soon.id);
    expect((await getCart(ctx, actor)).lines).toMatchObject([{ name: 'Soon Gone', onSale: false }]);
  });
});

describe("a guest's cart at sign-in", () => {
  test('joins the account: quantities add up, capped by stock, the estimate comes along', async () => {
    const client = await shop.shopper('Jo Joiner');
    const account = actorOf(client);
    const guest = newGuest();
    await addToCart(ctx, account, { variantId: shirt, quantity: 3 });
    await addToCart(ctx, guest, { variantId: shirt, quantity: 4 });
    await addToCart(ctx, guest, { variantId: boots, quantity: 1 });
    await setDestination(ctx, guest, { city: 'Sylhet', zip: '3100' });
    await mergeCarts(ctx, client.id, guest.cartToken ?? '');
    await mergeCarts(ctx, client.id, guest.cartToken ?? '');
    expect(await units(account)).toEqual([
      ['Shirt', 5],
      ['Boots', 1],
    ]);
    expect(await getCart(ctx, account)).toMatchObject({ city: 'Sylhet', zip: '3100' });
    expect(await units(guest)).toEqual([]);
  });

  test("lowers no line of the account's that holds more than there is", async () => {
    const client = await shop.shopper('Jo Keeper');
    const guest = newGuest();
    await addToCart(ctx, actorOf(client), { variantId: shirt, quantity: 1 });
    await setQuantity(ctx, actorOf(client), { variantId: shirt, quantity: 20 });
    await addToCart(ctx, guest, { variantId: shirt, quantity: 1 });
    await mergeCarts(ctx, client.id, guest.cartToken ?? '');
    expect(await units(actorOf(client))).toEqual([['Shirt', 20]]);
  });

  test('never leaves more lines than a cart may have: the account keeps its own', async () => {
    const client = await shop.shopper('Jo Full');
    const account = actorOf(client);
    const guest = newGuest();
    const many = await stock(shop, {
      name: 'Many Sizes',
      variants: Array.from({ length: 60 }, (_, nr) => ({
        sku: `MANY-${nr}`,
        size: `${nr}`,
        inventory: 5,
      })),
    });
    const ids = many.variants.map(({ id }) => id);
    for (const variantId of ids.slice(0, 30)) {
      await addToCart(ctx, account, { variantId, quantity: 1 });
    }
    for (const variantId of ids.slice(20)) {
      await addToCart(ctx, guest, { variantId, quantity: 1 });
    }
    await mergeCarts(ctx, client.id, guest.cartToken ?? '');
    const { lines } = await getCart(ctx, account);
    const merged = new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]));
    expect(merged.size).toBe(50);
    expect(ids.slice(0, 20).map((id) => merged.get(id))).toEqual(Array(20).fill(1));
    expect(ids.slice(20, 30).map((id) => merged.get(id))).toEqual(Array(10).fill(2));
    // Of the others the last ones were added last.
    expect(ids.slice(30, 40).some((id) => merged.has(id))).toBe(false);
  });

  test('joins through the sign-in call itself', async () => {
    const client = await shop.shopper('Call Joiner');
    const guest = newGuest();
    await addToCart(ctx, guest, { variantId: boots, quantity: 2 });
    const browser = shop.guest();
    browser.cookies.set('shop.cart', guest.cartToken ?? '');
    await browser.post('/api/auth/sign-in/email', { email: client.email, password: PASSWORD });
    expect(await units(actorOf(client))).toEqual([['Boots', 2]]);
  });
});

describe('ordering the stored cart', () => {
  test('closes the cart, and the same cart again is the same order', async () => {
    const actor = actorOf(await shop.shopper('Ori Order'));
    await addToCart(ctx, actor, { variantId: boots, quantity: 1 });
    const cart = await setDestination(ctx, actor, { city: 'Dhaka', zip: '1000' });
    const request = { cartId: cart.id ?? '', expectedTotalMinor: 20_000 };
    const placed = await Promise.all(
      Array.from({ length: 20 }, () => placeOrderFromCart(ctx, actor, request)),
    );
    expect(new Set(placed.map(({ id }) => id)).size).toBe(1);
    expect(placed[0]).toMatchObject({ status: 'pending', totalMinor: 20_000, zip: '1000' });
    expect((await getCart(ctx, actor)).lines).toEqual([]);
    await addToCart(ctx, actor, { variantId: boots, quantity: 1 });
    const next = await setDestination(ctx, actor, { city: 'Dhaka', zip: '1000' });
    expect(next.id).not.toBe(cart.id);
    const second = await placeOrderFromCart(ctx, actor, {
      cartId: next.id ?? '',
      expectedTotalMinor: 20_000,
    });
    expect(second.id).not.toBe(placed[0]?.id);
    await expectSoundLedger(shop);
  });

  test('is refused at another total than the page showed, without an estimate, and for a stale cart', async () => {
    const actor = actorOf(await shop.shopper('Ref Used'));
    await addToCart(ctx, actor, { variantId: boots, quantity: 1 });
    const { id } = await getCart(ctx, actor);
    const order = (expectedTotalMinor: number, cartId = id ?? '') =>
      placeOrderFromCart(ctx, actor, { cartId, expectedTotalMinor });
    expect(await refusal(order(8_000))).toBe('invalid_request');
    await setDestination(ctx, actor, { city: 'Dhaka', zip: '1000' });
    expect(await refusal(order(19_999))).toBe('price_changed');
    expect(await refusal(order(20_000, 'crt_other'))).toBe('invalid_request');
    expect((await getCart(ctx, actor)).count).toBe(1);
  });
});

const admin = {
  id: 'test',
  email: 'cart-admin@example.com',
  name: 'Admin',
  image: null,
  role: 'admin',
  emailVerified: true,
} as const;
