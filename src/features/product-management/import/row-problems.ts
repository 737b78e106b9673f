/** Why a row of a file can't be read as it is. */
import { type CsvFormat, type CsvRecord, LONG_CELL } from './csv-file.ts';

const HINTS: Record<string, string> = {
  ',': 'A price such as 4,99 needs quotes.',
  ';': 'A text with a semicolon needs quotes.',
  '\t': 'A text with a tab needs quotes.',
};

/** Why a row is wrong as a whole. */
export interface RowProblem {
  reason: string;
  /** Whether a cell may have what belongs to another column, also the name of its product. */
  isShifted: boolean;
}

/**
 * A function that says why a row is wrong as a whole; null if it is not. `keys` are the places of
 * what finds products: without its NUL, such a text could be the one of another product.
 */
export function createRowCheck(
  { header, delimiter }: CsvFormat,
  keys: Iterable<number>,
): (record: CsvRecord) => RowProblem | null {
  const width = header.length;
  const places = [...new Set(keys)];
  return ({ cells, hasLongCell }) => {
    const count = cells.length > width ? usedCells(cells, width) : width;
    const isShifted = count > width;
    if (hasLongCell) return { reason: LONG_CELL, isShifted };
    if (isShifted) {
      const reason = `The row has ${count} cells, and the heading has ${width}. ${HINTS[delimiter] ?? ''}`;
      return { reason, isShifted };
    }
    for (const at of places) {
      if (cells[at]?.includes('\0')) {
        const reason = `${header[at]} has a NUL in it, which nothing may have that finds a product.`;
        return { reason, isShifted };
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
