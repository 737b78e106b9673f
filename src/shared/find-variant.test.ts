import { expect, test } from 'vitest';
import { findVariant } from './find-variant.ts';

const variant = (size: string | null, color: string | null) => ({
  sku: `${size}-${color}`,
  size,
  color,
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
    findVariant([small, medium], { sku, choice: { size, color } });
  expect(choose('S', 'Ink', 'M-Ink')).toBe(small);
  expect(choose(null, 'Ink', 'M-Ink')).toBeUndefined();
  expect(choose('L', 'Ink', 'M-Ink')).toBeUndefined();
  const oneSize = variant(null, 'Ink');
  const choice = { size: 'S', color: 'Ink' };
  expect(findVariant([oneSize, medium], { choice })).toBe(oneSize);
  expect(findVariant([oneSize, small], { choice })).toBe(small);
  expect(findVariant([watch], { sku: 'x', choice: { size: null, color: null } })).toBe(watch);
});
