/** What of a paste had no place in the grid. */
import { counted } from '#shared/counted.ts';

export interface LeftOut {
  /** Rows below the last one of the grid, and columns beside it. */
  rows: number;
  columns: number;
  /** Cells that can't be changed, and for which another text was pasted. */
  locked: number;
  /** Other values than the first one, in cells that share their value with further rows. */
  others: number;
}

/** A sentence about what was left out; null when everything was pasted. */
export function leftOutText({ rows, columns, locked, others }: LeftOut): string | null {
  const outside = [counted(rows, 'row'), counted(columns, 'column')].filter(
    (_, index) => [rows, columns][index],
  );
  const sentences = [
    outside.length > 0 && `${outside.join(' and ')} did not fit into the grid.`,
    locked > 0 && `${counted(locked, 'cell')} can't be changed here.`,
    others > 0 &&
      `${counted(others, 'other value')}: all rows of a product have the same there, and the first value counts.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? `Left out of the paste: ${sentences.join(' ')}` : null;
}
