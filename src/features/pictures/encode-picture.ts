/**
 * Makes our own files of a stranger's. What comes in is looked at (kind, header, size) before it is
 * decoded; what goes out is encoded anew, so nothing but the visible picture comes through.
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '#shared/errors.ts';
import { createSlots } from '#shared/slots.ts';
import type { Suffix } from './picture-files.ts';
import { pictureKind } from './picture-kind.ts';
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from './pictures.schema.ts';

const MAX_PIXELS = 40_000_000;
/** The widths that pages ask for. A smaller picture keeps its width under every name. */
const WIDTHS = [800, 400] as const;
/** What AVIF and WebP should weigh at most, in bytes, by width: a page has many cards. */
const HEAVIEST = { 400: 30_000, 800: 100_000 };
/** No rendition is higher than that, however long and narrow a picture is. */
const MAX_HEIGHT = 1_600;
/** A file that takes longer to decode was made to do so. */
const DECODING_SECONDS = 20;

/** Decoding can take eight bytes a pixel: two at a time, of the large ones (300 MB) one. */
const slots = createSlots(2);
const largeSlots = createSlots(1);
const LARGE_PIXELS = 16_000_000;

export interface Rendition {
  /** What follows the picture's name. */
  suffix: Suffix;
  bytes: Buffer;
  type: string;
}

/**
 * Refuses what is no picture that we take, by its first bytes and its header: nothing is decoded
 * yet, so this costs next to nothing. Answers how many pixels it has.
 */
export async function checkPicture(bytes: Uint8Array): Promise<number> {
  if (bytes.byteLength === 0) throw new AppError('picture_unreadable', 'That file is empty.');
  if (bytes.byteLength > MAX_PICTURE_BYTES) {
    throw new AppError('picture_too_large', PICTURE_TOO_LARGE);
  }
  const kind = pictureKind(bytes);
  if (!kind) {
    throw new AppError(
      'not_a_picture',
      'That is not a JPEG, PNG, WebP, AVIF or GIF picture. Please choose another file.',
    );
  }
  const { width, height, pages = 1 } = await readHeader(bytes, kind);
  const pixels = width * height;
  if (pixels > MAX_PIXELS) {
    throw new AppError(
      'picture_too_large',
      'That picture has more than 40 megapixels. Please choose a smaller one.',
    );
  }
  // A GIF shows its first frame; in the other kinds, which of many is meant is anyone's guess.
  if (pages > 1 && kind !== 'gif') {
    throw new AppError(
      'picture_unreadable',
      'That picture is animated, and only still pictures can be shown. Please choose another one.',
    );
  }
  return pixels;
}

export interface EncodedPicture {
  /** Of its largest rendition. */
  width: number;
  height: number;
  renditions: Rendition[];
}

/** Decodes a picture that passed `checkPicture`, and encodes it in every width and format. */
export function encodePicture(bytes: Uint8Array, pixels: number): Promise<EncodedPicture> {
  const encodeInTurn = () => slots(() => encode(bytes));
  return pixels > LARGE_PIXELS ? largeSlots(encodeInTurn) : encodeInTurn();
}

async function encode(bytes: Uint8Array): Promise<EncodedPicture> {
  sharp.concurrency(1);
  sharp.cache(false);
  const { data, info } = await open(bytes, MAX_PIXELS)
    .timeout({ seconds: DECODING_SECONDS })
    .autoOrient()
    .resize({
      width: WIDTHS[0],
      height: MAX_HEIGHT,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw unreadable(cause);
    });
  const { width, height, channels } = info;
  const renditions: Rendition[] = [];
  for (const wanted of WIDTHS) {
    const image = sharp(data, { raw: { width, height, channels } }).resize({
      width: wanted,
      withoutEnlargement: true,
    });
    const lightEnough = (qualities: number[], encodeAt: (quality: number) => Promise<Buffer>) =>
      firstBelow(HEAVIEST[wanted], qualities, encodeAt);
    renditions.push(
      {
        suffix: `${wanted}.avif`,
        type: 'image/avif',
        // More effort takes seven times as long, for a tenth of the bytes.
        bytes: await lightEnough([55, 45, 35], (quality) =>
          image.clone().avif({ quality, effort: 2 }).toBuffer(),
        ),
      },
      {
        suffix: `${wanted}.webp`,
        type: 'image/webp',
        bytes: await lightEnough([78, 60, 40, 20], (quality) =>
          image.clone().webp({ quality }).toBuffer(),
        ),
      },
      { suffix: `${wanted}.jpg`, type: 'image/jpeg', bytes: await toJpeg(image.clone()) },
    );
  }
  return { width, height, renditions };
}

/** Encodes with the best of these qualities that makes it light enough, or with the last one. */
async function firstBelow(
  mostBytes: number,
  qualities: number[],
  encodeAt: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  for (const quality of qualities) {
    bytes = await encodeAt(quality);
    if (bytes.length <= mostBytes) break;
  }
  return bytes;
}

const toJpeg = (image: Sharp) =>
  image.flatten({ background: '#fff' }).jpeg({ quality: 80, progressive: true }).toBuffer();

async function readHeader(bytes: Uint8Array, kind: string): Promise<Metadata> {
  const header = await open(bytes, false)
    .metadata()
    .catch((cause: unknown) => {
      throw unreadable(cause);
    });
  const readAs = header.format === 'heif' ? 'avif' : header.format;
  if (readAs !== kind) throw unreadable(`Read as ${header.format}, begins as ${kind}.`);
  return header;
}

function open(bytes: Uint8Array, limitInputPixels: number | false): Sharp {
  return sharp(bytes, { limitInputPixels, failOn: 'error', sequentialRead: true });
}

function unreadable(cause: unknown): AppError {
  return new AppError(
    'picture_unreadable',
    'That picture is damaged or incomplete. Please choose another one, or save it again.',
    { cause },
  );
}
