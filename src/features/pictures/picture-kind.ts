import { AppError } from '#shared/errors.ts';
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from './pictures.schema.ts';

/** The kinds of pictures that are taken. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** Refuses what is no picture that we take, by its size and its first bytes. */
export function requirePictureKind(bytes: Uint8Array): PictureKind {
  if (bytes.byteLength === 0) throw new AppError('picture_unreadable', 'That file is empty.');
  if (bytes.byteLength > MAX_PICTURE_BYTES) {
    throw new AppError('picture_too_large', PICTURE_TOO_LARGE);
  }
  const kind = pictureKind(bytes);
  if (kind) return kind;
  throw new AppError(
    'not_a_picture',
    'That is not a JPEG, PNG, WebP, AVIF or GIF picture. Please choose another file.',
  );
}

/** What a file is by its first bytes, whatever it is called; null for anything else. */
function pictureKind(bytes: Uint8Array): PictureKind | null {
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
