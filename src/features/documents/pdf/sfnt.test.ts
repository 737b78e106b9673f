import { readFileSync } from 'node:fs';
import { convert } from 'fontverter';
import { expect, test } from 'vitest';
import { filesOf } from './font-files.ts';
import { codePointsOf, withFamilyName } from './sfnt.ts';

const file = (letter: string) => filesOf('noto-sans').get(letter.codePointAt(0) ?? 0) ?? '';
const sumOf = (bytes: Buffer) => {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
};

test('a renamed font has its new name alone, and sums that are right', async () => {
  const font = await convert(readFileSync(file('α')), 'truetype');
  const renamed = withFamilyName(font, 'letters7');
  const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
  expect(font.includes(utf16('Noto Sans'))).toBe(true);
  expect(renamed.includes(utf16('Noto Sans'))).toBe(false);
  expect(renamed.includes(utf16('letters7'))).toBe(true);
  // The whole file adds up to this number of the format.
  expect(sumOf(renamed)).toBe(0xb1b0afba);
  for (let index = 0; index < renamed.readUInt16BE(4); index += 1) {
    const at = 12 + index * 16;
    const [sum, start, length] = [4, 8, 12].map((offset) => renamed.readUInt32BE(at + offset));
    const tag = renamed.toString('latin1', at, at + 4);
    const bytes = Buffer.alloc(((length ?? 0) + 3) & ~3);
    renamed.copy(bytes, 0, start, (start ?? 0) + (length ?? 0));
    if (tag === 'head') bytes.writeUInt32BE(0, 8);
    expect([tag, sumOf(bytes)]).toEqual([tag, sum]);
  }
  // It can be renamed again, and nothing else of it was lost.
  expect(withFamilyName(renamed, 'letters7').equals(renamed)).toBe(true);
  expect(codePointsOf(renamed)).toEqual(codePointsOf(font));
});

test('the code points of a font are those that it has a glyph for', async () => {
  const greek = codePointsOf(await convert(readFileSync(file('α')), 'truetype'));
  expect(['α', 'Ω', 'A', 'Щ'].map((letter) => greek.has(letter.charCodeAt(0)))).toEqual([
    ...[true, true, false, false],
  ]);
});
