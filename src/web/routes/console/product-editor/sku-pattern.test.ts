import { expect, test } from 'vitest';
import { newRow } from './draft.ts';
import { fillSkus } from './sku-pattern.ts';

const product = { slug: 'wool-coat', name: 'Wool Coat' };

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
