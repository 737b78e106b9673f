import { afterAll, describe, expect, test } from 'vitest';
import { addToCart, setDestination } from '#features/cart/cart.ts';
import { requireOneCurrency } from '#features/catalog/catalog.ts';
import { placeOrderFromCart } from '#features/checkout/checkout.ts';
import { getOrder } from '#features/orders/orders.ts';
import { setShopCurrency } from '#server/start/shop-currency.ts';
import { formatMoney } from '#shared/money.ts';
import { shop as shopConfig } from '#shop-config';
import { CARDS } from '../support/cards.ts';
import { startStripeFake } from '../support/fake-stripe.ts';
import { csv, readCsv } from '../support/product-csv.ts';
import { actorOf, type Client, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

// The same purchase in currencies without decimals and with three.

afterAll(() => setShopCurrency(shopConfig));

async function openShopIn(currency: string, otherwise: number) {
  const fake = await startStripeFake();
  const { secretKey, url: apiUrl } = fake;
  const shop = await openTestShop({
    stripe: { secretKey, publishableKey: 'pk_test_1', webhookSecret: null, apiUrl },
    // Every amount is of this currency, whatever the owner's file has.
    shopConfig: {
      currency,
      locale: 'en-US',
      shipping: { country: 'Bangladesh', countries: ['BD'], rules: [], otherwise },
      unpaidOrders: {
        ...shopConfig.unpaidOrders,
        account: { orders: 20, units: 200, amount: 20_000 },
        network: { orders: 100, units: 1_000, amount: 100_000 },
      },
    },
  });
  return { shop, fake };
}

const kettle = { name: 'Kettle', category: 'Cloths', descriptions: 'A kettle.', gender: 'Unisex' };

/** Two of a product to Dhaka: the cart with its estimate, and the order. */
async function order({ context: { ctx } }: TestShop, client: Client, variantId: string) {
  const actor = actorOf(client);
  await addToCart(ctx, actor, { variantId, quantity: 2 });
  const cart = await setDestination(ctx, actor, { city: 'Dhaka', zip: '1000' });
  const expectedTotalMinor = cart.totalMinor ?? 0;
  const { id } = await placeOrderFromCart(ctx, actor, {
    cartId: cart.id ?? '',
    expectedTotalMinor,
  });
  return { cart, id };
}

describe.each([
  {
    currency: 'JPY',
    amounts: { price: 2980, shippingCost: 500, totalAmount: 6460, tooFine: '2980.5' },
    minor: { price: 2_980, shipping: 500, total: 6_460 },
    refund: { amount: 1000, minor: 1_000, text: '¥1,000' },
    left: 'At most ¥5,460 of this order can be refunded.',
    priceHint: 'A price is a number such as 2990.',
  },
  {
    currency: 'KWD',
    amounts: { price: 12.34, shippingCost: 1.5, totalAmount: 26.18, tooFine: '12.3405' },
    minor: { price: 12_340, shipping: 1_500, total: 26_180 },
    refund: { amount: 0.5, minor: 500, text: 'KWD\u00A00.500' },
    left: 'At most KWD\u00A025.680 of this order can be refunded.',
    priceHint: 'A price is a number such as 2.990.',
  },
])('a shop in $currency', ({ currency, amounts, minor, refund, left, priceHint }) => {
  test('sells, estimates, is paid by card and gives money back', async () => {
    const { shop, fake } = await openShopIn(currency, amounts.shippingCost);
    const [admin, sam] = [await shop.admin(), await shop.shopper('Sam')];
    const sell = (price: unknown) => admin.post('/products', { ...kettle, price });
    const product = await (await sell(amounts.price)).json();
    expect(product).toMatchObject({ price: amounts.price, currency });
    expect((await sell(amounts.tooFine)).status).toBe(422);
    expect(await readCsv(csv([{ Handle: 'pot', 'Variant Price': amounts.tooFine }]))).toMatchObject(
      {
        products: [],
        problems: [
          { line: 2, reason: `"${amounts.tooFine}" is not a price for pot. ${priceHint}` },
        ],
      },
    );

    const { cart, id } = await order(shop, sam, product.variants[0]._id);
    expect(cart).toMatchObject({
      currency,
      subtotalMinor: 2 * minor.price,
      shippingMinor: minor.shipping,
      totalMinor: minor.total,
    });
    const { shippingCost, totalAmount } = amounts;
    expect(await (await sam.get(`/orders/${id}`)).json()).toMatchObject({
      currency,
      shippingCost,
      totalAmount,
    });

    const wanted = { totalAmount, orderId: id };
    const { clientSecret } = await (await sam.post('/create-payment-intent', wanted)).json();
    const transaction = String(clientSecret).split('_secret_')[0] ?? '';
    expect(await shop.context.stripe?.findIntent(transaction)).toMatchObject({
      amountMinor: minor.total,
      currency,
    });
    fake.confirm(transaction, CARDS.good);
    expect((await sam.put(`/orders/${id}`, { transaction })).status).toBe(200);

    const give = (amount: number) =>
      admin.post(
        `/orders/${id}/refunds`,
        { amount, reason: 'Came back' },
        { 'idempotency-key': crypto.randomUUID() },
      );
    expect((await give(refund.amount)).status).toBe(201);
    expect(fake.refundedMinor(transaction)).toBe(refund.minor);
    const refused = await (await give(totalAmount)).json();
    expect(JSON.stringify(refused)).toContain(left);
    const { ctx } = shop.context;
    const { payment } = await getOrder(ctx, actorOf(sam), id);
    expect(formatMoney(payment?.refundedMinor ?? 0)).toBe(refund.text);

    const other = { ...ctx, shop: { ...ctx.shop, currency: 'EUR' } };
    await expect(requireOneCurrency(other)).rejects.toThrow(
      `currency is EUR, but the products of this database are priced in ${currency}`,
    );
    await expectSoundLedger(shop);
    await shop.close();
    await fake.close();
  });
});
