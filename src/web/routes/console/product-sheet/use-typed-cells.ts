import { type RefObject, useEffect, useState } from 'react';
import type { ProductRow } from './product-rows.ts';
import { editsFrom, type StoredCells, withCells } from './stored-cells.ts';

/** The cells that were typed in all parts of a sheet since it was opened. */
export type TypedCells = RefObject<StoredCells['cells']>;

/** What was typed in this part before another one was shown, and how many rows others have. */
export function useEarlierCells(typed: TypedCells, loaded: ProductRow[]) {
  return useState(() => {
    const own = new Set(loaded.map(({ key }) => key));
    const others = Object.keys(typed.current).filter((key) => !own.has(key)).length;
    return { ...editsFrom(typed.current, loaded), others };
  })[0];
}

/** Adds the cells of this part to those of the others. */
export function useTypedCells(
  typed: TypedCells,
  { base, rows }: { base: ReadonlyMap<string, ProductRow>; rows: ProductRow[] },
): void {
  useEffect(() => {
    const all = withCells({ at: 0, cells: typed.current }, base, rows, 0);
    typed.current = all?.cells ?? {};
  }, [typed, base, rows]);
}
