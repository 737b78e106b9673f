/** The rows of a CSV file, read as a stream. */
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, type Parser, parse } from 'csv-parse';
import { createPauses } from '#shared/pauses.ts';
import { otherKindOf } from './other-kind.ts';
import { countBreaks, type RegularRow, type Rest, readRegularRows } from './regular-rows.ts';

/** Opens the file from its start. It is read more than once. */
export type CsvSource = () => AsyncIterable<string | Uint8Array>;

/** A problem of a file, and the lines that are left out because of it. */
export interface CsvProblem {
  line: number;
  reason: string;
  firstLine?: number;
  lastLine?: number;
}

/** How a file is encoded, and how its cells are separated. */
export interface CsvFormat {
  header: string[];
  delimiter: string;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
}

/** The cells of a row, and its first and last line. The header begins at line 1. */
export interface CsvRecord {
  cells: string[];
  line: number;
  lastLine: number;
  /** In characters, or in bytes where the file is not regular. */
  size: number;
  /** Whether a cell is too long to be read. */
  hasLongCell: boolean;
}

/** Thrown for a file that can't be read from a certain line on. */
export class BrokenFile extends Error {
  readonly line: number;
  /** The reason, with the line where that helps to find it. */
  readonly sentence: string;

  constructor(line: number, reason: string, isOtherKind = false) {
    super(reason);
    this.line = line;
    this.sentence = isOtherKind ? reason : `Line ${line}: ${reason}`;
  }
}

/** The longest row, in characters. An unclosed quote makes the rest of the file one row. */
const LONGEST_ROW = 4 * 1024 * 1024;
const MAX_COLUMNS = 500;
/** The longest cell that is read, in characters. */
const LONGEST_CELL = 250_000;
export const LONG_CELL = `A cell has more than ${LONGEST_CELL.toLocaleString('en')} characters.`;
/**
 * The parser gets this many bytes at a time. In between, other requests are handled. It can be four
 * thousand rows, which take some 15 ms.
 */
const PARSED_AT_ONCE = 8 * 1024;
/**
 * Regular rows are searched in texts of this many bytes. V8 makes longer ones outside of its young
 * generation, which took a quarter of the time of reading.
 */
const DECODED_AT_ONCE = 32 * 1024;
/** After this many regular rows, others may get their turn. */
const ROWS_AT_ONCE = 64;
/** The part of a file that its format is detected from, in bytes. */
const HEAD = 64 * 1024;

const OPTIONS = {
  relax_column_count: true,
  skip_empty_lines: true,
  relax_quotes: true,
  max_record_size: LONGEST_ROW,
  // Cells above the limit become one. So the row's limit also counts the text of a row of many
  // delimiters.
  ignore_last_delimiters: MAX_COLUMNS + 1,
} satisfies Options;

const TOO_MANY_COLUMNS = `This row has more than ${MAX_COLUMNS} columns, so nothing of the file was read.`;

/** The content of a file that is in memory. */
export const ofText =
  (text: string): CsvSource =>
  () =>
    Readable.from([text]);

/** Detects the format of a file and reads its header. Throws `BrokenFile`. */
export async function readFormat(open: CsvSource): Promise<CsvFormat> {
  const head = await readHead(open);
  const otherKind = otherKindOf(head);
  if (otherKind) throw new BrokenFile(1, otherKind, true);
  const encoding = encodingOf(head);
  const text = new TextDecoder(encoding).decode(head);
  const delimiter = delimiterOf(text);
  for await (const { cells } of readRecords(open, { header: [], delimiter, encoding })) {
    return { header: cells.map(asHeading), delimiter, encoding };
  }
  return { header: [], delimiter, encoding };
}

/**
 * The name of a column. Its file is no table of texts if it has a NUL, which no JSON can store. A
 * form would send a line break as another one.
 */
const asHeading = (cell: string) =>
  cell
    .trim()
    .replaceAll('\0', '\ufffd')
    .replace(/\s*[\r\n]\s*/g, ' ');

/** All rows, the header first. Throws `BrokenFile`. */
export async function* readRecords(
  open: CsvSource,
  { delimiter, encoding }: CsvFormat,
): AsyncGenerator<CsvRecord> {
  const chunks = decoded(open, encoding);
  const rows = readRegularRows(chunks, { delimiter, maxCells: MAX_COLUMNS + 1 });
  const pause = createPauses();
  try {
    for (let count = 1; ; count += 1) {
      const next = await rows.next();
      if (next.done) {
        if (next.value) yield* parseRest(chunks, next.value, delimiter);
        return;
      }
      yield toRecord(next.value);
      if (count % ROWS_AT_ONCE === 0) await pause();
    }
  } finally {
    await chunks.return(undefined);
  }
}

function toRecord({ cells, line, lastLine, size }: RegularRow): CsvRecord {
  if (cells.length > MAX_COLUMNS) throw new BrokenFile(line, TOO_MANY_COLUMNS);
  const hasLongCell = size > LONGEST_CELL && cells.some(({ length }) => length > LONGEST_CELL);
  return { cells, line, lastLine, size, hasLongCell };
}

/** Parses a file from the first row on that is not regular. */
async function* parseRest(
  chunks: AsyncGenerator<string>,
  rest: Rest,
  delimiter: string,
): AsyncGenerator<CsvRecord> {
  let parsed = rest.lines;
  let last = rest.lines;
  let end = 0;
  const parser = parse({
    ...OPTIONS,
    delimiter,
    ...(rest.lineBreak === null ? {} : { record_delimiter: rest.lineBreak }),
    info: true,
    on_record: (record, { lines }) => {
      parsed = rest.lines + lines;
      return record;
    },
  });
  boundWork(parser);
  // An error of the file destroys the parser, which also ends the loop below.
  const reading = pipeline(Readable.from(inSlices(rest.text, chunks)), parser).catch(
    () => undefined,
  );
  try {
    for await (const { record: cells, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number; bytes: number };
    }>) {
      const lastLine = rest.lines + info.lines;
      // A record that ends in the next line has no line break in it.
      const line = lastLine === last + 1 ? lastLine : firstLine(cells, lastLine);
      yield toRecord({ cells, line, lastLine, size: info.bytes - end });
      last = lastLine;
      end = info.bytes;
    }
  } catch (error) {
    throw error instanceof CsvError ? new BrokenFile(parsed + 1, reasonOf(error)) : error;
  } finally {
    parser.destroy();
    await reading;
  }
}

/** The largest buffer of a cell that is kept for the next cell, in bytes. */
const KEPT_BUFFER = 16 * 1024;

/**
 * Limits the work of the parser for a row or a cell, by changing its internal state.
 * `hostile-files.test.ts` fails when a new version of the parser works in another way.
 *
 * The parser creates an error with a copy of the row for each row whose length differs from the
 * first, even if such rows are allowed. Here each row has the expected length.
 *
 * The buffer of a cell grows to the longest one, and is copied as a whole at some quotes. After one
 * long cell, each short one would take milliseconds. So the buffer is made small again.
 */
function boundWork(parser: Parser): void {
  const { api } = parser as unknown as { api: ParserInside };
  const { state } = api;
  const onRecord = api.__onRecord.bind(api);
  api.__onRecord = (push) => {
    state.expectedRecordLength = state.record.length;
    return onRecord(push);
  };
  const { field } = state;
  const onField = api.__onField.bind(api);
  api.__onField = () => {
    const error = onField();
    if (field.size > KEPT_BUFFER) {
      field.size = 1024;
      field.buf = Buffer.allocUnsafe(field.size);
    }
    return error;
  };
}

interface ParserInside {
  state: {
    record: string[];
    expectedRecordLength: number;
    field: { size: number; buf: Buffer };
  };
  __onRecord(push: unknown): unknown;
  __onField(): unknown;
}

function reasonOf(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return 'A quote that opens in this row is never closed, so nothing of the file was read.';
  }
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return 'This row has more than four million characters, so nothing of the file was read. Perhaps a quote that opens in it is never closed.';
  }
  return `The file cannot be read from this row on: ${error.message}`;
}

async function readHead(open: CsvSource): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of open()) {
    chunks.push(Buffer.from(chunk as Uint8Array));
    bytes += chunk.length;
    if (bytes >= HEAD) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD);
}

function encodingOf(head: Buffer): CsvFormat['encoding'] {
  const mark = head.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  // Without a mark, every second byte of a Latin text is zero.
  if (head.length >= 4 && head[1] === 0 && head[3] === 0) return 'utf-16le';
  if (head.length >= 4 && head[0] === 0 && head[2] === 0) return 'utf-16be';
  return 'utf-8';
}

/** Spreadsheets of some countries write semicolons, and some programs tabs. */
function delimiterOf(head: string): string {
  const [first = ''] = head.replace(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** The text of the file, in parts. Throws `BrokenFile` for bytes that are not UTF-8. */
async function* decoded(open: CsvSource, encoding: CsvFormat['encoding']): AsyncGenerator<string> {
  if (encoding !== 'utf-8') {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of open()) {
      yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
    return;
  }
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of open()) {
    if (typeof chunk === 'string') {
      yield chunk;
      continue;
    }
    for (const slice of slicesOf(chunk, DECODED_AT_ONCE)) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, slice]) : slice;
      const end = endOfWhole(bytes);
      const whole = bytes.subarray(0, end);
      if (!isUtf8(whole)) throw notUtf8(line, whole);
      line += countLines(whole);
      rest = bytes.subarray(end);
      yield whole.toString();
    }
  }
  if (rest.length > 0) throw notUtf8(line, rest);
}

/** A text and the ones after it, as bytes in small parts. */
async function* inSlices(first: string, more: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const pause = createPauses();
  for (let text: string | undefined = first; text !== undefined; text = (await more.next()).value) {
    for (const slice of slicesOf(Buffer.from(text), PARSED_AT_ONCE)) {
      yield slice;
      await pause();
    }
  }
}

/** Views of the bytes, of this length at most. */
function* slicesOf({ buffer, byteOffset, length }: Uint8Array, most: number): Generator<Buffer> {
  for (let from = 0; from < length; from += most) {
    yield Buffer.from(buffer, byteOffset + from, Math.min(most, length - from));
  }
}

/** The end of the last complete character. A chunk may end inside a character. */
function endOfWhole(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

function notUtf8(firstLine: number, bytes: Buffer): BrokenFile {
  let line = firstLine;
  let from = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    if (!isUtf8(bytes.subarray(from, at))) break;
    from = at + 1;
    line += 1;
  }
  return new BrokenFile(
    line,
    'This line has characters that are not UTF-8, so nothing of the file was read. Please save it as “CSV UTF-8”.',
  );
}

// csv-parse reports the last line of a record, and quoted cells may hold line breaks.
function firstLine(record: string[], lastLine: number): number {
  return lastLine - record.reduce((breaks, cell) => breaks + countBreaks(cell), 0);
}

/** The text of a cell; empty for one that is too long. PostgreSQL stores no text with a NUL in it. */
export function clean(cell: string): string {
  if (cell.length > LONGEST_CELL) return '';
  return (cell.includes('\0') ? cell.replaceAll('\0', '') : cell).trim();
}
