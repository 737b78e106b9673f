import { expect, test } from 'vitest';
import { toOrderPage } from './order-page.ts';

const rows = [3, 4, 5, 2, 50].map((lines, id) => ({ id, lines: Array(lines).fill('line') }));
const idsOf = (limit: number, mostLines?: number, from = 0) => {
  const { items, next } = toOrderPage(
    rows.slice(from, from + limit + 1),
    { limit, ...(mostLines && { mostLines }) },
    ({ id }) => [id],
  );
  return [items.map(({ id }) => id), next !== null];
};

test('a page of orders ends before it has too many lines, and has one order at least', () => {
  expect(idsOf(3)).toEqual([[0, 1, 2], true]);
  expect(idsOf(3, 7)).toEqual([[0, 1], true]);
  expect(idsOf(3, 7, 2)).toEqual([[2, 3], true]);
  expect(idsOf(3, 7, 4)).toEqual([[4], false]);
  expect(idsOf(3, 1)).toEqual([[0], true]);
  expect(idsOf(9, 100)).toEqual([[0, 1, 2, 3, 4], false]);
});
