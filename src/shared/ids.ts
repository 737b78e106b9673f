import { randomUUID } from 'node:crypto';
import { typeid } from 'typeid-js';

/** The prefix that tells what an id belongs to: `ord_01k…`. */
export type IdPrefix =
  | 'prd'
  | 'img'
  | 'var'
  | 'crt'
  | 'ord'
  | 'pay'
  | 'rfd'
  | 'req'
  | 'msg'
  | 'usr'
  | 'viw'
  | 'bat'
  | 'job'
  | 'fil'
  | 'cat'
  | 'col'
  | 'adr'
  | 'ful'
  | 'pin'
  | 'syn'
  | 'zon'
  | 'dlv'
  | 'ret'
  | 'pho'
  | 'com'
  | 'doc'
  | 'tax'
  | 'pag';

/** The id of a request. Every request gets one, so it is cheap and not sortable. */
export function newRequestId(): string {
  return `req_${randomUUID()}`;
}

/** A new id: a prefix and a UUIDv7 in base 32, so ids of one kind sort by their creation. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}

/** The digits of ids: base 32 without letters that are easily mistaken. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Later years have more than four digits, which databases read differently. */
const LATEST_MS = Date.UTC(9999, 0);

/**
 * When an id was made, by the clock of the process that made it. The first 48 bits of its UUID are
 * milliseconds, and its first ten characters have these. Null for another text.
 */
export function timeOfId(id: string): Date | null {
  const digits = /^[a-z]{3}_([0-9a-hjkmnp-tv-z]{10})[0-9a-hjkmnp-tv-z]{16}$/.exec(id)?.[1];
  if (digits === undefined) return null;
  const ms = [...digits].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);
  return ms < LATEST_MS ? new Date(ms) : null;
}
