// Unicode classes these as letters, but they show nothing: Hangul fillers, and Braille without a
// dot.
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * True for a text with a visible character. Spaces, joiners, combining marks without a letter, and
 * characters that change the direction of writing are invisible.
 */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text.replace(BLANK, ''));
}
