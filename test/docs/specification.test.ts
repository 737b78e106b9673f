import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linkTests } from '../../scripts/specification/link-tests.ts';
import { readTestSources } from '../../scripts/specification/test-sources.ts';

test('docs/specification.md names the tests of every line (npm run docs:specification)', () => {
  const written = readFileSync('docs/specification.md', 'utf8');
  const { page, faults } = linkTests(written, readTestSources());
  expect(faults).toEqual([]);
  expect(page).toBe(written);
  expect(written.match(/^\| \d+\.\d+ \|/gm)?.length).toBeGreaterThan(200);
});

describe('a line of the specification', () => {
  const link = (source: string, page = '## 1 What\n| 1.1 | a \\| b | | old |') =>
    linkTests(page, new Map([['a.test.ts', source]]));
  const shown = { page: '## 1 What\n| 1.1 | a \\| b | | `a.test.ts` |', faults: [] };

  test.each([
    "test('works [1.1]', () => {});",
    "test('works [1.1]', () => {});\ntest('and works [1.1]', () => {});",
    'test.each([1, 2])("doesn\'t stop at %i [1.1]", () => {});',
    "test.each([\n  ['a (b)(c)', 1],\n])('works with %s [1.1]', () => {});",
    "describe('now', () => {\n  test(\n    'is long [1.1]',\n    () => {},\n  );\n});",
  ])('is shown by %j', (source) => expect(link(source)).toEqual(shown));

  test.each([
    "test('works', () => {});",
    "test.skip('works [1.1]', () => {});",
    "test.todo('works [1.1]');",
    "describe('works [1.1]', () => {});",
    "describe.skip('later', () => {\n  test('works [1.1]', () => {});\n});",
    "// test('works [1.1]', () => {});",
  ])('is not shown by %j', (source) => {
    expect(link(source)).toEqual({
      page: '## 1 What\n| 1.1 | a \\| b | | |',
      faults: ['1.1 has no test'],
    });
  });

  test('has the next number, and is there when a test names it', () => {
    const page = ['## 2 What', ...['2.1', '2.1', '2.4'].map((id) => `| ${id} | x | | |`)].join(
      '\n',
    );
    expect(link("test('works [2.1, 2.4, 2.5]', () => {});", page).faults).toEqual([
      '2.1 should be 2.2',
      '2.4 should be 2.3',
      'a.test.ts: no line has the id 2.5',
    ]);
  });
});
