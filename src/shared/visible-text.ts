// Letters by class that show nothing: fillers of Hangul, and Braille without a dot.
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * True for a text in which something can be seen: spaces, joiners, marks that need a letter before
 * them, and what turns the direction of writing are nothing by themselves.
 */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text.replace(BLANK, ''));
}
