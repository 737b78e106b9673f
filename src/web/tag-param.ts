// Not in `pagination.ts`: the script of every page of the shop would have all that is in `tags.ts`.
import { LONGEST_PRODUCT_TAG } from '#shared/tags.ts';
import { readWords } from './list-text.ts';

/** The tag of a list for staff, `?tag=…`; null without one. */
export function readTag(params: URLSearchParams): string | null {
  return readWords(params, 'tag', LONGEST_PRODUCT_TAG);
}
