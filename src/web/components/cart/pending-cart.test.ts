import { expect, test } from 'vitest';
import type { CartLine, CartView } from '#features/cart/cart.schema.ts';
import { computeTaxes } from '#shared/taxes.ts';
import { countDifference, withChanges } from './pending-cart.ts';

function line(variantId: string, quantity: number): CartLine {
  return {
    variantId,
    productId: 'prd_1',
    slug: 'tee',
    sku: variantId,
    name: 'Tee',
    category: 'Cloths',
    categoryId: 'Cloths',
    taxRate: null,
    variantName: '',
    image: null,
    unitPriceMinor: 1_000,
    seenPriceMinor: 1_000,
    quantity,
    lineTotalMinor: 1_000 * quantity,
    available: 9,
    onSale: true,
    isFinalSale: false,
  };
}

const cart: CartView = {
  id: 'crt_1',
  lines: [line('a', 1), line('b', 2)],
  count: 3,
  currency: 'USD',
  subtotalMinor: 3_000,
  city: 'Dhaka',
  zip: '1205',
  country: null,
  region: null,
  methodId: null,
  shippingMinor: 12_000,
  taxRates: null,
  taxes: computeTaxes(false, [], { amountMinor: 0, rate: null }),
  totalMinor: 15_000,
  weightGrams: 0,
};

const change = (intent: string, variantId: string, quantity: number, from = 0) => ({
  intent,
  variantId,
  quantity,
  from,
});

test('shows a cart without changes as it is', () => {
  expect(withChanges(cart, [])).toMatchObject({ count: 3, subtotalMinor: 3_000 });
});

test('shows a new quantity, and what it comes to, at once', () => {
  const shown = withChanges(cart, [change('set', 'a', 4, 1)]);
  expect(shown.lines[0]).toMatchObject({ quantity: 4, storedQuantity: 1, lineTotalMinor: 4_000 });
  expect(shown).toMatchObject({ count: 6, subtotalMinor: 6_000, totalMinor: 18_000 });
});

test('takes a removed line away at once, and adds to a line that is there', () => {
  const shown = withChanges(cart, [change('remove', 'a', 0, 1), change('add', 'b', 1)]);
  expect(shown.lines.map(({ variantId, quantity }) => [variantId, quantity])).toEqual([['b', 3]]);
});

test('counts what the changes on their way make of the bag', () => {
  expect(countDifference([change('add', 'c', 2)])).toBe(2);
  expect(countDifference([change('set', 'b', 1, 2)])).toBe(-1);
  expect(countDifference([change('remove', 'b', 0, 2)])).toBe(-2);
});

test('adds the taxes of pending changes, as the server will', () => {
  const taxRate = { name: 'VAT', ratePpm: 200_000 };
  const lines = cart.lines.map((one) => ({ ...one, taxRate }));
  const taxed = { ...cart, lines, taxRates: { isIncluded: false, shipping: taxRate } };
  const shown = withChanges(taxed, [change('set', 'a', 4, 1)]);
  expect(shown).toMatchObject({ taxes: { taxMinor: 3_600 }, totalMinor: 21_600 });
  const included = { ...taxed, taxRates: { isIncluded: true, shipping: null } };
  const same = withChanges(included, [change('set', 'a', 4, 1)]);
  expect(same).toMatchObject({ taxes: { taxMinor: 1_000 }, totalMinor: 18_000 });
});
