import { expect } from 'vitest';
import { addToCart, setDestination } from '#features/cart/cart.ts';
import { placeOrderFromCart } from '#features/checkout/checkout.ts';
import { payIntent } from './cards.ts';
import { WITHOUT_LIMITS } from './emails.ts';
import { stock } from './goods.ts';
import { type Client, openTestShop, signedInActorOf } from './shop.ts';

export const TAXES = '/api/v1/taxes';
export const VAT = { name: 'VAT', rate: 15, country: 'BD', coversShipping: true };
export const BOOKS = { name: 'Low VAT', rate: '9.975', country: 'BD', categoryId: 'Shoes' };
export const AWAY = {
  ...{ recipient: 'Ann Lee', company: null, line1: '5 Lake Road', line2: null, city: 'Dhaka' },
  ...{ region: null, postcode: '1205', country: 'BD', phone: '+8801712345678' },
};

export const json = async (response: Promise<Response> | Response) => (await response).json();

/** A shop without rates yet, and customers whose carts are taxed. */
export async function openTaxShop() {
  const shop = await openTestShop({ shopConfig: { emails: WITHOUT_LIMITS } });
  const { ctx } = shop.context;
  const admin = await shop.admin('Ada Taxes');
  let count = 0;
  const { query } = shop;
  /** Sets the rates from the version that is stored now. */
  async function setRates(rates: object[], pricesIncludeTax = false) {
    const version = (await admin.get(TAXES)).headers.get('etag') ?? '';
    const body = { pricesIncludeTax, rates };
    const response = await admin.request('PUT', TAXES, body, { 'If-Match': version });
    expect(response.status, await response.clone().text()).toBe(200);
    return json(response);
  }

  /** A new customer with three shirts of $3.33 and a pair of shoes of $10 in the cart, for Dhaka. */
  async function customer() {
    count += 1;
    const client = await shop.shopper(`Taxed ${count}`);
    const actor = await signedInActorOf(shop, client);
    const shirt = await stock(shop, { name: `Taxed Shirt ${count}`, priceMinor: 333 });
    const shoes = await stock(shop, {
      ...{ name: `Taxed Shoes ${count}`, priceMinor: 1_000, category: 'Shoes' },
    });
    const add = (goods: typeof shirt, quantity: number) =>
      addToCart(ctx, actor, { variantId: goods.variants[0]?.id ?? '', quantity });
    await add(shirt, 3);
    await add(shoes, 1);
    const cart = await setDestination(ctx, actor, { city: 'Dhaka', zip: '1205' });
    const place = (expectedTotalMinor: number, expectedTaxMinor: number | null = null) =>
      placeOrderFromCart(ctx, actor, {
        ...{ cartId: cart.id ?? '', expectedTotalMinor, expectedTaxMinor },
      });
    return { client, actor, cart, place, shirt, shoes };
  }

  const view = (id: string, who = admin) => json(who.get(`/orders/${id}`));
  async function pay(client: Client, order: { id: string; totalMinor: number }) {
    const totalAmount = order.totalMinor / 100;
    const transaction = await payIntent(client, { totalAmount, orderId: order.id });
    expect((await client.put(`/orders/${order.id}`, { transaction })).status).toBe(200);
  }
  const refund = (id: string, body: object) =>
    json(
      admin.post(
        `/api/v1/orders/${id}/refunds`,
        { reason: 'Torn', ...body },
        { 'idempotency-key': crypto.randomUUID() },
      ),
    );
  return { shop, ctx, admin, query, setRates, customer, view, pay, refund };
}
