import { AppError } from '#shared/errors.ts';
import { IMAGE_TOO_LARGE, IMAGE_TYPES, type ImageType, MAX_IMAGE_BYTES } from './images.schema.ts';

/** Refuses files that are no accepted image, by size and first bytes. */
export function requireImageType(bytes: Uint8Array): ImageType {
  if (bytes.byteLength === 0) throw new AppError('image_unreadable', 'That file is empty.');
  if (bytes.byteLength > MAX_IMAGE_BYTES) {
    throw new AppError('image_too_large', IMAGE_TOO_LARGE);
  }
  const kind = imageType(bytes);
  if (kind) return kind;
  throw new AppError(
    'not_an_image',
    `That is not a ${IMAGE_TYPES} image. Please choose another file.`,
  );
}

/** The kind of a file by its first bytes, whatever its name; null for any other. */
function imageType(bytes: Uint8Array): ImageType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64));
  const starts = (hex: string) => head.subarray(0, hex.length / 2).toString('hex') === hex;
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (starts('ffd8ff')) return 'jpeg';
  if (starts('89504e470d0a1a0a')) return 'png';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  // A box of brands: AVIF is the first or one of the compatible ones.
  if (text(4, 8) === 'ftyp' && head.length >= 16) {
    const brands = text(8, Math.min(head.readUInt32BE(0), head.length));
    if (/^(?:.{4})*?avi[fs]/s.test(brands)) return 'avif';
  }
  return null;
}
