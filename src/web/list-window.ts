import { firstCharacters } from '#shared/first-characters.ts';

/** Which part of a long list a page shows, as its address says: `?show=48`, `?after=…`. */
export interface ListWindow {
  limit: number;
  /** The cursor of the row before the first one shown; null at the start of the list. */
  after: string | null;
}

/** How many rows a page shows: the first size, and more with each 'Load more'. Further rows are on another page. */
export const PAGE_SIZES: readonly number[] = [24, 48, 72, 96];

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

/** The address of the same list with `added` more rows; with 0, that of its next page. */
export function moreRows(search: string, { limit }: ListWindow, next: string) {
  const size = PAGE_SIZES.find((larger) => larger > limit);
  const params = size ? listParams(search) : listParams(search, 'show');
  if (size) params.set('show', String(size));
  else params.set('after', next);
  return { added: size ? size - limit : 0, search: `?${params}` };
}

/** Which of these an address asks for; the first, which is the usual one, needs no word in it. */
export function readChoice<Key extends string>(
  asked: string | null,
  choices: Record<Key, unknown>,
): Key {
  return asked !== null && Object.hasOwn(choices, asked) ? (asked as Key) : usualOf(choices);
}

/** What an address says for one of these: nothing for the usual one. */
export function choiceParam<Key extends string>(
  chosen: Key,
  choices: Record<Key, unknown>,
): Key | '' {
  return chosen === usualOf(choices) ? '' : chosen;
}

function usualOf<Key extends string>(choices: Record<Key, unknown>): Key {
  return Object.keys(choices)[0] as Key;
}

/** Characters of a text that a list is searched for. */
export const LONGEST_TEXT = 100;

/** The text that a list is searched for, `?q=…`; null for none. */
export function readText(params: URLSearchParams): string | null {
  const text = (params.get('q') ?? '').replaceAll('\0', '').trim();
  return firstCharacters(text, LONGEST_TEXT) || null;
}
