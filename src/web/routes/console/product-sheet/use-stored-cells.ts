import { useEffect, useRef, useState } from 'react';
import { forget, readStored, store } from '../../../components/console/browser-storage.ts';
import { useStoredChanges } from '../../../components/console/use-stored-changes.ts';
import type { ProductRow } from './product-rows.ts';
import { areStored, cellsOf, editsFrom, type StoredCells, withCells } from './stored-cells.ts';

const keyOf = (userId: string) => `sheet-cells:${userId}`;

/**
 * Stores the typed cells of the sheet while it is `unsaved`. Afterwards it stores those of the rows
 * that are left: those of products that were left out of the bulk edit. Returns the cells that an
 * earlier visit stored, without those of `restored` rows.
 */
export function useStoredCells(
  userId: string,
  { base, rows }: { base: ReadonlyMap<string, ProductRow>; rows: ProductRow[] },
  unsaved: boolean,
  restored: ReadonlyMap<string, ProductRow>,
) {
  const key = keyOf(userId);
  const readCells = () => (readStored(key) as StoredCells | null)?.cells ?? {};
  const [offered, setOffered] = useState<StoredCells | null>(null);
  useEffect(() => setOffered(readStored(key) as StoredCells | null), [key]);
  // Other cells of these rows are offered still, or were typed in another tab.
  const own = useRef(new Set(restored.keys()));
  const keep = (shown: ProductRow[]) => {
    const cells = cellsOf(base, shown);
    for (const row of Object.keys(cells)) own.current.add(row);
    const all = withCells(readCells(), own.current, cells);
    if (Object.keys(all).length === 0) forget(key);
    else store(key, { at: Date.now(), cells: all } satisfies StoredCells);
  };
  useStoredChanges({
    changed: rows,
    unsaved,
    keep: () => keep(rows),
    drop: () => keep(rows),
  });
  const { edits, outdated } = editsFrom(
    offered?.cells ?? {},
    base,
    rows.filter((row) => !restored.has(row.key)),
  );
  return {
    at: offered?.at ?? 0,
    edits,
    outdated,
    has: (cells: StoredCells['cells']) => areStored(cells, readCells()),
    /** Call it when the offer was accepted or refused. */
    closeOffer(isRefused: boolean) {
      setOffered(null);
      for (const row of base.keys()) own.current.add(row);
      if (isRefused) keep(rows);
    },
  };
}
