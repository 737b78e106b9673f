import { expect, test } from 'vitest';
import { inOptionOrder, optionValuesOf } from './option-values.ts';

const variant = (text: string) => {
  const [color = null, size = null, option = null] = text.split(' ').map((part) => part || null);
  return { color, size, option };
};
const variants = (...texts: string[]) => texts.map(variant);

test('sizes have their natural order, and colors the order of the variants', () => {
  const { sizes, colors, options } = optionValuesOf(
    variants('Navy L', 'Moss XS', 'Navy S', 'Moss 2XL', 'Ink '),
  );
  expect(sizes).toEqual(['XS', 'S', 'L', '2XL']);
  expect(colors).toEqual(['Navy', 'Moss', 'Ink']);
  expect(options).toEqual([]);
});

test('a third option keeps its order, even if the first color lacks some of its values', () => {
  const order = (...texts: string[]) => optionValuesOf(variants(...texts)).options;
  expect(order('Navy M Long', 'Moss M Short', 'Moss M Long')).toEqual(['Short', 'Long']);
  expect(order('Navy M Mid', 'Navy M Short', 'Moss M Long', 'Moss M Mid')).toEqual([
    'Long',
    'Mid',
    'Short',
  ]);
  expect(order('Navy M Long', 'Navy M Short', 'Moss M Short', 'Moss M Long')).toEqual([
    'Long',
    'Short',
  ]);
});

test('variants are sorted by color, size and the third option', () => {
  const sorted = variants('Navy S Long', 'Navy M Short', 'Navy M Long', 'Moss S Short');
  const [first, second, third, last] = sorted;
  expect(inOptionOrder([second, third, first, last].filter((one) => !!one))).toEqual(sorted);
});

test('variants follow lists that are given, and values in none of them come last', () => {
  const lists = { sizes: ['S'], colors: ['Moss', 'Navy'], options: [] };
  expect(inOptionOrder(variants('Ink S', 'Navy S', 'Moss S', ' S'), lists)).toEqual(
    variants(' S', 'Moss S', 'Navy S', 'Ink S'),
  );
});
