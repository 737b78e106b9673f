import { type Budget, isWithin, type Row, type Unit } from './row.ts';
import type { Spread } from './stats.ts';

const HEAD = ['', 'measured (min–max)', 'baseline (min–max)', 'ratio (min–max)', 'budget', ''];

/** The table as text in columns, for a terminal. */
export function textTable(rows: Row[]): string {
  const lines = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((l) => l[column]?.length ?? 0)));
  return lines
    .map((cells) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The table for a Markdown page. */
export function markdownTable(rows: Row[]): string {
  const line = (cells: string[]) => `| ${cells.map((c) => c.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(HEAD), line(HEAD.map(() => '---')), ...rows.map((row) => line(cellsOf(row)))].join(
    '\n',
  );
}

function cellsOf(row: Row): string[] {
  const { what, unit, measured, baseline, ratio, budget } = row;
  const within = isWithin(row);
  return [
    what,
    withSpread(measured, unit),
    baseline ? withSpread(baseline, unit) : '',
    ratio ? `${times(ratio.median)} (${times(ratio.min)}–${times(ratio.max)})` : '',
    budget ? budgetText(budget, unit) : '',
    within === null ? '' : within ? 'ok' : 'over',
  ];
}

function withSpread({ median, min, max }: Spread, unit: Unit): string {
  const [middle, low, high] = [median, min, max].map((value) => plain(value, unit));
  return `${middle}${suffix(unit)}${low === high ? '' : ` (${low}–${high})`}`;
}

function budgetText({ of, least, most }: Budget, unit: Unit): string {
  const say = (value: number) =>
    of === 'ratio' ? `${value} × baseline` : `${plain(value, unit)}${suffix(unit)}`;
  return [
    ...(least === undefined ? [] : [`≥ ${say(least)}`]),
    ...(most === undefined ? [] : [`≤ ${say(most)}`]),
  ].join(', ');
}

const times = (ratio: number) => ratio.toFixed(ratio < 0.1 ? 3 : 2);

const suffix = (unit: Unit) =>
  unit === '/s' ? unit : unit === 'score' || unit === 'shift' ? '' : ` ${unit}`;

function plain(value: number, unit: Unit): string {
  if (unit === 'shift') return value === 0 ? '0' : value.toFixed(3);
  // Such a measurement is not more precise than three digits.
  const decimals = unit === 'score' || value >= 100 || value === 0 ? 0 : value >= 10 ? 1 : 2;
  const text = value.toFixed(decimals);
  return decimals === 0
    ? Number(text).toLocaleString('en')
    : text.replace(/0+$/, '').replace(/\.$/, '');
}
