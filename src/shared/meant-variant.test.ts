import { expect, test } from 'vitest';
import { meantVariant } from './meant-variant.ts';

const variant = (size: string | null, color: string | null) => ({
  sku: `${size}-${color}`,
  size,
  color,
});
const [small, medium, watch] = [variant('S', 'Ink'), variant('M', 'Ink'), variant(null, null)];

test('the only variant is meant without a word, and one of several by its SKU', () => {
  expect(meantVariant([watch], {})).toBe(watch);
  expect(meantVariant([watch], { sku: 'S-Ink' })).toBeUndefined();
  expect(meantVariant([small, medium], {})).toBeUndefined();
  expect(meantVariant([small, medium], { sku: 'M-Ink' })).toBe(medium);
  expect(meantVariant([], { sku: null })).toBeUndefined();
});

test('a choice counts more than a SKU, which decides where the choice leaves several', () => {
  const choose = (size: string | null, color: string | null, sku: string | null = null) =>
    meantVariant([small, medium], { sku, choice: { size, color } });
  expect(choose('S', 'Ink', 'M-Ink')).toBe(small);
  expect(choose(null, 'Ink', 'M-Ink')).toBeUndefined();
  expect(choose('L', 'Ink', 'M-Ink')).toBeUndefined();
  const oneSize = variant(null, 'Ink');
  const choice = { size: 'S', color: 'Ink' };
  expect(meantVariant([oneSize, medium], { choice })).toBe(oneSize);
  expect(meantVariant([oneSize, small], { choice })).toBe(small);
  expect(meantVariant([watch], { sku: 'x', choice: { size: null, color: null } })).toBe(watch);
});
