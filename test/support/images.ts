import { randomBytes, randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/**
 * An image of noise that no other call makes: it begins with bytes that are drawn for it. By itself
 * it is wider than any rendition, and low, because noise takes long to encode.
 */
export function noise(width = 900, height = 150, channels: 3 | 4 = 3): Sharp {
  const pixels = Buffer.alloc(width * height * channels);
  const seed = randomInt(2 ** 31);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = Math.imul(i + seed, 2_654_435_761) >>> 13;
  randomBytes(24).copy(pixels);
  return sharp(pixels, { raw: { width, height, channels } });
}

/** A new image of each kind that the shop takes. */
export const imagesOf = {
  jpeg: (width?: number, height?: number) => noise(width, height).jpeg().toBuffer(),
  'progressive jpeg': () => noise().jpeg({ progressive: true }).toBuffer(),
  'grey jpeg': () => noise().greyscale().jpeg().toBuffer(),
  'CMYK jpeg': () => noise().toColourspace('cmyk').jpeg().toBuffer(),
  png: (width?: number, height?: number) => noise(width, height).png().toBuffer(),
  'interlaced png': () => noise().png({ progressive: true }).toBuffer(),
  'png with 16 bits': () => noise().toColourspace('rgb16').png().toBuffer(),
  'png with few colors': () => noise().png({ palette: true, colors: 8 }).toBuffer(),
  'png one can see through': () => noise(900, 150, 4).png().toBuffer(),
  webp: () => noise().webp().toBuffer(),
  'lossless webp': () => noise(300, 200).webp({ lossless: true }).toBuffer(),
  avif: () => noise().avif({ effort: 0 }).toBuffer(),
  gif: () => noise(300, 200).gif().toBuffer(),
};

/** Frames of three colors, as an animation of this kind. */
export async function animation(kind: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    ['#c03010', '#10c030', '#3010c0'].map((background) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(frames, { join: { animated: true } });
  return kind === 'gif' ? joined.gif().toBuffer() : joined.webp({ lossless: true }).toBuffer();
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The PNG with these chunks behind its header. */
export function withChunks(png: Buffer, chunks: Buffer[]): Buffer {
  const headerEnd = 33;
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)]);
}

/** A text of so many megabytes, compressed to a thousandth. */
export function compressedText(megabytes: number): Buffer {
  const text = deflateSync(Buffer.alloc(megabytes * 1_000_000, 'a'));
  return pngChunk('iTXt', Buffer.concat([Buffer.from('key\0\u0001\0\0\0', 'latin1'), text]));
}

/** A PNG of zeros that is much larger than its file; `headerOnly` leaves the pixels out. */
export function pngOf(width: number, height: number, headerOnly = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, in greys.
  header[8] = 1;
  const rows = headerOnly ? 0 : height * (Math.ceil(width / 8) + 1);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The form that `POST /uploads` takes. */
export function imageForm(bytes: Uint8Array, name = 'picture.png', type = 'image/png'): FormData {
  const form = new FormData();
  form.append('image', new File([new Uint8Array(bytes)], name, { type }));
  return form;
}
