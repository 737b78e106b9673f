/** What copying, pasting, filling and clearing change in the rows of the grid. */
import type { LeftOut } from './left-out.ts';
import type { SheetItem, SheetModel } from './sheet-model.ts';
import type { Rect } from './sheet-range.ts';
import { readTable, writeTable } from './sheet-text.ts';

/** The rows as the grid shows them, and the meaning of their cells. */
export interface Shown<Row extends SheetItem> {
  rows: Row[];
  model: SheetModel<Row>;
}

/** The text for a cell of a rectangle, counted from its first cell; null if there is none. */
type TextOf = (row: number, column: number) => string | null;

/** Changed rows by key. */
export type Edits<Row> = Map<string, Row>;

export function applyEdits<Row extends SheetItem>(rows: Row[], edits: Edits<Row>): Row[] {
  return edits.size === 0 ? rows : rows.map((row) => edits.get(row.key) ?? row);
}

export function copyText<Row extends SheetItem>({ rows, model }: Shown<Row>, rect: Rect): string {
  const columns = model.columns.slice(rect.left, rect.right + 1);
  const table = rows
    .slice(rect.top, rect.bottom + 1)
    .map((row) => columns.map(({ name }) => model.show(name, row)));
  return writeTable(table);
}

/**
 * Pastes cells from a spreadsheet at the first selected cell. If the size of the selection is a
 * multiple of the pasted cells, they are repeated to fill it. Of rows that have one value together,
 * the first filled cell counts, because files have it in the first row alone. Returns the rectangle
 * that was pasted into, and what was left out.
 */
export function paste<Row extends SheetItem>(
  shown: Shown<Row>,
  rect: Rect,
  text: string,
): { edits: Edits<Row>; rect: Rect; leftOut: LeftOut } {
  const { columns, hasQuotes } = shown.model;
  const table = readTable(text);
  const withQuotes = readTable(text, '\t', true);
  const size = { rows: table.length, columns: Math.max(...table.map((row) => row.length)) };
  const selected = { rows: rect.bottom - rect.top + 1, columns: rect.right - rect.left + 1 };
  const extent = (wanted: number, given: number) => (wanted % given === 0 ? wanted : given);
  const bottom = rect.top + extent(selected.rows, size.rows) - 1;
  const right = rect.left + extent(selected.columns, size.columns) - 1;
  const target = {
    top: rect.top,
    left: rect.left,
    bottom: Math.min(bottom, shown.rows.length - 1),
    right: Math.min(right, columns.length - 1),
  };
  const textOf: TextOf = (row, column) => {
    const name = columns[rect.left + column]?.name ?? '';
    const line = (hasQuotes?.(name) ? withQuotes : table)[row % size.rows] ?? [];
    return line[column % size.columns] ?? null;
  };
  const { sharedText, others } = firstOfShared(shown, target, textOf);
  let locked = 0;
  const edits = writeCells(
    shown,
    target,
    (row, column) => sharedText(row, column) ?? textOf(row, column),
    () => {
      locked += 1;
    },
  );
  const outside = { rows: bottom - target.bottom, columns: right - target.right };
  return { edits, rect: target, leftOut: { ...outside, locked, others } };
}

/**
 * The first filled text for each value that rows of a rectangle have together, and how many other
 * ones there are.
 */
function firstOfShared<Row extends SheetItem>(
  { rows, model }: Shown<Row>,
  rect: Rect,
  textOf: TextOf,
): { sharedText: TextOf; others: number } {
  const keyOf = (row: number, column: number) => {
    const item = rows[rect.top + row];
    const name = model.columns[rect.left + column]?.name;
    const key = item && name !== undefined ? model.sharedBy?.(name, item) : null;
    return key === null || key === undefined ? null : `${name} ${key}`;
  };
  const texts = new Map<string, string>();
  let others = 0;
  for (let column = 0; column <= rect.right - rect.left; column += 1) {
    const name = model.columns[rect.left + column]?.name ?? '';
    for (let row = 0; row <= rect.bottom - rect.top; row += 1) {
      const key = keyOf(row, column);
      const text = textOf(row, column)?.trim() ?? '';
      if (key === null || text === '') continue;
      const first = texts.get(key);
      if (first === undefined) texts.set(key, text);
      else if (model.read(name, first) !== model.read(name, text)) others += 1;
    }
  }
  return { sharedText: (row, column) => texts.get(keyOf(row, column) ?? '') ?? null, others };
}

/** Copies the first selected row down. If only one row is selected, copies the row above it. */
export function fillDown<Row extends SheetItem>(shown: Shown<Row>, rect: Rect): Edits<Row> {
  const top = rect.top === rect.bottom ? rect.top - 1 : rect.top;
  const source = shown.rows[top];
  if (!source) return new Map();
  return writeCells(shown, { ...rect, top: top + 1 }, (_, column) => {
    const at = shown.model.columns[rect.left + column];
    return at ? shown.model.show(at.name, source) : null;
  });
}

export function clear<Row extends SheetItem>(shown: Shown<Row>, rect: Rect): Edits<Row> {
  return writeCells(shown, rect, () => '');
}

export function typeInto<Row extends SheetItem>(
  shown: Shown<Row>,
  rowIndex: number,
  column: number,
  text: string,
): Edits<Row> {
  const rect = { top: rowIndex, bottom: rowIndex, left: column, right: column };
  return writeCells(shown, rect, () => text);
}

/**
 * Writes into the editable cells of a rectangle. `textOf` counts from its first cell. `onLocked` is
 * called for each other cell that has another text.
 */
function writeCells<Row extends SheetItem>(
  { rows, model }: Shown<Row>,
  rect: Rect,
  textOf: TextOf,
  onLocked?: () => void,
): Edits<Row> {
  const edits: Edits<Row> = new Map();
  for (let index = rect.top; index <= rect.bottom; index += 1) {
    const row = rows[index];
    if (!row) continue;
    let changed = row;
    for (let place = rect.left; place <= rect.right; place += 1) {
      const column = model.columns[place]?.name;
      const text = textOf(index - rect.top, place - rect.left);
      if (column === undefined || text === null) continue;
      if (!model.isEditable(column, row)) {
        if (text.trim() !== model.show(column, row)) onLocked?.();
        continue;
      }
      const value = model.read(column, text);
      if (value !== model.value(column, row)) changed = model.write(column, changed, value);
    }
    if (changed !== row) edits.set(row.key, changed);
  }
  return edits;
}
