/**
 * Removes the parts of a PNG that inflate to far more than the file's size. libpng inflates every
 * text chunk when it reads the header: 400 KB of iTXt become 400 MB. JPEG, WebP and GIF compress
 * only pixels, and libheif limits the metadata of an AVIF itself.
 */
import { inflateSync } from 'node:zlib';

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. The data are between type and checksum. */
const FRAME_BYTES = 12;
/** Chunks without pixels that change how the image looks: colors, transparency, orientation. */
const SHOWN = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'eXIf', 'iCCP']);
/** Color profiles of cameras and screens have a few KB; those of printers up to 2 MB. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

/**
 * Returns a copy of the PNG without text and without other chunks that change no pixel. Reads only
 * each chunk's length and type, so the time depends on the file's size alone. A broken file stays
 * broken, and the decoder refuses it.
 */
export function stripPng(bytes: Uint8Array): Uint8Array {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const stripped = Buffer.allocUnsafe(png.length);
  let length = png.copy(stripped, 0, 0, SIGNATURE_BYTES);
  let hasProfile = false;
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= png.length; ) {
    const end = at + FRAME_BYTES + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const isKept =
      type === 'iCCP'
        ? !hasProfile && isSmallProfile(png.subarray(at + 8, end - 4))
        : isCritical(type) || SHOWN.has(type);
    if (isKept) length += png.copy(stripped, length, at, end);
    hasProfile ||= type === 'iCCP';
    if (type === 'IEND') break;
    at = end;
  }
  return stripped.subarray(0, length);
}

/** Decoders need chunks whose type begins with a capital, and may skip the others. */
const isCritical = (type: string) => /^[A-Z]/.test(type);

/** A name that ends with a zero, the compression method (zero), then compressed data. */
function isSmallProfile(data: Buffer): boolean {
  const nameEnd = data.indexOf(0);
  if (nameEnd < 0) return false;
  try {
    inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: MAX_PROFILE_BYTES });
    return true;
  } catch {
    return false;
  }
}
