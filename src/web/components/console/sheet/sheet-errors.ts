import type { SheetColumn, SheetErrors, SheetItem } from './sheet-model.ts';
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
