import { expect, test } from 'vitest';
import { ratioRow, valueRow } from './row.ts';
import { markdownTable, textTable } from './table.ts';

const page = ratioRow(
  'category page',
  '/s',
  { values: [9_000, 10_000, 11_000], baselines: [15_000, 16_000, 15_500] },
  { of: 'ratio', least: 0.6 },
);
const start = valueRow('warm start', 's', [1.234, 3.5, 3.61], { of: 'value', most: 3 });
const shift = valueRow('CLS', 'shift', [0, 0], { of: 'value', most: 0 });
const size = valueRow('HTML | gzip', 'KB', [12.3]);

test('Markdown has a row for each line, with spread, ratio, budget and mark', () => {
  const lines = markdownTable([page, start, shift, size]).split('\n');
  expect(lines[0]).toContain('| measured (min–max) |');
  expect(lines[2]).toBe(
    '| category page | 10,000/s (9,000–11,000) | 15,500/s (15,000–16,000) | 0.63 (0.60–0.71) | ≥ 0.6 × baseline | ok |',
  );
  expect(lines[3]).toBe('| warm start | 3.5 s (1.23–3.61) |  |  | ≤ 3 s | over |');
  expect(lines[4]).toBe('| CLS | 0 |  |  | ≤ 0 | ok |');
  expect(lines[5]).toBe('| HTML \\| gzip | 12.3 KB |  |  |  |  |');
});

test('small ratios keep the digits that tell them from nothing', () => {
  const rows = [ratioRow('page', '/s', { values: [19], baselines: [1000] })];
  expect(markdownTable(rows)).toContain('| 0.019 (0.019–0.019) |');
});

test('text stands in columns', () => {
  const [head = '', first = '', second = ''] = textTable([page, start]).split('\n');
  const column = head.indexOf('measured');
  expect(first.slice(column)).toMatch(/^10,000\/s/);
  expect(second.slice(column)).toMatch(/^3\.5 s/);
});
