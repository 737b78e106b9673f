import { useEffect, useState } from 'react';
import { forget, readStored, store } from '../../../components/console/browser-storage.ts';
import { useStoredChanges } from '../../../components/console/use-stored-changes.ts';
import type { ProductRow } from './product-rows.ts';
import { editsFrom, type StoredCells, withCells } from './stored-cells.ts';

const keyOf = (userId: string) => `sheet-cells:${userId}`;

/**
 * Stores the typed cells of the sheet while it is `unsaved`. Returns the cells that an earlier
 * visit stored, without those of `restored` rows.
 */
export function useStoredCells(
  userId: string,
  { base, rows }: { base: ReadonlyMap<string, ProductRow>; rows: ProductRow[] },
  unsaved: boolean,
  restored: ReadonlyMap<string, ProductRow>,
) {
  const key = keyOf(userId);
  const [offered, setOffered] = useState<StoredCells | null>(null);
  useEffect(() => setOffered(readStored(key) as StoredCells | null), [key]);
  const keep = (shown: ProductRow[]) => {
    const cells = withCells(readStored(key) as StoredCells | null, base, shown, Date.now());
    if (cells) store(key, cells);
    else forget(key);
  };
  useStoredChanges({
    changed: rows,
    unsaved,
    keep: () => keep(rows),
    drop: () => keep([]),
  });
  const { edits, outdated } = editsFrom(
    offered?.cells ?? {},
    [...base.values()].filter(({ key: row }) => !restored.has(row)),
  );
  return {
    at: offered?.at ?? 0,
    edits,
    outdated,
    /** Call it when the offer was accepted or refused. */
    closeOffer(remove: boolean) {
      setOffered(null);
      if (remove) keep([]);
    },
  };
}
