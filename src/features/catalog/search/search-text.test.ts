import { expect, test } from 'vitest';
import { fold, formsOf, isSameWord, pairsOf, searchKey, wordsOf } from './search-text.ts';

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
});

test.each([
  ['shoe', 'shoes'],
  ['dress', 'dresses'],
  ['watch', 'watches'],
  ['box', 'boxes'],
  ['brush', 'brushes'],
  ['hoodie', 'hoodies'],
  ['blouse', 'blouses'],
  ['size', 'sizes'],
  ['cloche', 'cloches'],
  ['breeze', 'breezes'],
])('%s and %s are one word', (singular, plural) => {
  expect(isSameWord(singular, plural)).toBe(true);
  expect(searchKey([singular, 'navy'])).toBe(searchKey([plural, 'navy']));
  for (const word of [singular, plural]) expect(formsOf(word)).toContain(singular);
  expect(formsOf(singular)).toContain(plural);
});

test.each([
  ['shoes', 'jersey'],
  ['dress', 'dre'],
  ['s', ''],
  ['xs', 'x'],
])('%j and %j are different words', (one, other) => {
  expect(isSameWord(one, other)).toBe(false);
});
