import type { MenuEntry } from '#features/site-content.ts';

/** An entry of the menu, and where it is on screens that show the menu in a line. */
export interface PlacedEntry extends MenuEntry {
  /** Its classes in the line; absent if it is always there. */
  line?: string;
  /** Its classes under 'More'; absent if it is always in the line. */
  more?: string;
}

/**
 * The widths of the header from which on the line has so many pixels, beside a brand of BRAND
 * characters and an account whose name is cut after 64 pixels. From `xl` on the search has a field.
 * 84 rem is the widest that a page is.
 */
const STEPS = [
  { pixels: 544, line: '', more: '' },
  { pixels: 598, line: 'hidden xl:block', more: 'xl:hidden' },
  { pixels: 662, line: 'hidden min-[84rem]:block', more: 'min-[84rem]:hidden' },
];
const BRAND = { characters: 'Online Shop'.length, pixels: 13 };
/** Of an entry beside its text, with the gap to the next one. */
const AROUND = 32;
const MORE = 96;

/**
 * Places the entries of the menu, after 'Home'. The server can't measure text, so it estimates a
 * width that is rather too large.
 */
export function toMenuLine(entries: MenuEntry[], brand: string): PlacedEntry[] {
  const taken = Math.max(0, brand.length - BRAND.characters) * BRAND.pixels;
  const ends = entries.map((_, index) =>
    entries.slice(0, index + 1).reduce((sum, { name }) => sum + widthOf(name), widthOf('Home')),
  );
  const all = ends.at(-1) ?? 0;
  return entries.map((entry, index) => {
    const end = ends[index] ?? 0;
    const fits = STEPS.findIndex(({ pixels }) => {
      const room = pixels - taken;
      return all <= room || end <= room - MORE;
    });
    if (fits === 0) return entry;
    const { line, more } = STEPS[fits] ?? { line: 'hidden', more: '' };
    return { ...entry, line, more };
  });
}

/** Characters of scripts such as Bengali and Chinese are wider than Latin ones. */
function widthOf(name: string): number {
  const pixels = [...name].map((character) => (character < '\u0250' ? 9 : 16));
  return pixels.reduce((sum, one) => sum + one, AROUND);
}
