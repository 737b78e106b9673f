import { expect, test } from 'vitest';
import { requireColorFamilies } from './shop-color-families.ts';

test('families of colors are lists of single words', () => {
  requireColorFamilies({});
  requireColorFamilies({ colorFamilies: { Blue: ['ink', 'Crème'], Neon: [] } });
});

test.each([
  [{ Blue: ['dark navy'] }, 'Wrong at Blue.0: one word of a color'],
  [{ Blue: ['navy', ''] }, 'Wrong at Blue.1'],
  [{ Blue: 'navy' }, 'Wrong at Blue'],
  [{ ' ': ['navy'] }, 'Wrong at '],
  [['navy'], 'Wrong at its top'],
])('%j is refused by a sentence', (colorFamilies, sentence) => {
  expect(() => requireColorFamilies({ colorFamilies: colorFamilies as never })).toThrow(sentence);
});
