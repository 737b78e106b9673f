import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProduct } from '#features/catalog/catalog.ts';
import { orderOf, stock } from '../support/goods.ts';
import { type Client, openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let sam: Client;

beforeAll(async () => {
  shop = await openTestShop();
  sam = await shop.shopper('Sam Shopper');
});
afterAll(() => shop.close());

describe('placing an order', () => {
  test('takes the stock and answers the pending order', async () => {
    const shirt = await stock(shop, { name: 'Shirt', priceMinor: 2_990, inventory: 5 });
    const answer = await sam.post('/orders', orderOf(shirt, 2));
    expect(answer.status).toBe(201);
    const order = await answer.json();
    expect(order).toMatchObject({
      status: 'Pending',
      grandTotalAmount: 59.8,
      shippingCost: 120,
      totalAmount: 179.8,
      email: sam.email,
      city: 'Dhaka',
    });
    expect(order.insertedId).toBe(order._id);
    expect(order.cart).toMatchObject([
      { _id: shirt.id, price: 29.9, quantity: 2, totalAmount: 59.8 },
    ]);
    expect((await getProduct(shop.context.ctx, shirt.id)).variants[0]?.inventory).toBe(3);
  });
});
