import { expect, test } from 'vitest';
import { isWithin, ratioRow, valueRow } from './row.ts';

test('a value is held to its budget by its median', () => {
  const budget = { of: 'value', most: 100 } as const;
  expect(isWithin(valueRow('start', 'ms', [90, 100, 900], budget))).toBe(true);
  expect(isWithin(valueRow('start', 'ms', [90, 101, 102], budget))).toBe(false);
});

test('a ratio is held to its budget, not the value it comes from', () => {
  const budget = { of: 'ratio', least: 0.6 } as const;
  const rounds = { values: [600, 700, 500], baselines: [1000, 1000, 1000] };
  expect(isWithin(ratioRow('page', '/s', rounds, budget))).toBe(true);
  expect(isWithin(ratioRow('page', '/s', { ...rounds, values: [1, 2, 3] }, budget))).toBe(false);
});

test('what has no budget is neither within nor over', () => {
  expect(isWithin(valueRow('home', 'ms', [1]))).toBeNull();
});

test('a ratio budget without a baseline is a mistake', () => {
  const row = valueRow('page', '/s', [1], { of: 'ratio', least: 0.6 });
  expect(() => isWithin(row)).toThrow('needs a baseline');
});
