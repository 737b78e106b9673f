import { AppError } from './errors.ts';

/** A page of a list. `next` is the cursor of the next page, null on the last one. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

/** Splits rows that were read with one too many into a page and the cursor of the next. */
export function toPage<T>(rows: T[], limit: number, cursorOf: (row: T) => unknown[]): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, next: more ? encodeCursor(cursorOf(last)) : null };
}

/** The sort key of the last row as one opaque word for an address. */
export function encodeCursor(key: unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Reads a cursor of `length` strings; refuses one that this shop did not make. */
export function decodeCursor(cursor: string, length: number): string[] {
  const key = readCursor(cursor, length);
  if (!key) throw noSuchPage();
  return key;
}

/** Where a sorted list continues: the sort value and the id of the last row. */
export interface SortedAfter {
  value: string;
  id: string;
}

/** The PostgreSQL type of the sort value. */
export type SortedType = 'timestamptz' | 'bigint' | 'text';

/**
 * Reads the cursor of a list that can be sorted in several ways. The cursor names its sort. Null
 * (the first page) for none, a broken one and one of another sort.
 */
export function readSortedCursor(
  cursor: string | null | undefined,
  sort: string,
  type: SortedType,
): SortedAfter | null {
  const [name, value = '', id = ''] = (cursor && readCursor(cursor, 3)) || [];
  const isValue = { timestamptz: isTime, bigint: isAmount, text: isText }[type];
  return name === sort && isValue(value) && isText(id) ? { value, id } : null;
}

/**
 * Reads the cursor of a list that is sorted by creation and id; null (the first page) for none.
 * Refuses a broken one, because a program that follows a list would read its first page forever.
 */
export function decodeTimeCursor(
  cursor: string | null | undefined,
): { createdAt: string; id: string } | null {
  if (!cursor) return null;
  const [createdAt = '', id = ''] = decodeCursor(cursor, 2);
  if (!isTime(createdAt) || !isText(id)) throw noSuchPage();
  return { createdAt, id };
}

/**
 * The cursor in the address of a page whose list is sorted by creation and id. Null (the first
 * page) for none, and for a broken one.
 */
export function soundTimeCursor(cursor: string | null): string | null {
  const [createdAt = '', id = ''] = (cursor && readCursor(cursor, 2)) || [];
  return isTime(createdAt) && isText(id) ? cursor : null;
}

/** The parts of a cursor of `length` strings; null for one that this shop did not make. */
export function readCursor(cursor: string, length: number): string[] | null {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(key) && key.length === length && key.every((k) => typeof k === 'string')) {
      return key;
    }
  } catch {
    // Any error means null.
  }
  return null;
}

// PostgreSQL must be able to read it too. It refuses '1', the year 20000 and the 31st of February.
function isTime(text: string): boolean {
  const time = new Date(text);
  const isDate = /^[1-9]\d{3}-/.test(text) && !Number.isNaN(time.getTime());
  return isDate && time.toISOString() === text;
}

function isAmount(text: string): boolean {
  return /^\d{1,15}$/.test(text);
}

function isText(text: string): boolean {
  return !text.includes('\0');
}

function noSuchPage(): AppError {
  return new AppError('invalid_request', 'That page of the list does not exist.');
}
