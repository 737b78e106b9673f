/** How many images an uploader may send in an hour. */
import { createHash } from 'node:crypto';
import type { Tx } from '#db/client.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { siteOf } from '#shared/network.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';
import { selectUnusedSince, selectUpload } from './images.store.ts';

/** Unused images per hour and uploader. */
const HOURLY_LIMITS = { guest: 20, account: 60 };

export interface Uploader {
  uploader: string;
  limit: number;
}

const TOO_MANY =
  'You have uploaded too many images in an hour. Please use some of them, or wait a while.';

/** An account, or the site of a guest, because an image takes seconds of a processor. */
export function uploaderOf({ user }: Actor, address: string): Uploader {
  if (user) return { uploader: user.id, limit: HOURLY_LIMITS.account };
  const hash = createHash('sha256')
    .update(`uploads:${siteOf(address)}`)
    .digest('hex');
  return { uploader: `address_${hash.slice(0, 32)}`, limit: HOURLY_LIMITS.guest };
}

/** Refuses an image beyond the limit. The caller holds the uploader's lock and writes the row. */
export async function limitUnused(
  tx: Tx,
  { uploader, limit }: Uploader,
  name: string,
  now: Date,
): Promise<void> {
  const unused = await selectUnusedSince(tx, uploader, new Date(now.getTime() - HOUR_MS), name);
  const next = unused.at(-limit);
  if (!next) return;
  throw new AppError('rate_limited', TOO_MANY, {
    retryAfterSeconds: Math.ceil((next.createdAt.getTime() + HOUR_MS - now.getTime()) / 1000),
  });
}

/**
 * Counts a repeated file that was not stored, because it can't be read or the storage failed. Its
 * row is counted only once, and each attempt costs the same work.
 */
export async function countRepeated(
  ctx: Ctx,
  { uploader, limit }: Uploader,
  name: string,
): Promise<void> {
  const before = await selectUpload(ctx.db, name);
  if (!before || before.url) return;
  const key = limitKey('repeated-uploads', uploader);
  await enforceRateLimit(ctx, key, { most: limit, seconds: HOUR_MS / 1000 }, TOO_MANY);
}
