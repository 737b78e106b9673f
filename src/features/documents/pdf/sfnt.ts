/** Reads and changes font files in the format sfnt (TrueType, OpenType). */

const HEADER = 12;
const RECORD = 16;
/** The names that a font must have, by their numbers: family, style, full name, PostScript name. */
const NAME_IDS = [1, 2, 4, 6];
/** The whole file adds up to this number, with the adjustment in the table `head`. */
const FILE_SUM = 0xb1b0afba;

interface Table {
  tag: string;
  bytes: Buffer;
}

/**
 * A font file with this family name, which has to be ASCII, and without other names. Typst uses
 * only one of several fonts that have the same name.
 */
export function withFamilyName(font: Uint8Array, family: string): Buffer {
  const file = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  const tables = readTables(file)
    .filter(({ tag }) => tag !== 'name')
    .concat({ tag: 'name', bytes: nameTable(family) })
    .sort((a, b) => (a.tag < b.tag ? -1 : 1));
  return writeTables(file.readUInt32BE(0), tables);
}

/** The code points that a font has a glyph for. */
export function codePointsOf(font: Uint8Array): Set<number> {
  const file = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  const cmap = readTables(file).find(({ tag }) => tag === 'cmap')?.bytes ?? Buffer.alloc(4);
  const found = new Set<number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const part = cmap.subarray(cmap.readUInt32BE(8 + index * 8));
    for (const [first, last] of rangesOf(part)) {
      for (let code = first; code <= last; code += 1) found.add(code);
    }
  }
  return found;
}

/** The ranges of a part of the table `cmap`. Fonts use two formats for Unicode. */
function rangesOf(part: Buffer): [first: number, last: number][] {
  switch (part.readUInt16BE(0)) {
    case 4: {
      const doubled = part.readUInt16BE(6);
      const ranges = Array.from({ length: doubled / 2 }, (_, index): [number, number] => [
        part.readUInt16BE(16 + doubled + index * 2),
        part.readUInt16BE(14 + index * 2),
      ]);
      // The last range is no letter.
      return ranges.filter(([, last]) => last < 0xffff);
    }
    case 12:
      return Array.from({ length: part.readUInt32BE(12) }, (_, index) => [
        part.readUInt32BE(16 + index * 12),
        part.readUInt32BE(20 + index * 12),
      ]);
    default:
      return [];
  }
}

function readTables(file: Buffer): Table[] {
  return Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
    const at = HEADER + index * RECORD;
    const [start, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    const bytes = Buffer.from(file.subarray(start, start + length));
    return { tag: file.toString('latin1', at, at + 4), bytes };
  });
}

/** Names in English for Windows, in UTF-16. */
function nameTable(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const head = [0, NAME_IDS.length, 6 + NAME_IDS.length * 12];
  const records = NAME_IDS.flatMap((id) => [3, 1, 0x409, id, text.length, 0]);
  return Buffer.concat([words([...head, ...records]), text]);
}

function writeTables(version: number, tables: Table[]): Buffer {
  const power = Math.floor(Math.log2(tables.length));
  const range = 2 ** power * RECORD;
  const count = [tables.length, range, power, tables.length * RECORD - range];
  const records: Buffer[] = [longs([version]), words(count)];
  const bodies: Buffer[] = [];
  let at = HEADER + tables.length * RECORD;
  let adjustmentAt = 0;
  for (const { tag, bytes } of tables) {
    if (tag === 'head') {
      bytes.writeUInt32BE(0, 8);
      adjustmentAt = at + 8;
    }
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    records.push(Buffer.from(tag, 'latin1'), longs([sumOf(padded), at, bytes.length]));
    bodies.push(padded);
    at += padded.length;
  }
  const file = Buffer.concat([...records, ...bodies]);
  if (adjustmentAt > 0) file.writeUInt32BE((FILE_SUM - sumOf(file)) >>> 0, adjustmentAt);
  return file;
}

function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

function words(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

function longs(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}
