import { randomUUID } from 'node:crypto';
import { typeid } from 'typeid-js';

/** What an id is of, readable at its front: `ord_01k…`. */
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
  | 'usr';

/** Names one request. Made for each of them, so it takes the least: nothing is sorted by it. */
export function newRequestId(): string {
  return `req_${randomUUID()}`;
}

/** A new id: a prefix and a UUIDv7 in base 32, so ids of one kind sort by their creation. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}
