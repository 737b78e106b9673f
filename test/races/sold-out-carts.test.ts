import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToCart, getCart, setDestination, setQuantity } from '#features/cart/cart.ts';
import { placeOrderFromCart } from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { stock } from '../support/goods.ts';
import { countWaiting } from '../support/held-back.ts';
import { openTestShop, signedInActorOf, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let ctx: Ctx;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 40 });
  ctx = shop.context.ctx;
});
afterAll(() => shop.close());

/** A customer whose cart has units of a variant; `place` orders it as a page showed it. */
async function buyerOf(variantId: string, name: string, quantity = 1) {
  const actor = await signedInActorOf(shop, await shop.shopper(name));
  await addToCart(ctx, actor, { variantId, quantity });
  const cart = await setDestination(ctx, actor, { city: 'Dhaka', zip: '1205' });
  const shown = { cartId: cart.id ?? '', expectedTotalMinor: cart.totalMinor ?? 0 };
  const place = (change: object = {}) => placeOrderFromCart(ctx, actor, { ...shown, ...change });
  return { actor, place };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, message, details }) => ({ code, message, details }),
  );

/** Does something while another transaction holds the lock of a variant. */
async function whileLocked(variantId: string, work: () => Promise<void>): Promise<void> {
  const holder = await shop.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from variants where id = $1 for update', [variantId]);
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

test('a cart with what is sold out is refused before the lock of the variant, and who bought the last one finds the order', async () => {
  const last = await stock(shop, { name: 'Rushed Coat', priceMinor: 2_000, inventory: 1 });
  const variantId = last.variants[0]?.id ?? '';
  const [first, late] = [
    await buyerOf(variantId, 'Fay First'),
    await buyerOf(variantId, 'Lou Late'),
  ];
  const order = await first.place();
  await whileLocked(variantId, async () => {
    for (const byCard of [false, true]) {
      expect(await refusalOf(late.place({ byCard }))).toEqual({
        code: 'out_of_stock',
        message: 'There is not enough left of: Rushed Coat (none left).',
        details: {
          short: [
            { _id: last.id, sku: last.variants[0]?.sku, name: 'Rushed Coat', wanted: 1, left: 0 },
          ],
        },
      });
    }
    expect((await first.place()).id).toBe(order.id);
  });
  expect(await getCart(ctx, late.actor)).toMatchObject({ count: 1 });
  await expectSoundLedger(shop);
});

test('a cart that is not as the page showed it waits for the locks, and hears of the change first', async () => {
  const coat = await stock(shop, { name: 'Changed Coat', priceMinor: 2_000, inventory: 2 });
  const variantId = coat.variants[0]?.id ?? '';
  const buyer = await buyerOf(variantId, 'Cora Changed');
  await setQuantity(ctx, buyer.actor, { variantId, quantity: 3 });
  expect(await refusalOf(buyer.place())).toMatchObject({ code: 'price_changed' });
  const now = { expectedTotalMinor: 18_000 };
  expect(await refusalOf(buyer.place({ ...now, addressId: 'adr_other' }))).toMatchObject({
    code: 'price_changed',
    message: 'Your delivery address has changed in the meantime. Please look at it again.',
  });
  expect(await refusalOf(buyer.place({ ...now, methodId: 'dlv_gone' }))).toMatchObject({
    code: 'price_changed',
  });
  expect(await refusalOf(buyer.place({ ...now, cartId: 'crt_other' }))).toMatchObject({
    code: 'invalid_request',
  });
  expect(await refusalOf(buyer.place(now))).toMatchObject({ code: 'out_of_stock' });
  // Enough for everybody: nobody is refused before the lock.
  await setQuantity(ctx, buyer.actor, { variantId, quantity: 2 });
  let placing: Promise<unknown> = Promise.resolve();
  await whileLocked(variantId, async () => {
    placing = buyer.place({ expectedTotalMinor: 16_000 });
    await expect.poll(() => countWaiting(shop), { timeout: 20_000 }).toBe(1);
  });
  expect(await placing).toMatchObject({ status: 'pending' });
  await expectSoundLedger(shop);
});
