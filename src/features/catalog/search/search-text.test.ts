import { expect, test } from 'vitest';
import { fold, isSameWord, pairsOf, wordsOf } from './search-text.ts';

test.each([
  ['T-Shirt', 't shirt'],
  ['  Crème  Brûlée! ', 'creme brulee'],
  ['ØRSTED Straße', 'orsted strasse'],
  ['100% Wool', '100 wool'],
  ["men's", 'men s'],
  ['snake_case', 'snake case'],
  ['চট্টগ্রাম শার্ট', 'চট্টগ্রাম শার্ট'],
  ['%_\\', ''],
  ['a\0b', 'a b'],
])('%j is searched as %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(folded)).toBe(folded);
});

test('a search has at most eight different words of forty letters', () => {
  expect(wordsOf('shirt Shirt SHIRT navy')).toEqual(['shirt', 'navy']);
  expect(wordsOf(Array.from({ length: 50 }, (_, nr) => `w${nr}`).join(' '))).toHaveLength(8);
  expect(wordsOf('x'.repeat(200))).toEqual(['x'.repeat(40)]);
  expect(wordsOf(' ')).toEqual([]);
});

test('neighbors are paired, and a plural is its singular', () => {
  expect(pairsOf(['a', 'b', 'c'])).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ]);
  expect(pairsOf(['a'])).toEqual([]);
  expect([isSameWord('shoe', 'shoes'), isSameWord('shoes', 'jersey')]).toEqual([true, false]);
});
