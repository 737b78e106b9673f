/** The selected cells of the grid, and how keys and the pointer move the selection. */

export interface Cell {
  row: number;
  column: number;
}

/**
 * A rectangle between the cell where the selection began and the one where it ends, which has the
 * focus.
 */
export interface Selection {
  anchor: Cell;
  focus: Cell;
}

export interface Rect {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface Size {
  rows: number;
  columns: number;
}

export const at = (row: number, column: number): Selection => ({
  anchor: { row, column },
  focus: { row, column },
});

export function rectOf({ anchor, focus }: Selection): Rect {
  return {
    top: Math.min(anchor.row, focus.row),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

/** Keeps a selection within the grid, as after rows have disappeared. */
export function clamp({ anchor, focus }: Selection, size: Size): Selection {
  return { anchor: clampCell(anchor, size), focus: clampCell(focus, size) };
}

function clampCell({ row, column }: Cell, { rows, columns }: Size): Cell {
  return {
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  };
}

/** Moves by rows and columns; `extend` keeps the cell where the selection began. */
export function move(
  selection: Selection,
  by: Partial<Cell>,
  size: Size,
  extend = false,
): Selection {
  const { anchor, focus } = selection;
  const next = clampCell(
    { row: focus.row + (by.row ?? 0), column: focus.column + (by.column ?? 0) },
    size,
  );
  return { anchor: extend ? anchor : next, focus: next };
}

/**
 * The next cell for Tab, or the previous one: along the row, then in the next row. Null after the
 * last cell, where Tab leaves the grid.
 */
export function nextCell({ focus }: Selection, back: boolean, size: Size): Selection | null {
  const index = focus.row * size.columns + focus.column + (back ? -1 : 1);
  if (index < 0 || index >= size.rows * size.columns) return null;
  return at(Math.floor(index / size.columns), index % size.columns);
}

const arrows: Record<string, Partial<Cell>> = {
  ArrowUp: { row: -1 },
  ArrowDown: { row: 1 },
  ArrowLeft: { column: -1 },
  ArrowRight: { column: 1 },
};

/** The selection after a key; null for keys that don't move it. */
export function moveByKey(
  selection: Selection,
  key: string,
  held: { shift: boolean; command: boolean },
  size: Size,
  pageRows: number,
): Selection | null {
  const far = Number.MAX_SAFE_INTEGER / 4;
  const arrow = arrows[key];
  if (arrow) {
    const times = held.command ? far : 1;
    const by = { row: (arrow.row ?? 0) * times, column: (arrow.column ?? 0) * times };
    return move(selection, by, size, held.shift);
  }
  if (key === 'PageDown') return move(selection, { row: pageRows }, size, held.shift);
  if (key === 'PageUp') return move(selection, { row: -pageRows }, size, held.shift);
  const row = held.command ? far : 0;
  if (key === 'Home') return move(selection, { column: -far, row: -row }, size, held.shift);
  if (key === 'End') return move(selection, { column: far, row }, size, held.shift);
  return null;
}
