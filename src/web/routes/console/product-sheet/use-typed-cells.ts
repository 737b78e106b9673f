import { type RefObject, useEffect, useState } from 'react';
import type { ProductRow } from './product-rows.ts';
import { cellsOf, editsFrom, type StoredCells, withCells } from './stored-cells.ts';

/** The cells that were typed in all parts of a sheet since it was opened. */
export type TypedCells = RefObject<StoredCells['cells']>;

/** What was typed in this part before another one was shown, and how many rows others have. */
export function useEarlierCells(typed: TypedCells, loaded: ProductRow[]) {
  return useState(() => {
    const base = new Map(loaded.map((row) => [row.key, row]));
    const others = Object.keys(typed.current).filter((key) => !base.has(key)).length;
    return { ...editsFrom(typed.current, base), others };
  })[0];
}

/** Adds the cells of this part to those of the others. `rows` are those that were not sent. */
export function useTypedCells(
  typed: TypedCells,
  base: ReadonlyMap<string, ProductRow>,
  rows: ProductRow[],
): void {
  useEffect(() => {
    typed.current = withCells(typed.current, base, cellsOf(base, rows));
  }, [typed, base, rows]);
}
