import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooMuchJson } from './json-size.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each([
  [
    'the largest bulk edit',
    JSON.stringify(Array(5_000).fill({ a: 1, b: 2, c: 3, d: { e: 1 } })),
    false,
  ],
  ['values without end', `[${'{},'.repeat(40_000)}0]`, true],
  ['numbers without end', `[${'1,'.repeat(80_000)}0]`, true],
  ['a deep value', nested(32), false],
  ['a deeper one', nested(33), true],
  ['brackets and commas in strings', JSON.stringify(['[{,'.repeat(100_000), '\\"[', 'x']), false],
  ['a bracket after an escaped quote', `["\\"${'['.repeat(40)}", ${nested(40)}]`, true],
])('%s', (_, text, isTooMuch) => {
  expect(isTooMuchJson(text)).toBe(isTooMuch);
});

test('what calls send is never too much', () => {
  fc.assert(fc.property(fc.json({ maxDepth: 10 }), (text) => !isTooMuchJson(text)));
});
