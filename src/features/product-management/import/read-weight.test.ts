import { expect, test } from 'vitest';
import { readWeight } from './read-variant.ts';

test.each([
  ['250', null, 250],
  ['1.500', ',', 1_500],
  ['1,5', ',', 2],
  ['1,500', '.', 1_500],
  ['1.500', '.', 2],
  ['1 500,4', null, 1_500],
  ['.5', '.', 1],
] as const)('%j in a file whose decimal sign is %j is %d grams', (text, sign, grams) => {
  expect(readWeight(text, 'coat', sign)).toBe(grams);
});

test('kilograms with three decimals are those of the sign of the file', () => {
  expect(readWeight('1,250', 'coat', ',', 1_000)).toBe(1_250);
  expect(readWeight('0.250', 'coat', '.', 1_000)).toBe(250);
});

test('a weight that is no number or could be two numbers is refused', () => {
  for (const [text, sign] of [
    ['heavy', null],
    ['1.5', ','],
    ['0,250', '.'],
    ['1.50.0', '.'],
  ] as const) {
    expect(() => readWeight(text, 'coat', sign)).toThrow(/is not a weight for coat\.$/);
  }
  expect(() => readWeight('1.500', 'coat', null)).toThrow('whether 1.500 means 1500');
});
