/**
 * Decodes uploaded images and encodes new files from them, in the process of `image-program.ts`.
 * Header and size are checked before decoding. Only the visible image gets into the new files.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '#shared/errors.ts';
import {
  IMAGE_WIDTHS,
  type ImageWidth,
  UPLOAD_FORMATS,
  type UploadFormat,
  type UploadSuffix,
  ZOOM_SIDE,
  ZOOM_SUFFIX,
} from '#shared/renditions.ts';
import { withThousands } from '#shared/thousands.ts';
import { encodeBelowLimit } from './encode-below-limit.ts';
import type { ImageType } from './images.schema.ts';
import { stripPng } from './strip-png.ts';

const MAX_PIXELS = 40_000_000;
/**
 * The limit for AVIF files and for colors with 16 bits, because decoding them takes twice the
 * memory.
 */
const MAX_HEAVY_PIXELS = 20_000_000;
/**
 * Scaling down a very long, narrow image takes many times longer than another one of as many
 * pixels.
 */
const MAX_SIDE = 16_384;
/**
 * The intended maximum of AVIF and WebP files in bytes, by width. It is low because a page shows
 * many.
 */
const HEAVIEST: Record<ImageWidth, number> = { 400: 30_000, 800: 100_000 };
/**
 * The intended maximum of a rendition for zooming in bytes. It loads only when a customer enlarges
 * an image.
 */
const HEAVIEST_ZOOM = 500_000;
/** The greatest height of the other renditions, for long narrow images. */
const MAX_HEIGHT = 1_600;

sharp.concurrency(1);
sharp.cache(false);

export interface Rendition {
  /** The part after the image's name. */
  suffix: UploadSuffix;
  bytes: Buffer;
  type: string;
}

/** Refuses an unreadable or too large image by its header, before anything is decoded. */
export async function checkImage(bytes: Uint8Array, kind: ImageType): Promise<void> {
  const { width, height, depth, pages = 1 } = await readHeader(bytes, kind);
  const isHeavy = kind === 'avif' || depth === 'ushort';
  const most = isHeavy ? MAX_HEAVY_PIXELS : MAX_PIXELS;
  if (width * height > most) {
    throw new AppError(
      'image_too_large',
      `That image has more than ${most / 1_000_000} megapixels. Please choose a smaller one${isHeavy ? ', or save it as a JPEG' : ''}.`,
    );
  }
  if (Math.max(width, height) > MAX_SIDE) {
    throw new AppError(
      'image_too_large',
      `That image is more than ${withThousands(MAX_SIDE)} pixels wide or high. Please choose a smaller one.`,
    );
  }
  // A GIF shows its first frame. For the other kinds it is unclear which one is meant.
  if (pages > 1 && kind !== 'gif') {
    throw new AppError(
      'image_unreadable',
      'That image is animated, and only still images can be shown. Please choose another one.',
    );
  }
}

export interface EncodedImage {
  /** The width of its main rendition. */
  width: number;
  height: number;
  renditions: Rendition[];
}

const MAIN_BOX = { width: Math.max(...IMAGE_WIDTHS), height: MAX_HEIGHT };
const ZOOM_BOX = { width: ZOOM_SIDE, height: ZOOM_SIDE };

/**
 * Decodes an image that passed `checkImage`, and encodes it in every width and format. `withZoom`
 * adds the rendition for zooming, if the image is larger than the others.
 */
export async function encodeImage(
  bytes: Uint8Array,
  kind: ImageType,
  withZoom: boolean,
): Promise<EncodedImage> {
  const decoded = open(bytes, kind, MAX_PIXELS).autoOrient();
  const large = await fitInto(withZoom ? ZOOM_BOX : MAIN_BOX, decoded).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  const main = withZoom ? await fitInto(MAIN_BOX, large.image.clone()) : large;
  const renditions = await Promise.all(IMAGE_WIDTHS.map((wanted) => encodeAs(main.image, wanted)));
  if (large.width > main.width) renditions.push([await encodeZoom(large.image)]);
  return { width: main.width, height: main.height, renditions: renditions.flat() };
}

/** The pixels of an image, made smaller until they fit. */
async function fitInto(box: { width: number; height: number }, image: Sharp) {
  const { data, info } = await image
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, image: sharp(data, { raw: { width, height, channels } }) };
}

const mediaTypes: Record<UploadFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/**
 * Encodes all formats concurrently; the process's threads limit how many really run. A smaller
 * image keeps its width under every name.
 */
function encodeAs(original: Sharp, wanted: ImageWidth): Promise<Rendition[]> {
  const image = original.clone().resize({ width: wanted, withoutEnlargement: true });
  const lightEnough = (qualities: number[], encodeAt: (quality: number) => Promise<Buffer>) =>
    encodeBelowLimit(HEAVIEST[wanted], qualities, encodeAt);
  const encoders: Record<UploadFormat, () => Promise<Buffer>> = {
    // More effort takes seven times as long and saves a tenth of the bytes.
    avif: () =>
      lightEnough([55, 45, 35], (quality) => image.clone().avif({ quality, effort: 2 }).toBuffer()),
    webp: () =>
      lightEnough([78, 60, 40, 20], (quality) => image.clone().webp({ quality }).toBuffer()),
    jpg: () => toJpeg(image.clone()),
  };
  return Promise.all(
    UPLOAD_FORMATS.map(async (format) => ({
      suffix: `${wanted}.${format}` as const,
      type: mediaTypes[format],
      bytes: await encoders[format](),
    })),
  );
}

/**
 * The rendition for zooming. One format is enough for a file that few customers load; an AVIF of
 * this size takes seconds.
 */
async function encodeZoom(image: Sharp): Promise<Rendition> {
  const bytes = await encodeBelowLimit(HEAVIEST_ZOOM, [78, 60, 40], (quality) =>
    image.clone().webp({ quality }).toBuffer(),
  );
  return { suffix: ZOOM_SUFFIX, type: mediaTypes.webp, bytes };
}

/** The most pixels of a side of a photo, and the intended maximum of its file in bytes. */
const PHOTO_BOX = { width: 1_600, height: 1_600 };
const HEAVIEST_PHOTO = 250_000;

/** An encoded photo: one file. */
export interface EncodedPhoto {
  width: number;
  height: number;
  /** A WebP. */
  bytes: Buffer;
}

/** Decodes an image that passed `checkImage`, and encodes it as one WebP in which details show. */
export async function encodePhoto(bytes: Uint8Array, kind: ImageType): Promise<EncodedPhoto> {
  const decoded = open(bytes, kind, MAX_PIXELS).autoOrient();
  const { width, height, image } = await fitInto(PHOTO_BOX, decoded).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  const encoded = await encodeBelowLimit(HEAVIEST_PHOTO, [78, 60, 40, 20], (quality) =>
    image.clone().webp({ quality }).toBuffer(),
  );
  return { width, height, bytes: encoded };
}

const toJpeg = (image: Sharp) =>
  image.flatten({ background: '#fff' }).jpeg({ quality: 80, progressive: true }).toBuffer();

async function readHeader(bytes: Uint8Array, kind: ImageType): Promise<Metadata> {
  const header = await open(bytes, kind, false)
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause);
    });
  const readAs = header.format === 'heif' ? 'avif' : header.format;
  if (readAs !== kind) throw unreadable(`Read as ${header.format}, begins as ${kind}.`);
  return header;
}

function open(bytes: Uint8Array, kind: ImageType, limitInputPixels: number | false): Sharp {
  return sharp(kind === 'png' ? stripPng(bytes) : bytes, {
    limitInputPixels,
    failOn: 'error',
    sequentialRead: true,
  });
}

function unreadable(cause: unknown): AppError {
  return new AppError(
    'image_unreadable',
    'That image is damaged or incomplete. Please choose another one, or save it again.',
    { cause },
  );
}
