import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { type CsvFormat, type CsvSource, readRecords } from './csv-file.ts';

const FORMAT: CsvFormat = { header: [], delimiter: ',', encoding: 'utf-8' };
const PIECES = ['a', 'bc', ' ', ',', ',', '"', '""', '"x"', '"y,z"', '"1\n2"', '\n', '\n', '\r\n'];

/** Returns a function that makes the same numbers below `limit` in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

async function read(text: string, part: number) {
  const open: CsvSource = async function* () {
    for (let at = 0; at < text.length; at += part) yield text.slice(at, at + part);
  };
  const rows: string[][] = [];
  for await (const { cells } of readRecords(open, FORMAT)) rows.push(cells);
  return rows;
}

test('rows are read as the parser reads them, regular or not, in parts of any length', async () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const next = numbers(seed);
    const text = Array.from({ length: next(30) }, () => PIECES[next(PIECES.length)]).join('');
    const expected = (() => {
      try {
        const options = { relax_column_count: true, skip_empty_lines: true, relax_quotes: true };
        return parse(text, options);
      } catch {
        return 'a quote is not closed';
      }
    })();
    const rows = await read(text, 1 + next(12)).catch(() => 'a quote is not closed');
    expect(rows, JSON.stringify(text)).toEqual(expected);
  }
});

test('each row has the lines of the file where it begins and ends', async () => {
  const text = 'head,"of\ntwo"\n\na,b\n"1\r\n2\n3",c\nd,"e"';
  const open: CsvSource = async function* () {
    yield text;
  };
  const lines: number[][] = [];
  for await (const { line, lastLine } of readRecords(open, FORMAT)) lines.push([line, lastLine]);
  expect(lines).toEqual([
    [1, 2],
    [4, 4],
    [5, 7],
    [8, 8],
  ]);
});
