import { firstCharacters } from './first-characters.ts';

/** Characters that change the direction of writing, so that a text looks like another one. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text without the invisible characters that change the direction of writing. */
export function withoutBidiControls(text: string): string {
  return text.replace(BIDI_CONTROLS, '');
}

/** A text for a single line, such as a subject or a city, with at most so many characters. */
export function oneLine(text: string, most = 200): string {
  const line = withoutBidiControls(text).replace(CONTROLS, ' ').trim();
  return firstCharacters(line, most);
}
