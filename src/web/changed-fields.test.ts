import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('names fields, and writes money, weights, times, lists and images for people', () => {
  const { fields, more } = changedFields({
    name: 'Coat',
    changed: {
      priceMinor: [2_000, 123_456],
      compareAtMinor: [null, 0],
      weightGrams: [1_400, null],
      publishAt: [null, '2026-11-21T10:00:00.000Z'],
      tags: [[], ['winter', 'wool']],
      images: [[{ url: '/pictures/a-800.webp', alt: '' }], [{ url: '/x.webp', alt: 'Back' }]],
      'COAT S priceMinor': [null, 2_500],
      'COAT-M archived': [false, true],
      'COAT-L added': [null, 'Navy / L'],
      'CAP added': [null, ''],
      somethingNew: ['a', 'b'],
    },
  });
  expect(more).toBe(0);
  expect(fields.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Price', '$20.00', '$1,234.56'],
    ['Compare-at price', 'nothing', '$0.00'],
    ['Weight', '1,400 g', 'nothing'],
    ['Published at', 'nothing', '21 November 2026 at 10:00 UTC'],
    ['Tags', 'nothing', 'winter, wool'],
    ['Images', 'a-800.webp', 'Back'],
    ['COAT S: Price', 'nothing', '$25.00'],
    ['COAT-M: Archived', 'no', 'yes'],
    ['COAT-L: Added', 'nothing', 'Navy / L'],
    ['CAP: Added', 'nothing', 'without options'],
    ['somethingNew', 'a', 'b'],
  ]);
});

test('cuts long texts and long lists of fields', () => {
  const changed = Object.fromEntries(
    Array.from({ length: 25 }, (_, nr) => [`S-${nr} barcode`, [null, '👕'.repeat(200)]]),
  );
  const { fields, more } = changedFields({ changed });
  expect([fields.length, more]).toEqual([20, 5]);
  expect(fields[0]).toEqual({
    label: 'S-0: Barcode',
    before: 'nothing',
    after: `${'👕'.repeat(100)}…`,
  });
});

test.each([{}, { changed: null }, { changed: 'x' }])('reads %j as no change', (detail) => {
  expect(changedFields(detail).fields).toEqual([]);
});
