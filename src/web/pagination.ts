/** The part of a long list that a page shows, as in its address: `?show=48`, `?after=…`. */
export interface ListWindow {
  limit: number;
  /** The cursor of the row before the first one shown; null at the start of the list. */
  after: string | null;
}

/**
 * The numbers of rows on a page: the first, and more with each 'Load more'. Further rows are on the
 * next page.
 */
export const PAGE_SIZES: readonly number[] = [24, 48, 72, 96];

/** The part of a list that 'Load more' extends; lists of the console have `readListPage`. */
export function readListWindow({ searchParams }: URL): ListWindow {
  const asked = Number(searchParams.get('show')) || 0;
  const limit = PAGE_SIZES.find((size) => size >= asked) ?? Math.max(...PAGE_SIZES);
  return { limit, after: searchParams.get('after') };
}

/** The parameters of a list's address, without the excepted ones and those for one use. */
export function listParams(search: string, ...except: string[]): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const name of ['notice', 'remove', 'undo', ...except]) params.delete(name);
  return params;
}

/** The address of the same list, without the parameters for one use. */
export function listAddress({ pathname, search }: URL): string {
  const params = listParams(search);
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

/** The most lines of all orders on a page. With more, the page would take too long to render. */
export const MAX_ORDER_LINES = 300;

/**
 * The address of the same list with `added` more rows; with 0, that of its next page. A page with
 * fewer rows than its limit can't grow, for example because of `MAX_ORDER_LINES`.
 */
export function moreRows(search: string, { limit }: ListWindow, next: string, shown = limit) {
  const size = shown < limit ? undefined : PAGE_SIZES.find((larger) => larger > limit);
  const params = size ? listParams(search) : listParams(search, 'show');
  if (size) params.set('show', String(size));
  else params.set('after', next);
  return { added: size ? size - limit : 0, search: `?${params}` };
}

/** The key that an address names; without one, the first key, which is the default. */
export function readChoice<Key extends string>(
  asked: string | null,
  choices: Record<Key, unknown>,
): Key {
  return asked !== null && Object.hasOwn(choices, asked) ? (asked as Key) : usualOf(choices);
}

/** The parameter for one of these keys; the default needs none. */
export function choiceParam<Key extends string>(
  chosen: Key,
  choices: Record<Key, unknown>,
): Key | '' {
  return chosen === usualOf(choices) ? '' : chosen;
}

function usualOf<Key extends string>(choices: Record<Key, unknown>): Key {
  return Object.keys(choices)[0] as Key;
}
