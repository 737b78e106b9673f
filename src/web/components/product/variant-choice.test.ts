import { expect, test } from 'vitest';
import type { Variant } from '#features/catalog/catalog.schema.ts';
import {
  findChosen,
  findMissing,
  initialChoice,
  optionState,
  readChoice,
} from './variant-choice.ts';

function variant(
  size: string | null,
  color: string | null,
  available: number,
  option: string | null = null,
): Variant {
  const sku = [size, color, option].filter(Boolean).join('-');
  const same = { priceMinor: 1_000, formerMinor: null, imageUrl: null };
  return { id: `var_${sku}`, sku, size, color, option, available, ...same };
}

const shirt = [variant('S', 'Ink', 3), variant('M', 'Ink', 0), variant('S', 'Bone', 0)];

const from = (variants: Variant[], search = '') =>
  initialChoice(variants, new URLSearchParams(search));

test('preselects nothing where there is something to choose', () => {
  expect(from(shirt)).toEqual({ size: null, color: null, option: null });
});

test('preselects what the address names, and an only option', () => {
  expect(from(shirt, 'variant=M-Ink')).toEqual({ size: 'M', color: 'Ink', option: null });
  expect(from(shirt, 'color=Ink')).toEqual({ size: null, color: 'Ink', option: null });
  // Without script, a refused form leads to what it had, even if that is not made.
  expect(from(shirt, 'size=M&color=Bone')).toEqual({ size: 'M', color: 'Bone', option: null });
  expect(from(shirt, 'color=Mauve')).toEqual({ size: null, color: null, option: null });
  expect(from([variant('S', 'Ink', 1), variant('M', 'Ink', 1)])).toEqual({
    size: null,
    color: 'Ink',
    option: null,
  });
});

test('tells sold out from never made', () => {
  expect(optionState(shirt, { size: 'S' })).toBe('available');
  expect(optionState(shirt, { size: 'M' })).toBe('sold-out');
  expect(optionState(shirt, { size: 'S', color: 'Bone' })).toBe('sold-out');
  expect(optionState(shirt, { size: 'M', color: 'Bone' })).toBe('never-made');
});

test('finds the one variant of a product without options', () => {
  const watch = [variant(null, null, 1)];
  expect(findChosen(watch, from(watch))).toBe(watch[0]);
  expect(findChosen(shirt, { size: 'S', color: null, option: null })).toBeNull();
});

test('a variant without sizes fits every size', () => {
  const mixed = [variant(null, 'Ink', 1), variant('S', 'Bone', 1)];
  expect(optionState(mixed, { size: 'S', color: 'Ink' })).toBe('available');
  expect(findChosen(mixed, { size: 'S', color: 'Ink', option: null })).toBe(mixed[0]);
});

test('reads the choice that a form holds, and of one never made the color', () => {
  const read = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return readChoice(shirt, form);
  };
  expect(read({})).toEqual({ size: null, color: null, option: null });
  expect(read({ size: 'S', color: 'Bone' })).toEqual({ size: 'S', color: 'Bone', option: null });
  expect(read({ size: 'M', color: 'Bone' })).toEqual({ size: null, color: 'Bone', option: null });
});

test('asks for the third option last, and knows which values are made', () => {
  const trousers = [variant('M', 'Ink', 1, 'Short'), variant('L', 'Ink', 0, 'Long')];
  const chosen = { size: 'M', color: 'Ink', option: null };
  expect(findMissing(trousers, { ...chosen, size: null })).toBe('size');
  expect(findMissing(trousers, chosen)).toBe('option');
  expect(optionState(trousers, { ...chosen, option: 'Long' })).toBe('never-made');
  expect(optionState(trousers, { ...chosen, size: 'L', option: 'Long' })).toBe('sold-out');
  expect(findChosen(trousers, { ...chosen, option: 'Short' })).toBe(trousers[0]);
});
