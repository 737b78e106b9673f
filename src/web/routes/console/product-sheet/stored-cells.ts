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

/** The changed cells of this sheet, and those that are stored for variants of others. */
export function withCells(
  stored: StoredCells | null,
  base: ReadonlyMap<string, ProductRow>,
  rows: ProductRow[],
  at: number,
): StoredCells | null {
  const others = Object.entries(stored?.cells ?? {}).filter(([key]) => !base.has(key));
  const changes = changesOf(base, rows);
  const own = rows.flatMap((row): [string, Cells][] => {
    const before = base.get(row.key);
    const columns = changes.get(row.key);
    if (!before || !columns) return [];
    return [
      [row.key, Object.fromEntries(columns.map((name) => [name, [before[name], row[name]]]))],
    ];
  });
  const kept = [...others.slice(-MOST_OTHERS), ...own];
  return kept.length === 0 ? null : { at, cells: Object.fromEntries(kept) };
}

/**
 * The stored cells as edits of these rows. If the value in the shop has changed since, the cell is
 * left out and counted, because the typed value may be wrong now.
 */
export function editsFrom(
  cells: StoredCells['cells'],
  rows: Iterable<ProductRow>,
): { edits: Map<string, ProductRow>; outdated: number } {
  const edits = new Map<string, ProductRow>();
  let outdated = 0;
  for (const row of rows) {
    for (const column of editedColumns) {
      const cell = cells[row.key]?.[column];
      if (!cell) continue;
      const [loaded, typed] = cell;
      if (row[column] === loaded) {
        edits.set(row.key, { ...(edits.get(row.key) ?? row), [column]: typed });
      } else if (row[column] !== typed) outdated += 1;
    }
  }
  return { edits, outdated };
}
