import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addAddress } from '#features/addresses/addresses.ts';
import { addToCart, chooseMethod, getCart, setDestination } from '#features/cart/cart.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import {
  chooseAddress,
  findDelivery,
  placeOrderFromCart,
  reopenOrder,
  startCardPayment,
} from '#features/checkout/checkout.ts';
import type { Ctx } from '#features/context.ts';
import { confirmCard } from '../support/cards.ts';
import { stock } from '../support/goods.ts';
import {
  actorOf,
  type Client,
  openTestShop,
  signedInActorOf,
  type TestShop,
} from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;
let ctx: Ctx;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop();
  ctx = shop.context.ctx;
});
afterEach(() => expectSoundLedger(shop));
afterAll(() => shop.close());

/** An order of three of five shirts, placed from the cart of a new customer. */
async function place() {
  count += 1;
  const client = await shop.shopper(`Change Mind ${count}`);
  const shirt = await stock(shop, { name: `Shirt ${count}`, inventory: 5 });
  const variantId = shirt.variants[0]?.id ?? '';
  const actor = actorOf(client);
  await addToCart(ctx, actor, { variantId, quantity: 3 });
  const cart = await setDestination(ctx, actor, { city: 'Sylhet', zip: '03100' });
  const order = await placeOrderFromCart(ctx, actor, {
    cartId: cart.id ?? '',
    expectedTotalMinor: cart.totalMinor ?? 0,
  });
  const onHand = async () => (await getProduct(ctx, shirt.id)).variants[0]?.available;
  return { client, actor, shirt, variantId, order, onHand };
}

const lines = async (client: Client) =>
  (await getCart(ctx, actorOf(client))).lines.map(({ name, quantity }) => [name, quantity]);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code }) => code,
  );

test('puts what was ordered back into the cart and gives its stock back, once', async () => {
  const { client, actor, shirt, order, onHand } = await place();
  expect([await onHand(), await lines(client)]).toEqual([2, []]);
  await Promise.all(Array.from({ length: 10 }, () => reopenOrder(ctx, actor, order.id)));
  await reopenOrder(ctx, actor, order.id);
  expect([await onHand(), await lines(client)]).toEqual([5, [[shirt.name, 3]]]);
  expect(await getCart(ctx, actor)).toMatchObject({ city: 'Sylhet', zip: '03100' });
  const listed = await client.get(`/orders?${new URLSearchParams({ email: client.email })}`);
  expect(await listed.json()).toEqual([]);
});

test('adds to what was put into the cart since, and tells of a new price', async () => {
  const { client, actor, shirt, variantId, order } = await place();
  await addToCart(ctx, actor, { variantId, quantity: 1 });
  await setDestination(ctx, actor, { city: 'Dhaka', zip: '1000' });
  await shop.database.pool.query('update products set price_minor = 2500 where id = $1', [
    shirt.id,
  ]);
  await reopenOrder(ctx, actor, order.id);
  expect(await lines(client)).toEqual([[shirt.name, 4]]);
  const cart = await getCart(ctx, actor);
  expect(cart).toMatchObject({
    city: 'Dhaka',
    lines: [{ seenPriceMinor: 2_000, unitPriceMinor: 2_500 }],
  });
});

test('chooses the way of delivery and the addresses of the order again', async () => {
  const { client, variantId } = await place();
  const actor = await signedInActorOf(shop, client);
  const rest = { company: null, line2: null, region: null, phone: '+8801712345678' };
  const at = { ...rest, recipient: 'Ann', country: 'BD', city: 'Dhaka', postcode: '1205' };
  const add = (line1: string) => addAddress(ctx, actor, { ...at, line1 });
  const [home, work] = [await add('1 Home'), await add('2 Work')];
  await addToCart(ctx, actor, { variantId, quantity: 1 });
  await chooseAddress(ctx, actor, 'delivery', work.id);
  await chooseAddress(ctx, actor, 'billing', home.id);
  const found = async () => {
    const cart = await getCart(ctx, actor);
    const { delivery, billing, options, totalMinor } = await findDelivery(ctx, actor, cart);
    return { cart, ids: [delivery?.id, billing?.id], methodId: options[0]?.id ?? '', totalMinor };
  };
  await setDestination(ctx, actor, { city: 'Dhaka', zip: '1205' });
  await chooseMethod(ctx, actor, (await found()).methodId);
  const { cart, methodId, totalMinor } = await found();
  const order = await placeOrderFromCart(ctx, actor, {
    ...{ cartId: cart.id ?? '', expectedTotalMinor: totalMinor ?? 0, addressId: work.id },
  });
  await reopenOrder(ctx, actor, order.id);
  expect(await found()).toMatchObject({ ids: [work.id, home.id], cart: { methodId } });
});

test('stops the payment first: a card that comes too late is not charged', async () => {
  const { client, actor, order } = await place();
  const { clientSecret } = await startCardPayment(ctx, actor, order.id);
  await reopenOrder(ctx, actor, order.id);
  expect((await confirmCard(client, clientSecret)).status).toBe(402);
});

test('keeps an order whose money came first, and the cart empty', async () => {
  const { client, actor, order, onHand } = await place();
  const { clientSecret } = await startCardPayment(ctx, actor, order.id);
  await confirmCard(client, clientSecret);
  expect(await refusal(reopenOrder(ctx, actor, order.id))).toBe('already_paid');
  expect([await onHand(), await lines(client)]).toEqual([2, []]);
  expect(await (await client.get(`/orders/${order.id}`)).json()).toMatchObject({ status: 'Paid' });
});

test('does not say that what was deleted elsewhere is in the cart', async () => {
  const { client, actor, order, onHand } = await place();
  await client.delete(`/orders/${order.id}`);
  expect(await refusal(reopenOrder(ctx, actor, order.id))).toBe('order_closed');
  expect([await onHand(), await lines(client)]).toEqual([5, []]);
});

test("is the owner's alone: to anyone else, an admin too, there is no such order", async () => {
  const { order } = await place();
  const other = actorOf(await shop.shopper('Not Mine'));
  const admin = actorOf(await shop.admin('Also Not'), 'admin');
  expect(await refusal(reopenOrder(ctx, other, order.id))).toBe('not_found');
  expect(await refusal(reopenOrder(ctx, admin, order.id))).toBe('not_found');
  expect(await refusal(reopenOrder(ctx, other, 'ord_nothing'))).toBe('not_found');
});

test('changes nothing when the cart has no room for it', async () => {
  const { client, actor, order, onHand } = await place();
  for (let i = 0; i < 50; i += 1) {
    const thing = await stock(shop, { name: `Thing ${i}` });
    await addToCart(ctx, actor, { variantId: thing.variants[0]?.id ?? '', quantity: 1 });
  }
  expect(await refusal(reopenOrder(ctx, actor, order.id))).toBe('invalid_request');
  expect([await onHand(), (await lines(client)).length]).toEqual([2, 50]);
  expect(await (await client.get(`/orders/${order.id}`)).json()).toMatchObject({
    status: 'Pending',
  });
});
