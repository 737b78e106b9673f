import { type Page, toPage } from '#shared/pagination.ts';

/** What a page of orders shows at most. */
export interface OrderPageSize {
  /** 1 to 100. */
  limit: number;
  /** Lines of all its orders together; without it any number. One order is always shown whole. */
  mostLines?: number;
}

/**
 * Splits orders that were read with one too many into a page and the cursor of the next. Ninety-six
 * orders of fifty lines would take the process a third of a second to render.
 */
export function toOrderPage<Row extends { lines: unknown[] }>(
  rows: Row[],
  { limit, mostLines = Number.POSITIVE_INFINITY }: OrderPageSize,
  cursorOf: (row: Row) => unknown[],
): Page<Row> {
  let lines = 0;
  const tooMany = rows.slice(0, limit).findIndex((row, index) => {
    lines += row.lines.length;
    return lines > mostLines && index > 0;
  });
  return toPage(rows, tooMany === -1 ? limit : tooMany, cursorOf);
}
