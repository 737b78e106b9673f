import { expect, test } from 'vitest';
import { hasVisibleCharacter, sameLook, withoutInvisible } from './visible-text.ts';

test.each(['a', '7', '?', '€', '👟', 'ñ', 'কাপড়', '한', '李', 'שלום', '\u202eabc\u202c', '\u200b.'])(
  '%j can be seen',
  (text) => {
    expect(hasVisibleCharacter(text)).toBe(true);
  },
);

test.each([
  '',
  ' \u00a0\u3000\t\n',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\u202a\u202e\u2066\u2069\u200e\u200f\u061c',
  '\u00ad\u034f\u180e',
  '\u3164\u115f\u1160\uffa0\u2800',
  '\u0301\ufe0f',
  '\u{e0001}\u{e0020}\u{e007f}',
  '\ue000',
  '\ud800',
])('%j can not', (text) => {
  expect(hasVisibleCharacter(text)).toBe(false);
});

test('invisible characters are removed from names, and joiners that scripts and emoji need stay', () => {
  expect(withoutInvisible('A\u200bn\u00adn\u2060\ufeff moc\u202e')).toBe('Ann moc');
  expect(withoutInvisible('می‌خواهم 👩‍👧')).toBe('می‌خواهم 👩‍👧');
});

test('names that look alike are the same, and others are not', () => {
  expect(sameLook('Caf\u00e9')).toBe(sameLook('cafe\u0301\u200b'));
  const hats = sameLook('Winter hats');
  for (const space of ['\u00a0', '  ', '\u2009', '\u200d '])
    expect(sameLook(`Winter${space}hats\u200d`)).toBe(hats);
  expect(sameLook('Cafe')).not.toBe(sameLook('Caf\u00e9'));
});
