/**
 * Reads a file of counted units: an export of stock with counts added to it, or a file of a
 * scanner.
 */

import { counted } from '#shared/counted.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { fromSpreadsheet } from '#shared/spreadsheet-text.ts';
import { readTable, type Separator } from '../sheet/sheet-text.ts';

/** The most counts of a file, because each code is looked up. */
export const MOST_COUNTS = 1_000;

/** How many wrong lines are named, and how much of each. */
const MOST_NAMED = 10;
const LONGEST_SAID = 40;

/** The units of each code, or why the file can't be read. */
export type FileCounts =
  | { units: Map<string, number>; problem?: never }
  | { problem: string; units?: never };

/**
 * The column names in lower case, the best ones first. The on-hand column of an export is not a
 * count, because units on the shelf may differ from it.
 */
const CODES = ['sku', 'variant sku', 'barcode', 'variant barcode', 'ean', 'code'];
const UNITS = ['counted', 'count', 'quantity', 'units'];

/**
 * A file names its columns in its first line, or has a code and its units on each line. A line with
 * only a code means one unit, as scanners store them. The units of a repeated code are added up. A
 * variant without a number was not counted. A wrong line refuses the whole text, because without it
 * the units of a repeated code would be too few. `what` is what a problem calls the text.
 */
export function readCounts(text: string, what: 'file' | 'list' = 'file'): FileCounts {
  const rows = readTable(text, separatorOf(text)).map((row) =>
    row.map((cell) => fromSpreadsheet(cell).trim()),
  );
  const names = (rows[0] ?? []).map((name) => name.toLowerCase());
  const codesAt = CODES.map((name) => names.indexOf(name)).filter((at) => at >= 0);
  const hasHeader = codesAt.length > 0;
  const unitsAt = hasHeader ? UNITS.map((name) => names.indexOf(name)).find((at) => at >= 0) : 1;
  if (unitsAt === undefined) {
    return {
      problem: `The ${what} has no column ${what === 'file' ? 'Counted' : 'Units'}. Please name it in its first line.`,
    };
  }
  const units = new Map<string, number>();
  const wrong: { line: number; said: string }[] = [];
  for (const [index, row] of rows.entries()) {
    const code = hasHeader ? codesAt.map((at) => row[at]).find(Boolean) : row[0];
    const said = !hasHeader && row.length === 1 ? '1' : (row[unitsAt] ?? '');
    if ((hasHeader && index === 0) || !code || said === '') continue;
    const sum = (units.get(code) ?? 0) + Number(said);
    if (!/^\d+$/.test(said) || sum > MAX_UNITS) {
      wrong.push({ line: index + 1, said: said.slice(0, LONGEST_SAID) });
      continue;
    }
    units.set(code, sum);
  }
  if (wrong.length > 0) return { problem: problemOf(wrong) };
  if (units.size === 0)
    return { problem: `The ${what} has no ${what === 'file' ? 'counted units' : 'units'}.` };
  if (units.size > MOST_COUNTS) {
    return { problem: `The ${what} has more than 1,000 codes. Please divide it into several.` };
  }
  return { units };
}

function problemOf(wrong: { line: number; said: string }[]): string {
  const [first] = wrong;
  if (first && wrong.length === 1) {
    return `Nothing was taken. Line ${first.line}: "${first.said}" is not a number of units.`;
  }
  const named = wrong.slice(0, MOST_NAMED).map(({ line, said }) => `line ${line} "${said}"`);
  const more = wrong.length - named.length;
  const rest = more > 0 ? ` and ${counted(more, 'more line')}` : '';
  return `Nothing was taken. These are not numbers of units: ${named.join(', ')}${rest}.`;
}

/** These codes with their units, as lines that can be read again. */
export function linesOf(codes: string[], units: Map<string, number>): string {
  return codes
    .map((code) => {
      const cell = /[\t;,"]/.test(code) ? `"${code.replaceAll('"', '""')}"` : code;
      return `${cell}, ${units.get(code)}`;
    })
    .join('\n');
}

/** The separator of the first line that has one. A line with only a code has none. */
function separatorOf(text: string): Separator {
  const first = text.split('\n').find((line) => /[\t;,]/.test(line)) ?? '';
  const numberOf = (one: Separator) => first.split(one).length;
  return (['\t', ';', ','] as const).toSorted((a, b) => numberOf(b) - numberOf(a))[0] ?? ',';
}
