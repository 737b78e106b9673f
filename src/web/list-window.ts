import { firstCharacters } from '#shared/first-characters.ts';

/** Which part of a long list a page shows, as its address says: `?show=48`, `?after=…`. */
export interface ListWindow {
  limit: number;
  /** The cursor of the row before the first one shown; null at the start of the list. */
  after: string | null;
}

/** How many rows a page starts with, and how many 'Load more' adds. */
export const LIST_STEP = 24;
/** More rows than this are on another page. */
export const LIST_MOST = 96;

export function readListWindow(url: URL): ListWindow {
  const asked = Number(url.searchParams.get('show')) || LIST_STEP;
  const steps = Math.ceil(asked / LIST_STEP);
  return {
    limit: Math.min(LIST_MOST, Math.max(LIST_STEP, steps * LIST_STEP)),
    after: url.searchParams.get('after'),
  };
}

/** What an address says of its list, but for these; and without what was to be done or said once. */
export function listParams(search: string, ...except: string[]): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const name of ['notice', 'remove', 'undo', ...except]) params.delete(name);
  return params;
}

/** The address of the same list with more rows; of its next page once there are `LIST_MOST`. */
export function moreRows(search: string, { limit }: ListWindow, next: string) {
  const isPage = limit >= LIST_MOST;
  const params = isPage ? listParams(search, 'show') : listParams(search);
  if (isPage) params.set('after', next);
  else params.set('show', String(limit + LIST_STEP));
  return { isPage, search: `?${params}` };
}

/** Characters of a text that a list is searched for. */
export const LONGEST_TEXT = 100;

/** The text that a list is searched for, `?q=…`; null for none. */
export function readText(params: URLSearchParams): string | null {
  const text = (params.get('q') ?? '').replaceAll('\0', '').trim();
  return firstCharacters(text, LONGEST_TEXT) || null;
}
