import { stringify } from 'csv-stringify/sync';
import { toSpreadsheet } from '#shared/spreadsheet-text.ts';

/** A cell; null is empty. */
export type Cell = string | number | null | undefined;
export type CsvRow<Column extends string> = Partial<Record<Column, Cell>>;

/** Without this mark, spreadsheets assume another encoding. */
const BOM = '\ufeff';

/**
 * Writes a CSV file by RFC 4180, in parts. The header comes with the first rows, so an error before
 * them can still become a refusal. Spreadsheets read no cell as a formula.
 */
export async function* toCsv<Column extends string>(
  columns: readonly Column[],
  batches: AsyncIterable<CsvRow<Column>[]>,
): AsyncGenerator<string> {
  let before = BOM + lines([columns]);
  for await (const rows of batches) {
    yield before + lines(rows.map((row) => columns.map((column) => toText(row[column]))));
    before = '';
  }
  if (before) yield before;
}

function toText(cell: Cell): string {
  return typeof cell === 'string' ? toSpreadsheet(cell) : String(cell ?? '');
}

function lines(rows: (readonly string[])[]): string {
  // Without the pattern, a cell with a single line feed or carriage return would not be quoted.
  return stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}
