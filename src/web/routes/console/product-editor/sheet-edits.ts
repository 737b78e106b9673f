/** What copying, pasting, filling and clearing do with the rows of the grid. */
import { isEditable, readCell, showCell } from './cell-values.ts';
import { columns, type DraftImage, type Row } from './draft.ts';
import type { Rect } from './sheet-range.ts';
import { readTable, writeTable } from './sheet-text.ts';

/** The rows as the grid shows them, and the images that its cells name by number. */
export interface Shown {
  rows: Row[];
  images: DraftImage[];
}

/** Changed rows by key. */
export type Edits = Map<string, Row>;

export function applyEdits(rows: Row[], edits: Edits): Row[] {
  return edits.size === 0 ? rows : rows.map((row) => edits.get(row.key) ?? row);
}

export function copyText({ rows, images }: Shown, rect: Rect): string {
  const table = rows
    .slice(rect.top, rect.bottom + 1)
    .map((row) =>
      columns.slice(rect.left, rect.right + 1).map((column) => showCell(column, row, images)),
    );
  return writeTable(table);
}

/**
 * Pastes cells from a spreadsheet at the first selected cell. Where the selection is a multiple of
 * what is pasted, it is filled with repetitions. Returns the rectangle that was pasted into.
 */
export function paste(shown: Shown, rect: Rect, text: string): { edits: Edits; rect: Rect } {
  const table = readTable(text);
  const size = { rows: table.length, columns: Math.max(...table.map((row) => row.length)) };
  const selected = { rows: rect.bottom - rect.top + 1, columns: rect.right - rect.left + 1 };
  const extent = (wanted: number, given: number) => (wanted % given === 0 ? wanted : given);
  const target = {
    top: rect.top,
    left: rect.left,
    bottom: Math.min(rect.top + extent(selected.rows, size.rows) - 1, shown.rows.length - 1),
    right: Math.min(rect.left + extent(selected.columns, size.columns) - 1, columns.length - 1),
  };
  const edits = writeCells(shown, target, (row, column) => {
    const line = table[row % size.rows] ?? [];
    return line[column % size.columns] ?? null;
  });
  return { edits, rect: target };
}

/** Copies the first selected row down; from one row alone, the row above it. */
export function fillDown(shown: Shown, rect: Rect): Edits {
  const top = rect.top === rect.bottom ? rect.top - 1 : rect.top;
  const source = shown.rows[top];
  if (!source) return new Map();
  return writeCells(shown, { ...rect, top: top + 1 }, (_, column) => {
    const name = columns[rect.left + column];
    return name ? showCell(name, source, shown.images) : null;
  });
}

export function clear(shown: Shown, rect: Rect): Edits {
  return writeCells(shown, rect, () => '');
}

export function typeInto(shown: Shown, rowIndex: number, column: number, text: string): Edits {
  const rect = { top: rowIndex, bottom: rowIndex, left: column, right: column };
  return writeCells(shown, rect, () => text);
}

/** Writes into the cells of a rectangle that take text. `textOf` counts from its first cell. */
function writeCells(
  { rows, images }: Shown,
  rect: Rect,
  textOf: (row: number, column: number) => string | null,
): Edits {
  const edits: Edits = new Map();
  for (let index = rect.top; index <= rect.bottom; index += 1) {
    const row = rows[index];
    if (!row) continue;
    let changed = row;
    for (let place = rect.left; place <= rect.right; place += 1) {
      const column = columns[place];
      const text = textOf(index - rect.top, place - rect.left);
      if (!column || text === null || !isEditable(column, row)) continue;
      const value = readCell(column, text, images);
      if (value !== row[column]) changed = { ...changed, [column]: value };
    }
    if (changed !== row) edits.set(row.key, changed);
  }
  return edits;
}
