import { expect, test } from 'vitest';
import type { ProductRow } from './product-rows.ts';
import { rowsOf } from './product-rows.ts';
import { areStored, cellsOf, editsFrom, withCells } from './stored-cells.ts';

const [first, second] = rowsOf([
  {
    id: 'A',
    name: 'A',
    version: 1,
    status: 'active',
    category: 'Coats',
    tags: [],
    variants: ['M', 'S'].map((size) => ({
      id: size,
      sku: size,
      size,
      color: null,
      option: null,
      priceMinor: 2_000,
      compareAtMinor: null,
      costMinor: null,
      onHand: 5,
      lowStockAt: null,
      available: 5,
    })),
  },
]) as [ProductRow, ProductRow];
const byKey = (...rows: ProductRow[]) => new Map(rows.map((row) => [row.key, row]));
const base = byKey(first, second);
const typed = [{ ...first, price: '25.00', onHand: '7' }, second];
const cells = cellsOf(base, typed);

test('what was typed comes back, but for cells that changed in the shop since or were typed again', () => {
  expect(cells).toEqual({ S: { price: ['20.00', '25.00'], onHand: ['5', '7'] } });
  expect(editsFrom(cells, base)).toEqual({ edits: new Map([['S', typed[0]]]), outdated: 0 });
  const sold = { ...first, onHand: '4' };
  expect(editsFrom(cells, byKey(sold))).toEqual({
    edits: new Map([['S', { ...sold, price: '25.00' }]]),
    outdated: 1,
  });
  const applied = typed[0] as ProductRow;
  expect(editsFrom(cells, byKey(applied))).toEqual({ edits: new Map(), outdated: 0 });
  const again = { ...first, price: '30.00' };
  expect(editsFrom(cells, base, [again])).toEqual({
    edits: new Map([['S', { ...again, onHand: '7' }]]),
    outdated: 0,
  });
});

test('cells of other sheets and tabs stay, and those of a sheet go with its changes', () => {
  const other = { other: { price: ['1.00', '2.00'] as [string, string] } };
  const all = withCells(other, base, cells);
  expect(Object.keys(all)).toEqual(['other', 'S']);
  expect(withCells(all, base, {})).toEqual(other);
  // Another tab has the same rows, and has changed none of them.
  expect(withCells(all, new Set(), {})).toEqual(all);
});

test('cells are stored only with the values that they have now', () => {
  const other = { other: { price: ['1.00', '2.00'] as [string, string] } };
  const all = withCells(other, base, cells);
  expect(areStored(cells, all)).toBe(true);
  expect(areStored(cells, other)).toBe(false);
  expect(areStored(all, { ...all, other: { price: ['1.00', '1.50'] } })).toBe(false);
});

test('of very many cells of other sheets, the last ones are stored', () => {
  const others = Array.from({ length: 20_001 }, (_, at) => [`other-${at}`, {}]);
  const keys = Object.keys(withCells(Object.fromEntries(others), base, cells));
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([20_001, 'other-1', 'S']);
});
