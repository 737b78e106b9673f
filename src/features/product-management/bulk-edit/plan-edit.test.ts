import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProductEdit } from '../bulk-edit-input.schema.ts';
import { EMPTY_VARIANT } from '../empty-variant.ts';
import type { EditedProduct } from '../product-management.schema.ts';
import { differencesOf, planEdit, toSheetProduct } from './plan-edit.ts';

const known = new Set(['Coats']);

function product(own: Partial<EditedProduct['variants'][number]>[]): EditedProduct {
  const labels = { id: 'p', name: 'Coat', version: 3, category: 'Coats', tags: ['warm'] };
  return {
    ...labels,
    status: 'active',
    publishAt: null,
    descriptions: 'W',
    priceMinor: 2_000,
    compareAtMinor: 3_000,
    costMinor: null,
    variants: own.map((fields, index) => ({
      id: `v${index}`,
      sku: `SKU-${index}`,
      ...EMPTY_VARIANT,
      size: String(index),
      available: 5,
      reserved: 2,
      archived: false,
      ...fields,
    })),
  };
}

const edit = (changes: Partial<ProductEdit>): ProductEdit => ({
  _id: 'p',
  version: 3,
  variants: [],
  ...changes,
});
const plan = (before: EditedProduct, changes: Partial<ProductEdit>) =>
  planEdit(before, edit(changes), known);

test('a draft without details does not become active', () => {
  const draft = { ...product([{}]), status: 'draft' as const, descriptions: '' };
  const active = { status: 'active' as const };
  expect(plan(draft, active).problems).toMatchObject([{ field: 'status' }]);
  expect(plan({ ...draft, descriptions: 'W' }, active).problems).toBeUndefined();
  // One that was imported without details can be changed.
  expect(plan({ ...draft, ...active }, { tags: ['warm', 'new'] }).problems).toBeUndefined();
});

test('a price that all variants take from the product is changed at the product', () => {
  const before = product([{}, {}, { priceMinor: 500 }, { archived: true }]);
  const both = [
    { _id: 'v0', price: 2_500 },
    { _id: 'v1', price: 2_500 },
  ];
  const { after, changes } = plan(before, { variants: both });
  expect(after?.priceMinor).toBe(2_500);
  expect(after?.variants.map(({ priceMinor }) => priceMinor)).toEqual([null, null, 500, null]);
  expect(changes?.map(({ sku, before: was, after: is }) => [sku, was, is])).toEqual([
    ['SKU-0', 2_000, 2_500],
    ['SKU-1', 2_000, 2_500],
  ]);
  const one = plan(before, { variants: both.slice(0, 1) }).after;
  expect([one?.priceMinor, one?.variants[0]?.priceMinor]).toEqual([2_000, 2_500]);
});

test('a tag with a comma is in quotes, so that its change is seen', () => {
  const { changes } = plan({ ...product([{}]), tags: ['red, blue'] }, { tags: ['red', 'blue'] });
  expect(changes).toMatchObject([{ field: 'tags', before: '"red, blue"', after: 'red, blue' }]);
});

test('customers get exactly the prices of the edit, and all others as before', () => {
  const prices = fc.option(fc.integer({ min: 0, max: 4 }));
  const variant = fc.record({ own: prices, wanted: prices, archived: fc.boolean() });
  fc.assert(
    fc.property(fc.array(variant, { minLength: 1, maxLength: 5 }), (list) => {
      const before = product(
        list.map(({ own, archived }) => ({ priceMinor: own, costMinor: own, archived })),
      );
      const wantedOf = new Map(
        list.flatMap(({ wanted, archived }, index) =>
          wanted === null || archived ? [] : [[`v${index}`, wanted]],
        ),
      );
      const variants = [...wantedOf].map(([_id, amount]) => ({ _id, price: amount, cost: amount }));
      const { after } = plan(before, { variants });
      const [was, is] = [toSheetProduct(before), toSheetProduct(after as EditedProduct)];
      const expected = was.variants.map((one) => ({
        ...one,
        priceMinor: wantedOf.get(one.id) ?? one.priceMinor,
        costMinor: wantedOf.get(one.id) ?? one.costMinor,
      }));
      expect(is.variants).toEqual(expected);
    }),
  );
});

test('a compare-at price of the product is cleared for all its variants, not for one', () => {
  const before = product([{}, { compareAtMinor: 4_000 }]);
  const clear = (...ids: string[]) => ({
    variants: ids.map((_id) => ({ _id, compareAtPrice: null })),
  });
  const { after } = plan(before, clear('v0', 'v1'));
  expect(after && toSheetProduct(after).variants.map((one) => one.compareAtMinor)).toEqual([
    null,
    null,
  ]);
  expect(plan(before, clear('v1')).problems).toMatchObject([
    { sku: 'SKU-1', field: 'compareAtPrice' },
  ]);
});

test.each([
  ['another version', { version: 2 }, 'Somebody changed it'],
  ['an unknown category', { category: 'Hats' }, 'There is no category "Hats".'],
  ['an archived variant', { variants: [{ _id: 'v1', price: 1 }] }, 'It has no variant v1.'],
  [
    'one variant twice',
    { variants: ['v0', 'v0'].map((_id) => ({ _id, price: 1 })) },
    'The variant v0 is in the edit twice.',
  ],
  [
    'stock that was sold meanwhile',
    { variants: [{ _id: 'v0', onHand: { from: 8, to: 9 } }] },
    'Its stock has changed since: 8 on hand then, 7 now.',
  ],
  [
    'fewer units than are promised',
    { variants: [{ _id: 'v0', onHand: { from: 7, to: 1 } }] },
    'Orders that wait for payment reserve 2 units of it.',
  ],
])('%s leaves the product out', (_, changes, reason) => {
  const { problems } = plan(product([{}, { archived: true }]), { status: 'draft', ...changes });
  expect(problems?.map((one) => one.reason)).toEqual([expect.stringContaining(reason)]);
});

test('units on hand change what is available; a product as it is has no changes', () => {
  const before = product([{}]);
  const { after } = plan(before, { variants: [{ _id: 'v0', onHand: { from: 7, to: 10 } }] });
  expect(after?.variants[0]).toMatchObject({ available: 8, reserved: 2 });
  const same = {
    status: 'active',
    category: 'Coats',
    tags: ['warm', 'warm'],
    variants: [{ _id: 'v0', price: 2_000, onHand: { from: 7, to: 7 } }],
  } as const;
  expect(plan(before, { ...same, tags: [...same.tags], variants: [...same.variants] })).toEqual({
    after: before,
    changes: [],
  });
});

test('the job keeps each changed field, and one entry for what all variants share', () => {
  const before = product([{}, {}, { archived: true }]);
  const set = (cents: [number, number]) => {
    const variants = cents.map((price, at) => ({ _id: `v${at}`, price }));
    const { changes = [] } = plan(before, { status: 'draft', variants });
    return differencesOf(changes, 2);
  };
  expect(set([2_500, 2_500])).toEqual({ status: ['active', 'draft'], priceMinor: [2_000, 2_500] });
  expect(set([2_500, 2_600])).toEqual({
    status: ['active', 'draft'],
    'SKU-0 priceMinor': [2_000, 2_500],
    'SKU-1 priceMinor': [2_000, 2_600],
  });
  expect(set([2_500, 2_000])).toEqual({
    status: ['active', 'draft'],
    'SKU-0 priceMinor': [2_000, 2_500],
  });
});
