import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addToCart, getCart, removeFromCart, setDestination } from '#features/cart/cart.ts';
import { getProduct } from '#features/catalog/catalog.ts';
import { placeOrderFromCart } from '#features/checkout/checkout.ts';
import { payIntent } from '../support/cards.ts';
import { orderOf, stock } from '../support/goods.ts';
import { heldBack } from '../support/held-back.ts';
import { actorOf, openTestShop, type TestShop, THIS_MACHINE } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 40 });
});
afterAll(() => shop.close());

const countOrders = async () =>
  Number((await shop.database.pool.query('select count(*) from orders')).rows[0].count);

test('fifty submissions of one cart at once make one order', async () => {
  const shirt = await stock(shop, { name: 'Cart Shirt', inventory: 90 });
  const shopper = await shop.shopper('Fifty Times', THIS_MACHINE);
  const before = await countOrders();
  const returns = await Promise.all(
    Array.from({ length: 50 }, () => shopper.post('/orders', orderOf(shirt, 2))),
  );
  expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([201]));
  const ids = await Promise.all(returns.map(async (response) => (await response.json())._id));
  expect(new Set(ids).size).toBe(1);
  expect(await countOrders()).toBe(before + 1);
  expect((await getProduct(shop.context.ctx, shirt.id)).variants[0]?.available).toBe(88);
  await expectSoundLedger(shop);
});

test('fifty submissions under one Idempotency-Key make one order', async () => {
  const shirt = await stock(shop, { name: 'Key Shirt', inventory: 90 });
  const shopper = await shop.shopper('One Key', THIS_MACHINE);
  const returns = await Promise.all(
    Array.from({ length: 50 }, () =>
      shopper.post('/orders', orderOf(shirt), { 'idempotency-key': 'k-1' }),
    ),
  );
  const ids = await Promise.all(returns.map(async (response) => (await response.json())._id));
  expect(new Set(ids).size).toBe(1);
  const second = await shopper.post('/orders', orderOf(shirt), { 'idempotency-key': 'k-2' });
  expect((await second.json())._id).not.toBe(ids[0]);
  expect((await getProduct(shop.context.ctx, shirt.id)).variants[0]?.available).toBe(88);
});

test('adding to a cart while it becomes an order loses nothing', async () => {
  const [one, two] = [
    await stock(shop, { name: 'Ordered', inventory: 99 }),
    await stock(shop, { name: 'Added Meanwhile', inventory: 99 }),
  ];
  const buyer = actorOf(await shop.shopper('Racing Adder'));
  const { ctx } = shop.context;
  const variantOf = ({ variants }: typeof one) => variants[0]?.id ?? '';
  let ordered = 0;
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1) {
    await addToCart(ctx, buyer, { variantId: variantOf(one), quantity: 1 });
    const cart = await setDestination(ctx, buyer, { city: 'Dhaka', zip: '1' });
    const placing = placeOrderFromCart(ctx, buyer, {
      cartId: cart.id ?? '',
      expectedTotalMinor: cart.totalMinor ?? 0,
    }).then(
      () => true,
      // The total may be another one by the time of the order: that is no failure.
      (error) => (error.code === 'price_changed' ? false : Promise.reject(error)),
    );
    // Sooner and later; in the last round when the order is placed, so that one is on every machine.
    const isLast = round === rounds - 1;
    const adding = [1, 2, 3].map(async () => {
      await (isLast ? placing : sleep(round % 5));
      await addToCart(ctx, buyer, { variantId: variantOf(two), quantity: 1 });
    });
    const [placed] = await Promise.all([placing, ...adding]);
    if (placed) ordered += 1;
    const { lines } = await getCart(ctx, buyer);
    expect(lines.find(({ productId }) => productId === two.id)?.quantity).toBe(3);
    for (const line of lines) await removeFromCart(ctx, buyer, line);
  }
  expect(ordered).toBeGreaterThan(0);
});

test('orders of two products in opposite order do not wait for each other in a circle', async () => {
  const [a, b] = [
    await stock(shop, { name: 'A', inventory: 99 }),
    await stock(shop, { name: 'B', inventory: 99 }),
  ];
  const buyers = await Promise.all(Array.from({ length: 16 }, (_, i) => shop.shopper(`Pair ${i}`)));
  const returns = await Promise.all(
    buyers.map((buyer, i) => {
      const lines = [a, b].map((product) => ({ _id: product.id, quantity: 1, price: 20 }));
      const cart = i % 2 === 0 ? lines : lines.reverse();
      return buyer.post('/orders', { cart, city: 'Chittagong', totalAmount: 100 });
    }),
  );
  expect(new Set(returns.map(({ status }) => status))).toEqual(new Set([201]));
});

test('deleting an order fifty times gives its stock back once', async () => {
  const shirt = await stock(shop, { name: 'Returned Shirt', inventory: 5 });
  const shopper = await shop.shopper('Dee Leter', THIS_MACHINE);
  const order = await (await shopper.post('/orders', orderOf(shirt, 3))).json();
  const returns = await Promise.all(
    Array.from({ length: 50 }, () => shopper.delete(`/orders/${order._id}`)),
  );
  const counts = await Promise.all(
    returns.map(async (response) => (await response.json()).deletedCount),
  );
  expect(counts.filter((count) => count === 1)).toHaveLength(1);
  expect((await getProduct(shop.context.ctx, shirt.id)).variants[0]?.available).toBe(5);
  await expectSoundLedger(shop);
});

test('paying and deleting at once ends paid or cancelled, with the money where it belongs', async () => {
  const shirt = await stock(shop, { name: 'Contested Shirt', inventory: 40 });
  const shopper = await shop.shopper('Con Tested');
  for (let round = 0; round < 8; round += 1) {
    const order = await (
      await shopper.post('/orders', orderOf(shirt), { 'idempotency-key': `round-${round}` })
    ).json();
    const intent = await (
      await shopper.post('/create-payment-intent', {
        totalAmount: order.totalAmount,
        orderId: order._id,
      })
    ).json();
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };
    const pay = async () => {
      const paid = await shopper.post('/sandbox/confirm', {
        clientSecret: intent.clientSecret,
        card,
      });
      if (paid.status !== 200) return paid;
      const { id } = await paid.json();
      return shopper.put(`/orders/${order._id}`, { transaction: id });
    };
    await Promise.all([pay(), pay(), shopper.delete(`/orders/${order._id}`)]);
    await expectSoundLedger(shop);
  }
});

test('one payment sent with two different orders at once pays one, and no other is left', async () => {
  const [a, b] = [await stock(shop, { name: 'Either' }), await stock(shop, { name: 'Or' })];
  // At the same price, so that only what is ordered tells them apart.
  const orders = [orderOf(a), { ...orderOf(a), city: 'Sylhet' }, orderOf(b)];
  const shopper = await shop.shopper('Two Minds');
  const transaction = await payIntent(shopper, { totalAmount: 140 });
  const lock = {
    text: 'select 1 from payments where intent_id = $1 for update',
    values: [transaction],
  };
  const returns = await heldBack(shop, lock, () =>
    [...orders, ...orders].map((order) => shopper.post('/orders', { ...order, transaction })),
  );
  const bodies = await Promise.all(returns.map((response) => response.json()));
  const placed = bodies.filter(({ status }) => status === 'Paid');
  expect(new Set(placed.map(({ _id }) => _id)).size).toBe(1);
  expect(placed).toHaveLength(2);
  const codes = bodies.filter((body) => !placed.includes(body)).map(({ code }) => code);
  expect(codes).toEqual(Array<string>(4).fill('transaction_used'));
  const mine = await (
    await shopper.get(`/orders?email=${encodeURIComponent(shopper.email)}`)
  ).json();
  expect(mine).toHaveLength(1);
  await expectSoundLedger(shop);
});
