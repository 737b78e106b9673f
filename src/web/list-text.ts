// Not in `pagination.ts`: only lists for staff read texts and categories so.
import { firstCharacters } from '#shared/first-characters.ts';

/** The most characters of a search text. */
export const LONGEST_TEXT = 100;

/** The search text, `?q=…`; null without one. */
export function readText(params: URLSearchParams): string | null {
  return readWords(params, 'q', LONGEST_TEXT);
}

/** The text of a parameter without outer spaces, cut at `most` characters; null without one. */
export function readWords(params: URLSearchParams, name: string, most: number): string | null {
  const words = (params.get(name) ?? '').replaceAll('\0', '').trim();
  return firstCharacters(words, most) || null;
}

/**
 * The category of a list for staff, `?category=ID`; null for all categories, and for an unknown
 * one.
 */
export function readCategory(
  params: URLSearchParams,
  categories: readonly { id: string }[],
): string | null {
  return categories.find(({ id }) => id === params.get('category'))?.id ?? null;
}
