/** The rows of a CSV file, read as a stream. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, parse } from 'csv-parse';

/** Opens the file from its start. It is read twice. */
export type CsvSource = () => AsyncIterable<string | Buffer>;

export interface CsvProblem {
  line: number;
  reason: string;
}

/** The value of a cell by the name of its column; empty where there is none. */
export type Row<Column extends string> = (name: Column) => string;

const OPTIONS = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  relax_quotes: true,
} satisfies Options;

/** The content of a file that is in memory. */
export const ofText =
  (text: string): CsvSource =>
  () =>
    Readable.from([text]);

/**
 * Reads the whole file once and keeps nothing of it, to find out whether it can be read to its end.
 * An unclosed quote makes the rest of the file one cell; the lost rows are unknown, so the whole
 * file is refused. `onRow` gets the cells of each row,
 * and the names of the columns.
 */
export async function checkCsv(
  open: CsvSource,
  onRow: (cells: string[], header: string[]) => void,
): Promise<{ header: string[]; broken: CsvProblem | null }> {
  let header: string[] | null = null;
  let linesRead = 0;
  const parser = parse({
    ...OPTIONS,
    on_record: (cells: string[], { lines }) => {
      linesRead = lines;
      if (header) onRow(cells, header);
      else header = namesOf(cells);
      return null;
    },
  });
  parser.resume();
  try {
    await pipeline(Readable.from(open()), parser);
    return { header: header ?? [], broken: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quote that opens in this row is never closed, so nothing of the file was read.'
        : `The file cannot be read from this row on: ${error.message}`;
    const line = header === null ? 1 : linesRead + 1;
    return { header: header ?? [], broken: { line, reason } };
  }
}

/** The rows after the header, each with the line where it starts; the header is line 1. */
export async function* readRows<Column extends string>(
  open: CsvSource,
): AsyncGenerator<{ row: Row<Column>; line: number }> {
  const parser = parse({ ...OPTIONS, info: true });
  // An error of the file destroys the parser, and so ends the loop below with it.
  pipeline(Readable.from(open()), parser).catch(() => {});
  let positions: Map<string, number> | null = null;
  for await (const { record, info } of parser as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>) {
    if (!positions) {
      positions = new Map(namesOf(record).map((name, index) => [name, index]));
      continue;
    }
    const places = positions;
    const row = (name: Column) => clean(record[places.get(name) ?? -1] ?? '');
    yield { row, line: firstLine(record, info.lines) };
  }
}

function namesOf(cells: string[]): string[] {
  return cells.map((name) => name.trim());
}

// PostgreSQL stores no text with a NUL in it.
function clean(cell: string): string {
  return (cell.includes('\0') ? cell.replaceAll('\0', '') : cell).trim();
}

// csv-parse reports the last line of a record, and quoted cells may hold line breaks.
function firstLine(record: string[], lastLine: number): number {
  const breaks = record.reduce(
    (sum, cell) =>
      cell.includes('\n') || cell.includes('\r')
        ? sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0)
        : sum,
    0,
  );
  return lastLine - breaks;
}
