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

/** A new id: a prefix and a UUIDv7 in base 32, so ids of one kind sort by their creation. */
export function newId(prefix: IdPrefix): string {
  return typeid(prefix).toString();
}
