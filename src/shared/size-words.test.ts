import { expect, test } from 'vitest';
import { bySize } from './size-order.ts';
import { lettersOfSize } from './size-words.ts';

const LETTERS = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl'];

test.each([
  ['xxs', ['2xs', '2x small', 'extra extra small', 'xx-small']],
  ['xs', ['extra small', 'extra-small', 'x small', 'xsmall', '1xs']],
  ['s', ['small']],
  ['m', ['medium']],
  ['l', ['large']],
  ['xl', ['extra large', 'x-large', 'x large', 'x-l', '1xl']],
  ['xxl', ['2xl', '2 xl', '2x-large', 'xx large', 'extra extra large']],
  ['xxxl', ['3xl', '3x large']],
])('%s is also written as %j, and sorted in its place', (letters, writings) => {
  const others = LETTERS.filter((other) => other !== letters);
  const placeOf = (size: string) => others.map((other) => Math.sign(bySize(size, other)));
  for (const written of writings) {
    expect([written, lettersOfSize(written)]).toEqual([written, letters]);
    expect([written, placeOf(written)]).toEqual([written, placeOf(letters)]);
  }
});

test('other words, and letters themselves, are no other writing of a size', () => {
  for (const size of ['xl', 'm', '2x', '0xl', '10xl', 'extra', 'smallish', 'xm', 'one size', '']) {
    expect([size, lettersOfSize(size)]).toEqual([size, null]);
  }
});
