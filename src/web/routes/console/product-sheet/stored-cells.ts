/**
 * Cells of a sheet that were typed and not applied, in the browser's storage. For each variant it
 * has the changed columns, with the loaded and the typed values. A sheet of other products does not
 * change them.
 */
import { changesOf, type EditedColumn, editedColumns, type ProductRow } from './product-rows.ts';

/** The changed columns of a variant. */
type Cells = Partial<Record<EditedColumn, [loaded: string, typed: string]>>;

export interface StoredCells {
  /** When they were stored, in milliseconds. */
  at: number;
  /** By variant. */
  cells: Record<string, Cells>;
}

/**
 * The most variants of other sheets whose cells are stored: those of four other parts that are
 * changed completely. A browser has room for some 5 MB.
 */
const MOST_OTHERS = 20_000;

/** The changed cells of these rows. `base` has the loaded rows. */
export function cellsOf(
  base: ReadonlyMap<string, ProductRow>,
  rows: ProductRow[],
): StoredCells['cells'] {
  const changes = changesOf(base, rows);
  const cells = rows.flatMap((row): [string, Cells][] => {
    const before = base.get(row.key);
    const columns = changes.get(row.key);
    if (!before || !columns) return [];
    return [
      [row.key, Object.fromEntries(columns.map((name) => [name, [before[name], row[name]]]))],
    ];
  });
  return Object.fromEntries(cells);
}

/**
 * What is stored, with the cells of these rows as they are now. Those of others stay: they are of
 * another sheet or tab.
 */
export function withCells(
  stored: StoredCells['cells'],
  rows: { has: (key: string) => boolean },
  cells: StoredCells['cells'],
): StoredCells['cells'] {
  const others = Object.entries(stored).filter(([key]) => !rows.has(key));
  return Object.fromEntries([...others.slice(-MOST_OTHERS), ...Object.entries(cells)]);
}

/** Whether all of these cells are stored as they are now. */
export function areStored(cells: StoredCells['cells'], stored: StoredCells['cells']): boolean {
  return Object.entries(cells).every(([key, row]) =>
    editedColumns.every((column) => row[column]?.[1] === stored[key]?.[column]?.[1]),
  );
}

/**
 * The stored cells as edits of these rows. If the value in the shop has changed since, the cell is
 * left out and counted, because the typed value may be wrong now. A cell that was typed again keeps
 * its new value.
 */
export function editsFrom(
  cells: StoredCells['cells'],
  base: ReadonlyMap<string, ProductRow>,
  rows: Iterable<ProductRow> = base.values(),
): { edits: Map<string, ProductRow>; outdated: number } {
  const edits = new Map<string, ProductRow>();
  let outdated = 0;
  for (const row of rows) {
    const stored = cells[row.key];
    const before = base.get(row.key);
    if (!stored || !before) continue;
    for (const column of editedColumns) {
      const cell = stored[column];
      const now = before[column];
      if (!cell || row[column] !== now) continue;
      const [loaded, typed] = cell;
      if (now === loaded) {
        edits.set(row.key, { ...(edits.get(row.key) ?? row), [column]: typed });
      } else if (now !== typed) outdated += 1;
    }
  }
  return { edits, outdated };
}
