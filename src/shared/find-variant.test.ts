import { expect, test } from 'vitest';
import { findVariant } from './find-variant.ts';

const variant = (size: string | null, color: string | null, option: string | null = null) => ({
  sku: `${size}-${color}`,
  size,
  color,
  option,
});
const [small, medium, watch] = [variant('S', 'Ink'), variant('M', 'Ink'), variant(null, null)];

test('the only variant is meant without a word, and one of several by its SKU', () => {
  expect(findVariant([watch], {})).toBe(watch);
  expect(findVariant([watch], { sku: 'S-Ink' })).toBeUndefined();
  expect(findVariant([small, medium], {})).toBeUndefined();
  expect(findVariant([small, medium], { sku: 'M-Ink' })).toBe(medium);
  expect(findVariant([], { sku: null })).toBeUndefined();
});

test('a choice counts more than a SKU, which decides where the choice leaves several', () => {
  const choose = (size: string | null, color: string | null, sku: string | null = null) =>
    findVariant([small, medium], { sku, choice: { size, color, option: null } });
  expect(choose('S', 'Ink', 'M-Ink')).toBe(small);
  expect(choose(null, 'Ink', 'M-Ink')).toBeUndefined();
  expect(choose('L', 'Ink', 'M-Ink')).toBeUndefined();
  const oneSize = variant(null, 'Ink');
  const choice = { size: 'S', color: 'Ink', option: null };
  expect(findVariant([oneSize, medium], { choice })).toBe(oneSize);
  expect(findVariant([oneSize, small], { choice })).toBe(small);
  expect(
    findVariant([watch], { sku: 'x', choice: { size: null, color: null, option: null } }),
  ).toBe(watch);
});

test('a third option decides among variants of one size and color', () => {
  const [short, long] = [variant('M', 'Ink', 'Short'), variant('M', 'Ink', 'Long')];
  const choose = (option: string | null) =>
    findVariant([short, long], { choice: { size: 'M', color: 'Ink', option } });
  expect(choose('Long')).toBe(long);
  expect(choose(null)).toBeUndefined();
  expect(choose('Tall')).toBeUndefined();
});
