/**
 * The font files that may have a letter. The fonts are those of the Noto project, in packages that
 * split each font by ranges of letters. Each package lists these ranges; a file may have less.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** A letter has the first font that it is in. So digits and punctuation are Latin in all scripts. */
const FONTS = [
  'noto-sans',
  'noto-sans-bengali',
  'noto-sans-devanagari',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-tamil',
];
const CHINESE = 'noto-sans-sc';
const JAPANESE = 'noto-sans-jp';
const KOREAN = 'noto-sans-kr';

// The same characters look different in the three languages. An address in characters alone tells
// its language by the name of its country.
const IN_JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}]|Japan|日本/u;
const IN_KOREAN = /\p{Script=Hangul}|South Korea/u;

/** The names of the fonts for a text, in the order in which they are looked into. */
export function fontsFor(text: string): string[] {
  if (IN_JAPANESE.test(text)) return [...FONTS, JAPANESE, CHINESE, KOREAN];
  if (IN_KOREAN.test(text)) return [...FONTS, KOREAN, CHINESE, JAPANESE];
  return [...FONTS, CHINESE, JAPANESE, KOREAN];
}

const filesOfFonts = new Map<string, Map<number, string>>();

/** The file of each code point of a font, as the package says. */
export function filesOf(font: string): Map<number, string> {
  const known = filesOfFonts.get(font);
  if (known) return known;
  const folder = dirname(require.resolve(`@fontsource-variable/${font}/package.json`));
  const parts: Record<string, string> = JSON.parse(
    readFileSync(join(folder, 'unicode.json'), 'utf8'),
  );
  const files = new Map<number, string>();
  for (const [part, ranges] of Object.entries(parts)) {
    const file = join(folder, 'files', `${font}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`);
    for (const [first, last] of ranges.split(',').map(readRange)) {
      for (let code = first; code <= last; code += 1) {
        if (!files.has(code)) files.set(code, file);
      }
    }
  }
  filesOfFonts.set(font, files);
  return files;
}

/** Reads a range such as `U+0041-005A`, or a single code point. */
function readRange(text: string): [first: number, last: number] {
  const [first = 0, last = first] = text
    .slice('U+'.length)
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return [first, last];
}
