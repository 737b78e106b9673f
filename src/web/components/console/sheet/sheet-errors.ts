import type { SheetColumn, SheetErrors, SheetItem, SheetModel } from './sheet-model.ts';
import type { Cell } from './sheet-range.ts';

/** The first cell of the sheet with an error; null where there is none. */
export function firstError(
  rows: readonly SheetItem[],
  columns: readonly SheetColumn[],
  errors: SheetErrors,
): Cell | null {
  const row = rows.findIndex(({ key }) => errors.has(key));
  const wrong = errors.get(rows[row]?.key ?? '');
  return wrong ? { row, column: columns.findIndex(({ name }) => wrong[name]) } : null;
}

/**
 * The first error of the sheet as a sentence: the row, the column and the reason, such as 'TEE-M,
 * Price: …'. Null where there is none.
 */
export function firstErrorText<Row extends SheetItem>(
  rows: readonly Row[],
  columns: readonly Pick<SheetColumn, 'name' | 'label'>[],
  errors: SheetErrors,
  nameOf: (row: Row) => string,
): string | null {
  const row = rows.find(({ key }) => errors.has(key));
  const wrong = errors.get(row?.key ?? '');
  const column = columns.find(({ name }) => wrong?.[name]);
  return row && wrong && column ? `${nameOf(row)}, ${column.label}: ${wrong[column.name]}` : null;
}

/** A warning of the first row that has one, and how many rows have one. */
export function findWarnings<Row extends SheetItem>(
  rows: readonly Row[],
  { columns, warning }: Pick<SheetModel<Row>, 'columns' | 'warning'>,
  nameOf: (row: Row) => string,
): { count: number; first: string | null } {
  let count = 0;
  let first: string | null = null;
  for (const row of rows) {
    const column = columns.find(({ name }) => warning?.(name, row));
    if (!column) continue;
    count += 1;
    first ??= `${nameOf(row)}, ${column.label}: ${warning?.(column.name, row)}`;
  }
  return { count, first };
}
