import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstCharacters } from './first-characters.ts';

test.each([
  ['a short text stays', 'short', 100, 'short'],
  ['a long one is cut', 'abcdef', 3, 'abc'],
  ['an emoji counts as one', '😀😀😀', 2, '😀😀'],
  ['an emoji at the edge stays whole', `${'z'.repeat(99)}😀 tail`, 100, `${'z'.repeat(99)}😀`],
  ['an emoji beyond it is left out', `${'z'.repeat(100)}😀`, 100, 'z'.repeat(100)],
  ['a family is one', '👨‍👩‍👧 at home', 1, '👨‍👩‍👧'],
  ['a flag is one', '🇩🇪🇫🇷', 1, '🇩🇪'],
  ['a letter keeps its accent', 'e\u0301te\u0301', 1, 'e\u0301'],
])('%s', (_, text, count, expected) => {
  expect(firstCharacters(text, count)).toBe(expected);
});

test('no text is cut so that half a character stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, count) => {
      const first = firstCharacters(text, count);
      expect(text.startsWith(first)).toBe(true);
      expect(first.isWellFormed()).toBe(true);
    }),
  );
});
