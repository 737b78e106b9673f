import { expect, test } from 'vitest';
import { rangeOf } from './use-range.ts';

test('a range has all rows between two, from either end, and one row where the other is not shown', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(ids, 'c', 'a')).toEqual(['a', 'b', 'c']);
  expect(rangeOf(ids, 'b', 'b')).toEqual(['b']);
  expect(rangeOf(ids, null, 'c')).toEqual(['c']);
  expect(rangeOf(ids, 'of another page', 'c')).toEqual(['c']);
});
