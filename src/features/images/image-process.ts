/**
 * Decodes uploaded images in a separate process, one at a time. Decoding takes up to ten times the
 * memory of the rest of the shop, and hostile files attack it. The queue is fair, because each site
 * has at most one image in it (`stored-places.ts`).
 */
import { AppError } from '#shared/errors.ts';
import type { ProcessLimits } from '#shared/process-limits.ts';
import { programBeside, SeparateProcess } from '#shared/separate-process.ts';
import { IMAGE_WAITING_MS } from '#shared/wait-limit.ts';
import type { EncodedImage, EncodedPhoto } from './encode-image.ts';
import type { ImageType } from './images.schema.ts';

/**
 * The limits of a job. A check takes milliseconds and 20 MB, after one second in which the process
 * starts. Decoding 40 megapixels takes up to 900 MB. An image that exceeds these limits was made as
 * an attack.
 */
const LIMITS: Record<ImageJob['work'], ProcessLimits> = {
  check: { seconds: 10, megabytes: 350 },
  encode: { seconds: 40, megabytes: 1_300 },
  photo: { seconds: 40, megabytes: 1_300 },
};

export type ImageJob =
  | { work: 'check'; bytes: Uint8Array; kind: ImageType }
  | { work: 'encode'; bytes: Uint8Array; kind: ImageType; withZoom: boolean }
  | { work: 'photo'; bytes: Uint8Array; kind: ImageType };

/** What a job makes; null for a check. */
export type Encoded = EncodedImage | EncodedPhoto | null;

const imageProcess = new SeparateProcess<ImageJob, Encoded>({
  path: programBeside(import.meta, 'image-program'),
  nodeFlags: ['--max-semi-space-size=1', '--max-old-space-size=128'],
  environment: {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    UV_THREADPOOL_SIZE: '2',
  },
  tooCostly: (limit) =>
    new AppError(
      'image_unreadable',
      'That image takes too much time or memory to read. Please choose another one, or save it again.',
      { cause: `It took more than ${limit}.` },
    ),
  unavailable: (cause) =>
    new AppError(
      'unavailable',
      'The image could not be read just now. Please try again in a moment.',
      { retryAfterSeconds: 10, cause },
    ),
});

/**
 * Refuses an unreadable or too large image by its header. Throws 503 after `mostWaitingMs` in the
 * queue.
 */
export async function checkImage(
  bytes: Uint8Array,
  kind: ImageType,
  mostWaitingMs = IMAGE_WAITING_MS,
): Promise<void> {
  await run({ work: 'check', bytes, kind }, mostWaitingMs);
}

/**
 * Decodes an image that passed `checkImage`, and encodes it in every width and format; `withZoom`
 * adds the rendition for zooming.
 */
export async function encodeImage(
  bytes: Uint8Array,
  kind: ImageType,
  withZoom: boolean,
  mostWaitingMs = IMAGE_WAITING_MS,
): Promise<EncodedImage> {
  const encoded = await run({ work: 'encode', bytes, kind, withZoom }, mostWaitingMs);
  if (!encoded || !('renditions' in encoded)) {
    throw new Error('Encoding an image returned nothing.');
  }
  return encoded;
}

/** Decodes an image that passed `checkImage`, and encodes it as one file. */
export async function encodePhoto(bytes: Uint8Array, kind: ImageType): Promise<EncodedPhoto> {
  const encoded = await run({ work: 'photo', bytes, kind }, IMAGE_WAITING_MS);
  if (!encoded || !('bytes' in encoded)) throw new Error('Encoding a photo returned nothing.');
  return encoded;
}

function run(job: ImageJob, mostWaitingMs: number): Promise<Encoded> {
  return imageProcess.run(job, LIMITS[job.work], mostWaitingMs);
}
