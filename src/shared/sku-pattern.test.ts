import { expect, test } from 'vitest';
import { numberedSku, skuOf, unknownPart } from './sku-pattern.ts';

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

test.each([
  ['a'.repeat(74), 'M', '{slug}-{size}'],
  ['a'.repeat(74), '𐒰', '{slug}{size}'],
])(
  'an SKU is cut so that a number fits, and ends with a whole letter: %j, %j',
  (slug, size, pattern) => {
    const sku = skuOf({ size, color: '', option: '' }, pattern, { slug, name: '' });
    expect(sku).toBe('A'.repeat(74));
    expect(numberedSku(sku, 1_999).length).toBeLessThanOrEqual(80);
  },
);

test('a product without a slug yet gets it from its name', () => {
  expect(
    skuOf({ size: 'M', color: '', option: '' }, '{slug}-{size}', { slug: '', name: 'Blue Tee' }),
  ).toBe('BLUE-TEE-M');
});

test.each([
  ['{slug}-{size}', null],
  ['no braces', null],
  ['{slug}-{sise}', 'sise'],
  ['{}', ''],
])('of the pattern %j, %j is unknown', (pattern, name) => {
  expect(unknownPart(pattern)).toBe(name);
});
