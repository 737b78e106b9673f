import { expect, test } from 'vitest';
import type { ProductRow } from './product-rows.ts';
import { rowsOf } from './product-rows.ts';
import { editsFrom, withCells } from './stored-cells.ts';

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
const base = new Map([first, second].map((row) => [row.key, row]));
const typed = [{ ...first, price: '25.00', onHand: '7' }, second];

test('what was typed comes back, but for cells that changed in the shop since', () => {
  const stored = withCells(null, base, typed, 1);
  expect(stored).toEqual({
    at: 1,
    cells: { S: { price: ['20.00', '25.00'], onHand: ['5', '7'] } },
  });
  if (!stored) throw new Error('Nothing was stored.');
  expect(editsFrom(stored.cells, base.values())).toEqual({
    edits: new Map([['S', typed[0]]]),
    outdated: 0,
  });
  const sold = { ...first, onHand: '4' };
  expect(editsFrom(stored.cells, [sold])).toEqual({
    edits: new Map([['S', { ...sold, price: '25.00' }]]),
    outdated: 1,
  });
  const applied = typed[0] as ProductRow;
  expect(editsFrom(stored.cells, [applied])).toEqual({ edits: new Map(), outdated: 0 });
});

test('a sheet of other products leaves what is stored, and its own cells go with its changes', () => {
  const other = { at: 1, cells: { other: { price: ['1.00', '2.00'] as [string, string] } } };
  expect(Object.keys(withCells(other, base, typed, 2)?.cells ?? {})).toEqual(['other', 'S']);
  expect(withCells(other, base, [], 3)?.cells).toEqual(other.cells);
  expect(withCells(withCells(null, base, typed, 1), base, [], 2)).toBe(null);
});

test('of very many cells of other sheets, the last ones are stored', () => {
  const others = Array.from({ length: 20_001 }, (_, at) => [`other-${at}`, {}]);
  const kept = withCells({ at: 1, cells: Object.fromEntries(others) }, base, typed, 2);
  const keys = Object.keys(kept?.cells ?? {});
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([20_001, 'other-1', 'S']);
});
