/** Chooses the font file of each letter of a document, and makes small fonts of these files. */
import { readFile } from 'node:fs/promises';
import { convert } from 'fontverter';
import subsetFont from 'subset-font';
import { filesOf, fontsFor } from './font-files.ts';
import { codePointsOf, withFamilyName } from './sfnt.ts';

/** What stands for a letter that no font has. */
const REPLACEMENT = '\ufffd';
/** Characters that show nothing. Fonts need not have them. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface FontFile {
  /** The name that the font has in this document. */
  name: string;
  bytes: Buffer;
  codePoints: Set<number>;
}

/** The font file of each letter; letters that no font has are missing. */
export type FontsOfLetters = Map<string, FontFile>;

/** Reads the font files that a text needs. */
export async function chooseFonts(text: string): Promise<FontsOfLetters> {
  const fonts = fontsFor(text);
  const files = new Map<string, FontFile>();
  const read = async (path: string): Promise<FontFile> => {
    const bytes = await convert(await readFile(path), 'truetype');
    const name = `letters${files.size}`;
    const file = { name, bytes, codePoints: codePointsOf(bytes) };
    files.set(path, file);
    return file;
  };
  const chosen: FontsOfLetters = new Map();
  for (const letter of new Set(text + REPLACEMENT)) {
    const code = letter.codePointAt(0) ?? 0;
    for (const font of fonts) {
      const path = filesOf(font).get(code);
      if (!path) continue;
      const file = files.get(path) ?? (await read(path));
      if (!file.codePoints.has(code)) continue;
      chosen.set(letter, file);
      break;
    }
  }
  return chosen;
}

/** A text in which each letter that no font has is replaced by a sign. */
export function withPrintableLetters(text: string, fonts: FontsOfLetters): string {
  const isPrintable = (letters: string) =>
    Array.from(letters).every((letter) => fonts.has(letter) || UNSEEN.test(letter));
  if (isPrintable(text)) return text;
  return Array.from(graphemes.segment(text), ({ segment }) =>
    isPrintable(segment) ? segment : REPLACEMENT,
  ).join('');
}

/** The fonts of a text in one weight, with its letters alone. */
export async function makeFonts(
  text: string,
  weight: number,
  fonts: FontsOfLetters,
): Promise<Buffer[]> {
  const files = new Set(Array.from(text, (letter) => fonts.get(letter)));
  const made: Buffer[] = [];
  for (const file of files) {
    if (!file) continue;
    const font = await subsetFont(file.bytes, text, {
      targetFormat: 'sfnt',
      variationAxes: { wght: weight },
      noHinting: true,
    });
    made.push(withFamilyName(font, file.name));
  }
  return made;
}
