import { expect, test } from 'vitest';
import { FULL, QUICK } from './effort.ts';
import { readOptions } from './options.ts';

const NAMES = ['pages', 'orders', 'starts'] as const;

test('a whole run measures everything and writes it down', () => {
  expect(readOptions([], NAMES)).toEqual({ effort: FULL, chosen: [...NAMES], write: true });
});

test('a quick run and a part of one are for looking, unless asked to be kept', () => {
  expect(readOptions(['--quick'], NAMES)).toMatchObject({ effort: QUICK, write: false });
  expect(readOptions(['--only', 'pages'], NAMES).write).toBe(false);
  expect(readOptions(['--quick', '--write'], NAMES).write).toBe(true);
  expect(readOptions(['--no-write'], NAMES).write).toBe(false);
  expect(() => readOptions(['--only', 'pages', '--write'], NAMES)).toThrow('leave out --only');
});

test('a part runs in the order of the whole', () => {
  expect(readOptions(['--only', 'orders, pages'], NAMES).chosen).toEqual(['pages', 'orders']);
});

test('what is not known is refused with what is', () => {
  expect(() => readOptions(['--only', 'pages,prices'], NAMES)).toThrow(
    '--only knows pages, orders, starts, and not prices.',
  );
  expect(() => readOptions(['--fast'], NAMES)).toThrow('--fast');
});
