/** Which images products and profiles may show. An image is stored while something shows it. */
import type { Executor } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { UPLOADS } from '#shared/image-names.ts';
import type { Ctx } from '../context.ts';
import { browserSpelling, imageAddress } from './image-address.ts';
import { isUsable, markUnused, markUsed } from './images.store.ts';
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
