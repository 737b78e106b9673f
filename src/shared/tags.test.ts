import { expect, test } from 'vitest';
import { joinTags, lastTagAt, splitTags } from './tags.ts';

test.each([
  ['wool, winter', ['wool', 'winter']],
  ['"a, b"', ['a, b']],
  ['"a, b", c', ['a, b', 'c']],
  ['"a ""b"", c"', ['a "b", c']],
])('%s is read and written as %j', (text, tags) => {
  expect(splitTags(text)).toEqual(tags);
  expect(joinTags(tags)).toBe(text);
});

test.each([
  ['wool', 'wool'],
  ['wool, wi', ' wi'],
  ['wool,', ''],
  ['"a, b"', '"a, b"'],
  ['"a, b', '"a, b'],
  ['x, "a, b"', ' "a, b"'],
  ['"a, b", , c', ' c'],
  ['"Best" deal, wool, win', ' win'],
])('the last tag of %j is %j', (text, last) => {
  const at = lastTagAt(text);
  expect(text.slice(at)).toBe(last);
  expect([text.slice(0, at), last].flatMap(splitTags)).toEqual(splitTags(text));
});
