import { expect, test } from 'vitest';
import { findCellErrors, findFieldErrors, isEditable, readCell, showCell } from './cell-values.ts';
import { blankDraft, newRow } from './draft.ts';

const images = [
  { url: '/uploads/a.webp', alt: '' },
  { url: '/uploads/b.webp', alt: '' },
];

test('cells hold what their column means', () => {
  expect(readCell('price', '€ 5', images)).toBe('5.00');
  expect(readCell('price', '1.299', images)).toBe('1.299');
  expect(readCell('weight', '1,200 g', images)).toBe('1200');
  expect(readCell('weight', '1.5', images)).toBe('1.5');
  expect(readCell('onHand', '007', images)).toBe('7');
  expect(readCell('barcode', ' 0400 ', images)).toBe('0400');
  expect(readCell('image', '2', images)).toBe('/uploads/b.webp');
  expect(readCell('image', '3', images)).toBe('3');
});

test('a cell shows an image as its number, and the address of one outside the list', () => {
  const row = newRow({ size: 'S' });
  expect(showCell('image', { ...row, image: '/uploads/b.webp' }, images)).toBe('2');
  expect(showCell('image', { ...row, image: '/uploads/own.webp' }, images)).toBe(
    '/uploads/own.webp',
  );
  expect(showCell('price', { ...row, price: '5.00' }, images)).toBe('5.00');
});

test('what is available and the cells of an archived variant take no text', () => {
  const row = newRow({ size: 'S' });
  expect(isEditable('available', row)).toBe(false);
  for (const id of [null, 'var_1']) expect(isEditable('onHand', { ...row, id })).toBe(true);
  expect(isEditable('price', { ...row, archived: true })).toBe(false);
});

test('every wrong cell is named, and archived rows are not checked', () => {
  const wrong = {
    ...newRow({ size: 'S' }),
    price: 'free',
    compareAtPrice: '1.290',
    onHand: '1.5',
    lowStockAt: '-1',
    barcode: '4,00638E+12',
    weight: '99999999',
    image: '9',
    sku: 'A',
  };
  const same = { ...newRow({ size: 'M' }), sku: 'A' };
  const nameless = { ...newRow({ size: 'L' }), id: 'var_1', key: 'var_1', onHand: '1' };
  const archived = { ...newRow({ size: 'XL' }), price: 'free', archived: true };
  const found = findCellErrors([wrong, same, nameless, archived], images);
  expect(found.get(wrong.key)).toEqual({
    price: 'Please enter a price such as 29.90.',
    compareAtPrice: expect.stringContaining('unclear whether 1.290 means 1290.00'),
    onHand: 'Whole units only.',
    lowStockAt: 'At least 0.',
    barcode: 'Excel changed this barcode: its last digits are lost.',
    weight: 'Whole grams only.',
    image: 'There is no image 9.',
    sku: 'Another variant has this SKU.',
  });
  expect(found.get(same.key)).toEqual({ sku: 'Another variant has this SKU.' });
  expect(found.get('var_1')).toEqual({ sku: 'A SKU is needed.' });
  expect(found.size).toBe(3);
});

test('a draft needs only a name, and a product of the shop a category, a price and details, too', () => {
  const { fields } = blankDraft();
  const needed = (status: string) => Object.keys(findFieldErrors({ ...fields, status }, 'UTC'));
  expect(needed('draft')).toEqual(['name']);
  expect(needed('archived')).toEqual(['name']);
  expect(needed('active').sort()).toEqual(['category', 'descriptions', 'name', 'price']);
  const filled = {
    ...fields,
    name: 'A',
    descriptions: 'B',
    category: 'C',
    price: '1.199,90',
  };
  expect(findFieldErrors(filled, 'UTC')).toEqual({});
  const wrong = { ...filled, slug: 'Wool Coat', cost: '1.234', weight: 'x', status: 'scheduled' };
  expect(Object.keys(findFieldErrors(wrong, 'UTC')).sort()).toEqual([
    'cost',
    'publishAt',
    'slug',
    'weight',
  ]);
});
