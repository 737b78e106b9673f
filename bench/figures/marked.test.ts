import { expect, test } from 'vitest';
import { replaceMarked } from './marked.ts';

const page = 'Before\n\n<!-- bench -->\n\nold\n\n<!-- /bench -->\n\nAfter\n';

test('replaces what stands between the marks and nothing else', () => {
  const expected = 'Before\n\n<!-- bench -->\n\n| new |\n\n<!-- /bench -->\n\nAfter\n';
  expect(replaceMarked(page, '| new |\n')).toBe(expected);
  expect(replaceMarked(expected, '| new |')).toBe(expected);
});

test.each([
  ['no marks', 'Before\nAfter\n'],
  ['the marks in the wrong order', '<!-- /bench --> <!-- bench -->'],
  ['no end', 'x <!-- bench --> y'],
  ['two sections', `${page}${page}`],
])('refuses a page with %s', (_, text) => {
  expect(() => replaceMarked(text, 'new')).toThrow('once and in this order');
});
