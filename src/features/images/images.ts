/**
 * Owns uploaded images. Promises: every served file was encoded by the shop and holds only the
 * visible image; the same file twice is one image; each uploader has only a few unused images, and
 * they are removed after a day.
 */

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { RemoteFileError } from '#adapters/remote-files/port.ts';
import { inTransaction, lockInTransaction } from '#db/client.ts';
import { AppError, logFault } from '#shared/errors.ts';
import { fileOf, ZOOM_SUFFIX } from '#shared/renditions.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { EncodedPhoto, Rendition } from './encode-image.ts';
import { MAIN } from './image-files.ts';
import { checkImage, encodeImage, encodePhoto } from './image-process.ts';
import { requireImageType } from './image-type.ts';
import { type ImageType, MAX_IMAGE_BYTES, type UploadedImage } from './images.schema.ts';
import {
  markStored,
  markZoom,
  selectUpload,
  type UploadRow,
  upsertFetched,
  upsertUnused,
} from './images.store.ts';
import { countRepeated, limitUnused, type Uploader, uploaderOf } from './upload-rate-limits.ts';

export { browserSpelling } from './image-address.ts';
export {
  checkProfileImage,
  type ImageChoice,
  type ImportedImages,
  markImagesUsed,
  markImageUsed,
  markProfileImageUsed,
  otherHostOf,
  releaseImage,
  resolveImages,
  resolveImportedImages,
  resolveShownImages,
  type ShownImage,
  wholeAddress,
} from './image-use.ts';
export { removeStrayImages, removeUnusedImages } from './remove-images.ts';

/** How long an upload waits for the removal of the same file. */
const REMOVAL_WAIT_MS = 10_000;
/**
 * How long an image that a job fetched waits to be encoded. It has no limit, because no request
 * waits.
 */
const JOB_WAITS_MS = Number.POSITIVE_INFINITY;

/**
 * Stores a file as an image of the shop. `address` is the sender's, for the limit of guests. It is
 * counted before it is read, so an unreadable file counts too. Nothing shows the image yet: see
 * `markImageUsed`. Only an admin's gets a rendition for zooming, because products alone show it.
 */
export async function uploadImage(
  ctx: Ctx,
  actor: Actor,
  address: string,
  bytes: Uint8Array,
): Promise<UploadedImage> {
  const kind = requireImageType(bytes);
  const name = nameOf(bytes);
  const sender = uploaderOf(actor, address);
  await countRepeated(ctx, sender, name);
  const known = await retryWhileRemoved(() => recordUpload(ctx, sender, name, bytes.byteLength));
  const withZoom = actor.user?.role === 'admin';
  return findComplete(ctx, known, withZoom) ?? encodeAndStore(ctx, { name, kind, bytes, withZoom });
}

/**
 * Fetches an image from an address of the web and stores it like an upload; returns where it is.
 * Nothing shows it yet. Throws a refusal with a sentence for a file that can't be fetched or read;
 * 503 when a later attempt may succeed.
 */
export async function fetchImage(ctx: Ctx, source: string, signal: AbortSignal): Promise<string> {
  const bytes = await ctx.remoteFiles
    .fetch(source, { mostBytes: MAX_IMAGE_BYTES, signal })
    .catch((error: unknown) => {
      if (!(error instanceof RemoteFileError)) throw error;
      throw new AppError(error.isTemporary ? 'unavailable' : 'invalid_request', error.message, {
        cause: error,
      });
    });
  const kind = requireImageType(bytes);
  const name = nameOf(bytes);
  const row = { name, bytes: bytes.byteLength, uploader: 'import', createdAt: ctx.now() };
  const known = await retryWhileRemoved(async () => {
    await upsertUnused(ctx.db, row);
    return selectUpload(ctx.db, name);
  });
  const file = { name, kind, bytes, withZoom: true };
  const image = findComplete(ctx, known, true) ?? (await encodeAndStore(ctx, file, JOB_WAITS_MS));
  const { url } = image;
  await upsertFetched(ctx.db, { source, upload: name, fetchedAt: ctx.now() });
  return url;
}

/**
 * Encodes a file as one private photo, which the caller stores: it gets no address. Refuses what
 * `uploadImage` refuses. The caller limits how many a person sends.
 */
export async function encodePrivatePhoto(bytes: Uint8Array): Promise<EncodedPhoto> {
  const kind = requireImageType(bytes);
  await checkImage(bytes, kind);
  return encodePhoto(bytes, kind);
}

/** The name of an image's files. */
function nameOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

interface ImageFile {
  name: string;
  kind: ImageType;
  bytes: Uint8Array;
  /** Whether a rendition for zooming is wanted. */
  withZoom: boolean;
}

async function encodeAndStore(
  ctx: Ctx,
  { name, kind, bytes, withZoom }: ImageFile,
  mostWaitingMs?: number,
): Promise<UploadedImage> {
  await checkImage(bytes, kind, mostWaitingMs);
  const canZoom = withZoom && ctx.images.byName !== null;
  const { width, height, renditions } = await encodeImage(bytes, kind, canZoom, mostWaitingMs);
  const url = await store(ctx, name, renditions);
  const hasZoom = renditions.some(({ suffix }) => suffix === ZOOM_SUFFIX);
  await markStored(ctx.db, name, { url, width, height });
  if (canZoom) await markZoom(ctx.db, name, hasZoom);
  // A concurrent upload of the same file may have finished first.
  const stored = toImage(await selectUpload(ctx.db, name));
  if (!stored) throw new AppError('unavailable', NOT_KEPT, { retryAfterSeconds: 10 });
  return stored;
}

const NOT_KEPT = 'The image could not be stored just now. Please try again in a moment.';

/**
 * Stores every rendition, or only the main one at hosts that choose their own file names. Returns
 * its address.
 */
async function store(ctx: Ctx, name: string, renditions: Rendition[]): Promise<string> {
  const wanted = renditions.filter(({ suffix }) => ctx.images.byName || suffix === MAIN);
  const results = await Promise.allSettled(
    wanted.map(({ suffix, bytes, type }) =>
      ctx.images.store({ name: fileOf(name, suffix), bytes, type }),
    ),
  );
  let url = '';
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected') {
      logFault(ctx.log, 'images.store', result.reason);
      throw new AppError('unavailable', NOT_KEPT, { retryAfterSeconds: 10, cause: result.reason });
    }
    if (wanted[index]?.suffix === MAIN) url = result.value.url;
  }
  return url;
}

/** The allowed sources of images, in the syntax of a Content-Security-Policy. */
export function imageSources({ shop, images }: Ctx): string[] {
  const hosts = shop.imageHosts.map((host) => `https://${host}`);
  const { servedAt } = images;
  return [...new Set([...hosts, ...(URL.canParse(servedAt) ? [new URL(servedAt).origin] : [])])];
}

/** Repeats writing the row of an upload while the same file is being removed. */
async function retryWhileRemoved(write: () => Promise<UploadRow | undefined>): Promise<UploadRow> {
  for (const start = performance.now(); ; await sleep(50)) {
    const row = await write();
    if (row && !row.removingAt) return row;
    if (performance.now() - start > REMOVAL_WAIT_MS) {
      const message = 'This image is being removed right now. Please upload it again in a minute.';
      throw new AppError('unavailable', message, { retryAfterSeconds: 60 });
    }
  }
}

/** Writes the row of this upload before any work is done for it; 429 beyond the limit. */
function recordUpload(
  ctx: Ctx,
  sender: Uploader,
  name: string,
  bytes: number,
): Promise<UploadRow | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, `uploads:${sender.uploader}`);
    const now = ctx.now();
    const known = await selectUpload(tx, name);
    if (known?.usedAt || known?.removingAt) return known;
    await limitUnused(tx, sender, name, now);
    await upsertUnused(tx, { name, bytes, uploader: sender.uploader, createdAt: now });
    return selectUpload(tx, name);
  });
}

/**
 * An upload with everything that is wanted of it. One that was sent before it could be enlarged, or
 * by a customer, is encoded again, unless its files are at another place.
 */
function findComplete(
  { images }: Ctx,
  row: UploadRow | undefined,
  withZoom: boolean,
): UploadedImage | null {
  const image = toImage(row);
  const isHere = images.byName !== null && image?.url.startsWith(images.servedAt);
  return withZoom && isHere && row?.hasZoom === null ? null : image;
}

function toImage(row: UploadRow | undefined): UploadedImage | null {
  if (!row?.url || row.width === null || row.height === null) return null;
  return { url: row.url, width: row.width, height: row.height };
}
