import { expect, test } from 'vitest';
import { type Row, type Sheet, toSheet } from './draft.ts';
import { addValues, removeValue } from './options.ts';
import { renameValue } from './rename-value.ts';

const row = (color: string, size: string, archived = false): Row => ({
  ...{ key: `${color}-${size}`, id: `var_${color}-${size}`, color, size, option: '', archived },
  ...{ price: '', compareAtPrice: '', cost: '', onHand: '3', available: '3', lowStockAt: '' },
  ...{ sku: `SKU-${color}-${size}`, barcode: `4-${color}-${size}`, weight: '', image: '' },
});
const coats = toSheet([row('Navi', 'S'), row('Navi', 'M'), row('Moss', 'S')]);
const images = [
  { url: '/a', alt: '', color: 'Navi' },
  { url: '/b', alt: '' },
];
const rename = (sheet: Sheet, option: 'color' | 'size', from: string, to: string) =>
  renameValue({ images, sheet }, option, from, to);

test('a renamed color keeps its variants, its place and its images', () => {
  expect(rename(coats, 'color', 'Navi', ' Navy ')).toEqual({
    images: [{ url: '/a', alt: '', color: 'Navy' }, images[1]],
    sheet: {
      ...coats,
      colors: ['Navy', 'Moss'],
      rows: coats.rows.map((one) => (one.color === 'Navi' ? { ...one, color: 'Navy' } : one)),
    },
  });
});

test('a renamed size moves to its natural place', () => {
  expect(rename(coats, 'size', 'M', 'XS')).toMatchObject({ images, sheet: { sizes: ['XS', 'S'] } });
});

test('a name that another value has is refused, in whatever case; its own case may change', () => {
  expect(rename(coats, 'color', 'Navi', 'MOSS')).toEqual({
    problem: 'Moss is a value already. Please choose another name.',
  });
  expect(rename(coats, 'color', 'Moss', 'MOSS')).toMatchObject({
    sheet: { colors: ['Navi', 'MOSS'] },
  });
  expect(rename(coats, 'color', 'Moss', ' ')).toEqual({ images, sheet: coats });
});

test('archived variants are renamed too, and keep their own options from others', () => {
  const old = toSheet([...coats.rows, row('Navi', 'L', true), row('Navy', 'XL', true)]);
  const renamed = rename(old, 'color', 'Navi', 'Navy');
  expect(renamed).toMatchObject({ sheet: { colors: ['Navy', 'Moss'] } });
  expect('sheet' in renamed && renamed.sheet.rows[3]).toMatchObject({ color: 'Navy', size: 'L' });
  const taken = toSheet([...coats.rows, row('Navy', 'S', true)]);
  expect(rename(taken, 'color', 'Navi', 'Navy')).toEqual({
    problem:
      'An archived variant is Navy / S already. Please choose another name, or add Navy to bring it back.',
  });
});

test('variants that are not saved get a key of their new options', () => {
  const added = addValues(coats, 'color', ['Ink']);
  const renamed = rename(added, 'color', 'Ink', 'Onyx');
  if ('problem' in renamed) throw new Error(renamed.problem);
  const again = addValues(renamed.sheet, 'color', ['Ink']);
  expect(new Set(again.rows.map(({ key }) => key)).size).toBe(again.rows.length);
  expect(removeValue(renamed.sheet, 'color', 'Onyx')).toEqual(coats);
});
