import { afterEach, expect, test } from 'vitest';
import { formatMoney } from '#shared/money.ts';
import { shop } from '#shop-config';
import { setShopCurrency } from './shop-currency.ts';

afterEach(() => setShopCurrency(shop));

test('the shop counts in the currency of its file', () => {
  setShopCurrency({ ...shop, currency: 'JPY' });
  expect(formatMoney(2_980)).toBe('¥2,980');
  setShopCurrency(shop);
  expect(formatMoney(2_980)).toBe('$29.80');
});

test.each([
  [
    { shipping: { ...shop.shipping, otherwise: 1.5 } },
    'shipping.otherwise is 1.5, which is no amount of JPY',
  ],
  [{ shipping: { ...shop.shipping, otherwise: -1 } }, 'shipping.otherwise is -1'],
  [
    { shipping: { ...shop.shipping, rules: [{ cityContains: 'Osaka', cost: 0.1 }] } },
    'the shipping cost of Osaka is 0.1',
  ],
  [
    {
      unpaidOrders: { ...shop.unpaidOrders, account: { orders: 1, units: 1, amount: Number.NaN } },
    },
    'unpaidOrders.account.amount is NaN',
  ],
])('%j is refused by a sentence', (change, sentence) => {
  expect(() => setShopCurrency({ ...shop, currency: 'JPY', ...change })).toThrow(sentence);
});
