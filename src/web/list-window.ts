import { firstCharacters } from '#shared/first-characters.ts';

/** Which part of a long list a page shows, as its address says: `?show=48`, `?after=…`. */
export interface ListWindow {
  limit: number;
  /** The cursor of the row before the first one shown; null at the start of the list. */
  after: string | null;
}

/** How many rows a page shows: the first size, and more with each 'Load more'. Further rows are on another page. */
export const PAGE_SIZES = [24, 48, 72, 96] as const;

export function readListWindow({ searchParams }: URL): ListWindow {
  const asked = Number(searchParams.get('show')) || 0;
  const limit = PAGE_SIZES.find((size) => size >= asked) ?? Math.max(...PAGE_SIZES);
  return { limit, after: searchParams.get('after') };
}

/** What an address says of its list, but for these; and without what was to be done or said once. */
export function listParams(search: string, ...except: string[]): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const name of ['notice', 'remove', 'undo', ...except]) params.delete(name);
  return params;
}

/** The address of the same list with more rows, and how many more; of its next page after the last size. */
export function moreRows(search: string, { limit }: ListWindow, next: string) {
  const size = PAGE_SIZES.find((larger) => larger > limit);
  const params = size ? listParams(search) : listParams(search, 'show');
  if (size) params.set('show', String(size));
  else params.set('after', next);
  return { isPage: !size, added: size ? size - limit : 0, search: `?${params}` };
}

/** The usual one of what a list can be: the first. It needs no word in the address. */
export function usualOf<Key extends string>(choices: Record<Key, unknown>): Key {
  return Object.keys(choices)[0] as Key;
}

/** Which of these the address asks for by this parameter; the usual one if none. */
export function readChoice<Key extends string>(
  asked: string | null,
  choices: Record<Key, unknown>,
): Key {
  return asked !== null && Object.hasOwn(choices, asked) ? (asked as Key) : usualOf(choices);
}

/** Characters of a text that a list is searched for. */
export const LONGEST_TEXT = 100;

/** The text that a list is searched for, `?q=…`; null for none. */
export function readText(params: URLSearchParams): string | null {
  const text = (params.get('q') ?? '').replaceAll('\0', '').trim();
  return firstCharacters(text, LONGEST_TEXT) || null;
}
