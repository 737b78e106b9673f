import { expect, test } from 'vitest';
import { newRow } from './draft.ts';
import { fillSkus, skuOf } from './sku-pattern.ts';

const product = { slug: 'wool-coat', name: 'Wool Coat' };

test.each([
  ['{slug}-{color}-{size}', 'S', 'Deep Blue', 'WOOL-COAT-DEEP-BLUE-S'],
  ['{slug}-{color}-{size}', 'S', '', 'WOOL-COAT-S'],
  ['{slug}-{color}-{size}', '', '', 'WOOL-COAT'],
  ['WC/{size}', '10½', '', 'WC/10-1-2'],
  ['{color}', '', 'লাল রং', 'লাল-রং'],
  ['{name} {size}', 'M', 'x', 'WOOL-COAT M'],
  ['{other}', 'M', 'x', '{OTHER}'],
  ['', 'M', 'x', ''],
])('%j for size %j and color %j', (pattern, size, color, sku) => {
  expect(skuOf({ size, color, option: '' }, pattern, product)).toBe(sku);
});

test('only empty SKUs are filled, and none twice', () => {
  const rows = [
    { ...newRow({ size: 'S' }), sku: 'MINE' },
    newRow({ size: 'M' }),
    { ...newRow({ size: 'L' }), sku: 'WOOL-COAT-M' },
    { ...newRow({ size: 'XL' }), archived: true },
  ];
  expect(fillSkus(rows, '{slug}-{size}', product).map(({ sku }) => sku)).toEqual([
    'MINE',
    'WOOL-COAT-M-2',
    'WOOL-COAT-M',
    '',
  ]);
  const same = [newRow({ size: 'M', color: 'A' }), newRow({ size: 'M', color: 'B' })];
  expect(fillSkus(same, '{size}', product).map(({ sku }) => sku)).toEqual(['M', 'M-2']);
});

test('a product without a slug yet gets it from its name', () => {
  expect(
    skuOf({ size: 'M', color: '', option: '' }, '{slug}-{size}', { slug: '', name: 'Blue Tee' }),
  ).toBe('BLUE-TEE-M');
});
