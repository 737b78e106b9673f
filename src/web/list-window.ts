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
