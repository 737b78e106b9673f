/**
 * The most products that are selected at a time. A form may have 64 KB, and an id has 30 characters.
 */
export const MAX_SELECTED = 2_000;

/** The field with the ids of all selected products: a form may have fewer fields than that. */
export const SELECTED = 'ids';

export const joinIds = (ids: Iterable<string>): string => [...ids].join(' ');

/** The ids in a posted form. Without script each box that is checked has a field. */
export function readIds(posted: FormData): string[] {
  const joined = String(posted.get(SELECTED) ?? '').split(' ');
  return [...joined, ...posted.getAll('id').map(String)].filter((id) => id !== '');
}
