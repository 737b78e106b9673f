/** Why a row of a file can't be read as it is. */
import { type CsvFormat, type CsvRecord, LONG_CELL } from './csv-file.ts';

const HINTS: Record<string, string> = {
  ',': 'A price such as 4,99 needs quotes.',
  ';': 'A text with a semicolon needs quotes.',
  '\t': 'A text with a tab needs quotes.',
};

/**
 * A function that says why a row is wrong as a whole; null if it is not. `keys` are the places of
 * SKUs and handles: without its NUL, such a text could be the one of another product.
 */
export function createRowCheck(
  { header, delimiter }: CsvFormat,
  keys: Iterable<number>,
): (record: CsvRecord) => string | null {
  const width = header.length;
  const places = [...new Set(keys)];
  return ({ cells, hasLongCell }) => {
    if (hasLongCell) return LONG_CELL;
    if (cells.length > width) {
      const count = usedCells(cells, width);
      if (count > width) {
        return `The row has ${count} cells, and the heading has ${width}. ${HINTS[delimiter] ?? ''}`;
      }
    }
    for (const at of places) {
      if (cells[at]?.includes('\0')) {
        return `${header[at]} has a NUL in it, which no SKU or handle may have.`;
      }
    }
    return null;
  };
}

/** How many cells a row has, without empty ones at its end that are beyond the heading. */
export function usedCells(cells: string[], width: number): number {
  let count = cells.length;
  while (count > width && cells[count - 1]?.trim() === '') count -= 1;
  return count;
}
