import { lazy } from './lazy.ts';

const characters = lazy(() => new Intl.Segmenter('en'));

/** The first `count` characters of a text as people count them. Never cuts an emoji. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let seen = 0;
  for (const { index } of characters().segment(text)) {
    if (seen === count) return text.slice(0, index);
    seen += 1;
  }
  return text;
}
