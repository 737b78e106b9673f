import type { Ctx } from '#features/context.ts';

/** A request for a page. */
export interface OpenedPage {
  method: string;
  header(name: string): string | undefined;
  isOfStaff: boolean;
  /** The client's address. */
  address: string;
}

/**
 * Counts a search for the reports of staff, if a person may have opened its page. Searches of staff
 * do not count, because they try out their changes.
 */
export function noteSearch(
  { searches }: Pick<Ctx, 'searches'>,
  opened: OpenedPage,
  { text, found }: { text: string; found: boolean },
): void {
  if (opened.isOfStaff || !isOpened(opened)) return;
  searches.noteSearch(opened.address, text, found);
}

/**
 * Whether a person may have opened this page: it is no HEAD, nothing inside another site's page, and
 * nothing that a browser fetches in case it is opened.
 */
function isOpened({ method, header }: OpenedPage): boolean {
  const isEmbedded =
    header('sec-fetch-site') === 'cross-site' && header('sec-fetch-dest') !== 'document';
  const isPrefetched = header('sec-purpose')?.startsWith('prefetch');
  return method !== 'HEAD' && !isEmbedded && !isPrefetched;
}
