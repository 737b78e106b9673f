/** The kinds of pictures that are taken. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** What a file is by its first bytes, whatever it is called; null for anything else. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64));
  const starts = (hex: string) => head.subarray(0, hex.length / 2).toString('hex') === hex;
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (starts('ffd8ff')) return 'jpeg';
  if (starts('89504e470d0a1a0a')) return 'png';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  // A box of brands: AVIF may come first or among those it is compatible with.
  if (text(4, 8) === 'ftyp' && head.length >= 16) {
    const brands = text(8, Math.min(head.readUInt32BE(0), head.length));
    if (/^(?:.{4})*?avi[fs]/s.test(brands)) return 'avif';
  }
  return null;
}
