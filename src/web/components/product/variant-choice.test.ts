import { expect, test } from 'vitest';
import type { Variant } from '#features/catalog/catalog.schema.ts';
import { findChosen, initialChoice, optionState, optionsOf, readChoice } from './variant-choice.ts';

function variant(size: string | null, colour: string | null, inventory: number): Variant {
  const sku = `${size}-${colour}`;
  return { id: `var_${sku}`, sku, size, colour, priceMinor: 1_000, inventory, imageUrl: null };
}

const shirt = [variant('S', 'Ink', 3), variant('M', 'Ink', 0), variant('S', 'Bone', 0)];

test('offers sizes and colours once each, in the order of the variants', () => {
  expect(optionsOf(shirt)).toEqual({ sizes: ['S', 'M'], colours: ['Ink', 'Bone'] });
});

test('preselects nothing where there is something to choose', () => {
  expect(initialChoice(shirt, null)).toEqual({ size: null, colour: null });
});

test('preselects what the address names, and an only option', () => {
  expect(initialChoice(shirt, 'M-Ink')).toEqual({ size: 'M', colour: 'Ink' });
  expect(initialChoice(shirt, null, 'Ink')).toEqual({ size: null, colour: 'Ink' });
  expect(initialChoice(shirt, null, 'Mauve')).toEqual({ size: null, colour: null });
  expect(initialChoice([variant('S', 'Ink', 1), variant('M', 'Ink', 1)], null)).toEqual({
    size: null,
    colour: 'Ink',
  });
});

test('tells sold out from never made', () => {
  expect(optionState(shirt, { size: 'S' })).toBe('available');
  expect(optionState(shirt, { size: 'M' })).toBe('sold-out');
  expect(optionState(shirt, { size: 'S', colour: 'Bone' })).toBe('sold-out');
  expect(optionState(shirt, { size: 'M', colour: 'Bone' })).toBe('never-made');
});

test('finds the one variant of a product without options', () => {
  const watch = [variant(null, null, 1)];
  expect(findChosen(watch, initialChoice(watch, null))).toBe(watch[0]);
  expect(findChosen(shirt, { size: 'S', colour: null })).toBeNull();
});

test('reads the choice that a form holds, and of one never made the colour', () => {
  const read = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return readChoice(shirt, form);
  };
  expect(read({})).toEqual({ size: null, colour: null });
  expect(read({ size: 'S', colour: 'Bone' })).toEqual({ size: 'S', colour: 'Bone' });
  expect(read({ size: 'M', colour: 'Bone' })).toEqual({ size: null, colour: 'Bone' });
});
