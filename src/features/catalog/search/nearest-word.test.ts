import { expect, test } from 'vitest';
import { editsBetween, nearestWord, splitsOf } from './nearest-word.ts';

test.each([
  ['shrit', 'shirt', 1],
  ['hsirt', 'shirt', 1],
  ['shirt', 'shirt', 0],
  ['shir', 'shirt', 1],
  ['shiirt', 'shirt', 1],
  ['jumpr', 'jumper', 1],
  ['trosuers', 'trousers', 1],
  ['jakcet', 'jackets', 2],
  ['', 'ab', 2],
])('%s is %s after so many edits: %i', (typed, word, edits) => {
  expect(editsBetween(typed, word, 3)).toBe(edits);
  expect(editsBetween(word, typed, 3)).toBe(edits);
});

test('words that are far apart are not compared to the end', () => {
  expect(editsBetween('shirt', 'watch', 2)).toBe(3);
  expect(editsBetween('a', 'abcdef', 2)).toBe(3);
});

test('the nearest word is meant, and of equally near ones the most frequent', () => {
  const known = [
    { word: 'short', uses: 5 },
    { word: 'shirt', uses: 90 },
    { word: 'shift', uses: 40 },
    { word: 'shrift', uses: 1 },
  ];
  expect(nearestWord('shrit', known)?.word).toBe('shirt');
  expect(nearestWord('shrt', known)?.word).toBe('shirt');
  expect(nearestWord('shrifd', known)?.word).toBe('shrift');
  expect(nearestWord('watch', known)).toBeNull();
  // With only two letters, one more makes a different word.
  expect(nearestWord('sh', [{ word: 'she', uses: 9 }])).toBeNull();
});

test('a word is split wherever both halves have two letters', () => {
  expect(splitsOf('coats')).toEqual([
    ['co', 'ats'],
    ['coa', 'ts'],
  ]);
  expect(splitsOf('abc')).toEqual([]);
});
