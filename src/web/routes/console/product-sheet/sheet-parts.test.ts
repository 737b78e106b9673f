import { expect, test } from 'vitest';
import { describePart, partLinks, readPart } from './sheet-parts.ts';

const paramsOf = (search: string | null) => new URLSearchParams(search ?? '');
const sheet = (size: number, next: string | null, count: number, isCountCut = false) => ({
  ...{ isWhole: true, size, isFirst: false, next, count, isCountCut },
});

test('parts lead to the next one and back, with the filters of the list', () => {
  const start = 'q=coat&sort=name';
  expect(readPart(paramsOf(start))).toEqual({ from: 1, after: null });
  const { next, ...none } = partLinks(start, {
    ...sheet(1_000, 'first', 1_000, true),
    isFirst: true,
  });
  expect(none).toEqual({ first: null, earlier: null });
  expect(readPart(paramsOf(next))).toEqual({ from: 1_001, after: 'first' });
  const second = partLinks(next ?? '', sheet(700, 'second', 1_000, true));
  expect([second.first, second.earlier]).toEqual([`?${start}`, null]);
  expect(readPart(paramsOf(second.next))).toEqual({ from: 1_701, after: 'second' });
  const third = partLinks(second.next ?? '', sheet(5, null, 1_000, true));
  expect(third).toEqual({ first: `?${start}`, earlier: next, next: null });
  const stale = partLinks('part=3.gone', { ...sheet(2, 'x', 5), isFirst: true });
  expect(stale).toEqual({ first: null, earlier: null, next: '?part=3.x' });
});

test('an address has few parts, however many follow', () => {
  let search: string | null = '';
  for (let part = 0; part < 100; part += 1) {
    search = partLinks(search ?? '', {
      ...sheet(1_000, 'cursor'.repeat(12), 1_000, true),
      isFirst: part === 0,
    }).next;
  }
  expect(readPart(paramsOf(search)).from).toBe(100_001);
  expect(search?.length).toBeLessThan(2_500);
});

test.each([
  [1, sheet(5, null, 5), '5 products'],
  [1, sheet(1_000, 'x', 1_000, true), '1–1,000 of more than 1,000 products'],
  [1, sheet(700, 'x', 701), '1–700 of 701 products'],
  [1_001, sheet(1_000, 'x', 1_000, true), '1,001–2,000 of more than 2,000 products'],
  [2_001, sheet(345, null, 1_000, true), '2,001–2,345 of 2,345 products'],
  [701, sheet(1, null, 701), '701–701 of 701 products'],
  [9, sheet(0, null, 8), '0 products'],
  [3, sheet(2, null, 2), '3–4 of 4 products'],
])('the part that begins with product %i is named: %o', (from, part, words) => {
  expect(describePart(`?part=${from}.x`, part)).toBe(words);
});

test('a part whose cursor the list no longer has is described as the first', () => {
  const first = { ...sheet(2, 'x', 5), isFirst: true };
  expect(describePart('?part=7000.gone', first)).toBe('1–2 of 5 products');
});

test('while only first rows are known, the page says what is certain', () => {
  const start = (count: number, isCountCut: boolean) => ({
    ...{ ...sheet(30, 'x', count, isCountCut), isWhole: false, isFirst: true },
  });
  expect(describePart('', start(700, false))).toBe('700 products');
  expect(partLinks('', start(700, false)).next).toBeNull();
  expect(describePart('', start(1_000, true))).toBe('More than 1,000 products');
  expect(partLinks('', start(1_000, true)).next).not.toBeNull();
  const later = { ...start(1_000, true), isFirst: false };
  expect(describePart('?part=2001.x', later)).toBe('From product 2,001');
});
