import { expect, test } from 'vitest';
import { splitValues } from './woo-options.ts';

test.each([
  ['Red, Blue,Green', ['Red', 'Blue', 'Green']],
  ['36\\,5, 37', ['36,5', '37']],
  ['6\\, wide, 6', ['6, wide', '6']],
  // Each other comma has a space.
  ['36, 36,5, 37, 37,5', ['36', '36,5', '37', '37,5']],
  ['38, 37,5', ['38', '37,5']],
  ['36,5, wide', ['36', '5', 'wide']],
  ['36, 5, 37', ['36', '5', '37']],
  // No comma has one.
  ['36,5', ['36,5']],
  ['36,36,5,37,37,5', ['36', '36,5', '37', '37,5']],
  ['36,5,37', ['36,5', '37']],
  ['3,4,5,6', ['3', '4', '5', '6']],
  ['4,5', ['4', '5']],
  ['8,7,6,5', ['8', '7', '6', '5']],
  ['12,5,S', ['12', '5', 'S']],
  ['1,50', ['1', '50']],
  ['12,50,6', ['12', '50', '6']],
])('the values of the list %s are %j', (list, values) => {
  expect(splitValues(list)).toEqual(values);
});

test('a list that is no list of sizes is split within its length', () => {
  const begin = performance.now();
  expect(splitValues('1,5,'.repeat(60_000))).toEqual(['1', '5']);
  expect(performance.now() - begin).toBeLessThan(1_000);
});
