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
