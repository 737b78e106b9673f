import { firstCharacters } from './first-characters.ts';
import { withoutInvisible } from './visible-text.ts';

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text for a single line, such as a subject or a city, with at most `most` characters. */
export function oneLine(text: string, most = 200): string {
  const line = withoutInvisible(text).replace(CONTROLS, ' ').trim();
  return firstCharacters(line, most);
}
