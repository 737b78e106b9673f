import { stringify } from 'csv-stringify/sync';
import { toSpreadsheet } from '#shared/spreadsheet-text.ts';

/** A cell; null is empty. */
export type Cell = string | number | null | undefined;
export type CsvRow<Column extends string> = Partial<Record<Column, Cell>>;

/** Spreadsheets take a file without it for another encoding. */
const BOM = '\ufeff';

/**
 * A CSV file by RFC 4180, in parts. The header comes with the first rows, so an error before them
 * is still a refusal. No cell is a formula for a spreadsheet.
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
  // Without the pattern a single line feed or return would stand without quotes.
  return stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}
