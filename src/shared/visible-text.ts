// Unicode classes these as letters, but they show nothing: Hangul fillers, and Braille without a
// dot.
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Characters that change the direction of writing, so that a text looks like another one. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Characters that show nothing, so that two texts look the same: spaces of no width and hyphens. */
const UNSEEN = /[\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff]/gu;

/** Joiners show nothing at the end of a word. */
const JOINERS_AT_END = /[\u200c\u200d]+(?=\s|$)/gu;

/** A text without invisible characters. Joiners stay, because scripts and emoji need them. */
export function withoutInvisible(text: string): string {
  return text.replace(BIDI_CONTROLS, '').replace(UNSEEN, '');
}

/**
 * The same text for names that differ only in case, in white space, in characters that show nothing,
 * or in how accents are stored.
 */
export function sameLook(name: string): string {
  const visible = withoutInvisible(name).replace(/\s+/g, ' ').replace(JOINERS_AT_END, '');
  return visible.trim().normalize('NFC').toLowerCase();
}

/**
 * True for a text with a visible character. Spaces, joiners, combining marks without a letter, and
 * characters that change the direction of writing are invisible.
 */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text.replace(BLANK, ''));
}
