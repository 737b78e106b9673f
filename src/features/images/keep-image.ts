/** Which images products and profiles may show. An image is stored while something shows it. */
import type { Executor } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { UPLOADS } from '#shared/image-names.ts';
import type { Ctx } from '../context.ts';
import { browserSpelling, imageAddress } from './image-address.ts';
import {
  isUsable,
  markAllUsed,
  markUnused,
  markUsed,
  selectSizes,
  selectUploaded,
} from './images.store.ts';
import { HOUR_MS, UNUSED_KEPT_MS } from './remove-images.ts';

/**
 * The address under which a product stores an image: an uploaded one, which is marked as used; one
 * of the shop's own; or https at a configured host. Refuses all others.
 */
export async function keepImage(ctx: Ctx, db: Executor, url: string): Promise<string> {
  const address = browserSpelling(url);
  if (await markUsed(db, address, ctx.now())) return address;
  return requireForeign(ctx, address);
}

/**
 * The addresses under which products store these images, or why one is refused. Marks none as used:
 * `markImagesUsed` does that for those that a product gets.
 */
export async function resolveImages(
  ctx: Ctx,
  db: Executor,
  urls: string[],
): Promise<Map<string, string | AppError>> {
  const uploaded = await selectUploaded(db, urls.map(browserSpelling));
  return new Map(
    urls.map((url) => {
      const address = browserSpelling(url);
      return [url, uploaded.has(address) ? address : foreignOrRefusal(ctx, address)];
    }),
  );
}

/** Marks the uploads among addresses of `resolveImages` as used. Refuses one that is gone since. */
export async function markImagesUsed(ctx: Ctx, db: Executor, addresses: string[]): Promise<void> {
  const uploaded = await markAllUsed(db, addresses, ctx.now());
  for (const address of addresses) if (!uploaded.has(address)) requireForeign(ctx, address);
}

/** An image in a text: its address, and the size that reserves its space, in pixels. */
export interface ShownImage {
  src: string;
  width: number;
  height: number;
}

/** As wide as the largest rendition; its shape is a guess until a browser has loaded it. */
const UNKNOWN_SIZE = { width: 800, height: 800 };

/**
 * How a text shows images, by the address that it has for them; those that it may not show are
 * missing. The rules are those of `keepImage`; `kept` are shown already and stay.
 */
export async function resolveShownImages(
  ctx: Ctx,
  db: Executor,
  urls: string[],
  kept: Set<string>,
): Promise<Map<string, ShownImage>> {
  if (urls.length === 0) return new Map();
  const addresses = await resolveImages(ctx, db, urls);
  const sizes = await selectSizes(db, urls.map(browserSpelling));
  return new Map(
    urls.flatMap((url) => {
      const address = kept.has(url) ? url : addresses.get(url);
      if (typeof address !== 'string') return [];
      const size = sizes.get(address);
      return [[url, { src: address, ...(size ? asRendition(size) : UNKNOWN_SIZE) }] as const];
    }),
  );
}

/** The size of the largest rendition of an upload of this size. */
function asRendition({ width, height }: { width: number; height: number }) {
  const shown = Math.min(width, UNKNOWN_SIZE.width);
  return { width: shown, height: Math.max(1, Math.round((height * shown) / width)) };
}

function foreignOrRefusal(ctx: Ctx, address: string): string | AppError {
  try {
    return requireForeign(ctx, address);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * The address under which a profile shows an image; refuses those that it may not show. An uploaded
 * one is not marked as used yet (`keepProfileImage` does that), but is not removed for an hour.
 */
export async function checkProfileImage(ctx: Ctx, url: string): Promise<string> {
  const address = browserSpelling(url);
  const since = new Date(ctx.now().getTime() - UNUSED_KEPT_MS + HOUR_MS);
  if (await isUsable(ctx.db, address, since)) return address;
  const foreign = requireForeign(ctx, address);
  if (address.startsWith('/')) {
    throw new AppError('invalid_request', 'Only an image that was uploaded has a path here.');
  }
  return foreign;
}

/** Marks an uploaded image that a profile shows as used. */
export async function keepProfileImage(ctx: Ctx, db: Executor, url: string): Promise<void> {
  await markUsed(db, browserSpelling(url), ctx.now());
}

/** Marks an image as unused when nothing shows it any more. It is removed after a day. */
export async function releaseImage(ctx: Ctx, url: string): Promise<void> {
  await markUnused(ctx.db, browserSpelling(url), ctx.now());
}

function requireForeign(ctx: Ctx, address: string): string {
  const { imageHosts } = ctx.shop;
  const wasUploaded =
    address.startsWith(UPLOADS) ||
    (address.startsWith(ctx.images.servedAt) && !imageHosts.includes(new URL(address).hostname));
  if (!wasUploaded) return imageAddress(imageHosts, address);
  throw new AppError('invalid_request', 'That image is no longer here. Please upload it again.');
}
