import { expect, test } from 'vitest';
import { changedFields, changedItems } from './changed-fields.ts';

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
      'COAT-M lowStockAt': [null, 12],
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
    ['COAT-M: Low stock at', 'the shop’s level', '12'],
    ['COAT-L: Added', 'nothing', 'Navy / L'],
    ['CAP: Added', 'nothing', 'without options'],
    ['somethingNew', 'a', 'b'],
  ]);
});

const barcodes = (count: number, text = 'x') =>
  Object.fromEntries(
    Array.from({ length: count }, (_, nr) => [
      `S-${nr} barcode`,
      [null, text] as [unknown, unknown],
    ]),
  );

test('cuts long texts and long lists of fields', () => {
  const { fields, more } = changedFields({ changed: barcodes(325, '👕'.repeat(200)) });
  expect([fields.length, more]).toEqual([300, 25]);
  expect(fields[0]).toEqual({
    label: 'S-0: Barcode',
    before: 'nothing',
    after: `${'👕'.repeat(100)}…`,
  });
});

test('a long text is shown around its first difference, and a formatted one without its tags', () => {
  const start = 'All goods are sent from Sylhet. '.repeat(40);
  const html = `<h2>Delivery</h2><p>${start}`;
  const { fields } = changedFields({
    changed: {
      text: [`${start}It takes two days.`, `${start}It takes three days.`],
      html: [`${html}It takes two days.</p>`, `${html}It takes <em>three</em> days.</p>`],
      descriptionHtml: [`${html}It takes days.</p>`, `${html}It takes <em>days</em>.</p>`],
      name: ['x'.repeat(500), `${'x'.repeat(300)}y`],
    },
  });
  const around = (end: string) => `…are sent from Sylhet. It takes ${end}days.`;
  expect(fields.map(({ before, after }) => [before, after])).toEqual([
    [around('two '), around('three ')],
    [around('two '), `changed: ${around('three ')}`],
    [around(''), `changed: ${around('')}`],
    [`…${'x'.repeat(100)}…`, `…${'x'.repeat(30)}y`],
  ]);
  const all = { changed: { html: ['', '<p>New</p>'], descriptionHtml: ['<p>Old</p>', ''] } };
  expect(changedFields(all).fields.map(({ before, after }) => [before, after])).toEqual([
    ['nothing', 'changed: New'],
    ['Old', 'changed: nothing'],
  ]);
});

test('a page of products has some thousands of fields, and the first of each', () => {
  const items = Array.from({ length: 30 }, (_, nr) => ({
    ...{ subject: `p${nr}`, label: 'Coat', outcome: 'changed' as const, kept: null },
    differences: barcodes(250),
  }));
  const listed = changedItems([...items, { ...items[0], differences: null }] as typeof items);
  expect(listed.map(({ fields }) => fields.length)).toEqual([
    ...Array(20).fill(250),
    ...Array(10).fill(20),
    0,
  ]);
  expect([listed[19]?.more, listed[20]?.more, listed[30]?.more]).toEqual([0, 230, 0]);
});

test.each([{}, { changed: null }, { changed: 'x' }])('reads %j as no change', (detail) => {
  expect(changedFields(detail).fields).toEqual([]);
});
