import { expect, test } from 'vitest';
import { familyNamed, familyOf, groupColors } from './color-families.ts';

test.each([
  ['Navy', 'Blue'],
  ['Dark Navy', 'Blue'],
  ['Ice-Blue', 'Blue'],
  ['Forest Green', 'Green'],
  ['Rose Gold', 'Metallic'],
  ['CRÈME / Cream', 'White'],
  ['Heather gray', 'Grey'],
  ['Blue Floral', 'Blue'],
  ["O'Hara", null],
  ['', null],
])('%j is in the family %s', (color, family) => {
  expect(familyOf(color, {})).toBe(family);
});

test('a family is known by its own names alone', () => {
  expect(familyNamed('blue', {})).toBe('Blue');
  expect(familyNamed('gray', {})).toBe('Grey');
  expect(familyNamed('navy', {})).toBe(null);
  expect(familyNamed('shirt', {})).toBe(null);
});

test('the words of a shop count more, and its own families come last', () => {
  const shop = { colorFamilies: { Neon: ['Volt', 'lime'], Blue: ['ink'] } };
  expect(familyOf('Volt', shop)).toBe('Neon');
  expect(familyOf('Ink', shop)).toBe('Blue');
  expect(familyNamed('neon', shop)).toBe('Neon');
  expect(groupColors(['Lime', 'Navy', 'Zebra', 'Ink', 'Jet'], shop)).toEqual([
    { name: 'Black', colors: ['Jet'] },
    { name: 'Blue', colors: ['Navy', 'Ink'] },
    { name: 'Neon', colors: ['Lime'] },
  ]);
  expect(familyOf('Ink', {})).toBe('Black');
});
