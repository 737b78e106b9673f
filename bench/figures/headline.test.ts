import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { budgetsKept, HEADLINE, headlineRows } from './headline.ts';
import { valueRow } from './row.ts';

const rows = HEADLINE.map((name) => valueRow(name, 'ms', [1], { of: 'value', most: 1 }));

test('the headline is eight lines of a whole run, found with or without their size', () => {
  const measured = [
    valueRow('category page, uncompressed, 156.3 KB', '/s', [1]),
    ...rows.map((row) =>
      row.what === 'POST /orders' ? { ...row, what: 'POST /orders, 13 statements' } : row,
    ),
  ];
  expect(headlineRows(measured)).toEqual(measured.slice(1));
  expect(HEADLINE).toHaveLength(8);
});

test('a run that left one out is refused', () => {
  expect(() => headlineRows(rows.slice(1))).toThrow('No line is called "category page".');
});

test('kept budgets are counted among the lines that have one', () => {
  const over = valueRow('slow', 'ms', [2], { of: 'value', most: 1 });
  expect(budgetsKept([...rows, over, valueRow('free', 'ms', [3])])).toBe('8 of 9 budgets kept');
});

test('README shows lines of docs/speed.md', () => {
  const tableOf = (path: string) =>
    (readFileSync(path, 'utf8').split('<!-- bench -->')[1] ?? '').match(/^\| \S.*$/gm) ?? [];
  const shown = tableOf('README.md').filter((line) => !line.startsWith('| --- '));
  expect(shown).toHaveLength(HEADLINE.length);
  expect(tableOf('docs/speed.md')).toEqual(expect.arrayContaining(shown));
});
