/**
 * Owns the pictures that people upload. Promises: what is served was encoded by the shop, and
 * carries nothing of the file but what can be seen; the same file twice is one picture; nobody
 * stores more than a few that nothing shows, and those are gone after a day.
 */
import { createHash } from 'node:crypto';
import { type Executor, inTransaction, lockInTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { networkOf } from '#shared/network.ts';
import type { Actor } from '../accounts/actor.ts';
import type { Ctx } from '../context.ts';
import { checkPicture, encodePicture } from './encode-picture.ts';
import { pictureAddress } from './picture-address.ts';
import type { UploadedPicture } from './pictures.schema.ts';
import {
  deleteUnused,
  markStored,
  markUnused,
  markUsed,
  selectUnusedBefore,
  selectUnusedSince,
  selectUpload,
  type UploadRow,
  upsertUnused,
} from './pictures.store.ts';

const HOUR_MS = 3_600_000;
const UNUSED_KEPT_MS = 24 * HOUR_MS;
/** Unused pictures an hour, by who sends them. */
const HOURLY_LIMITS = { visitor: 20, account: 60 };
const REMOVED_PER_ROUND = 200;
const SUFFIXES = ['800.webp', '800.avif', '400.webp', '400.avif'];

/**
 * Takes a file as a picture of the shop. `address` is the asker's, for the limits of visitors; a
 * file that can't be read counts as one that can. Nothing shows the picture yet: see `keepPicture`.
 */
export async function uploadPicture(
  ctx: Ctx,
  actor: Actor,
  address: string,
  bytes: Uint8Array,
): Promise<UploadedPicture> {
  const pixels = await checkPicture(bytes);
  const name = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const known = await writeDown(ctx, uploaderOf(actor, address), name, bytes.byteLength);
  const there = toPicture(known);
  if (there) return there;

  const { width, height, renditions } = await encodePicture(bytes, pixels);
  const urls = new Map<string, string>();
  for (const { suffix, bytes: content, type } of renditions) {
    const file = { name: `${name}-${suffix}`, bytes: content, type };
    urls.set(suffix, (await ctx.pictures.store(file)).url);
  }
  const picture = { url: urls.get('800.webp') ?? '', width, height };
  await markStored(ctx.db, name, picture);
  return picture;
}

/**
 * The address under which a product keeps a picture: an uploaded one, which stays from now on, a
 * path of the shop, or https at a configured host. Refuses every other.
 */
export async function keepPicture(ctx: Ctx, db: Executor, url: string): Promise<string> {
  const address = pictureAddress(ctx.shop.imageHosts, url);
  if (!isUploadAddress(ctx, address)) return address;
  if (await markUsed(db, address, ctx.now())) return address;
  throw new AppError(
    'invalid_request',
    'That picture is not here, or no longer. Please upload it again.',
  );
}

/** The same for a profile, which has no other path of the shop to show. */
export async function keepProfilePicture(ctx: Ctx, url: string): Promise<string> {
  if (url.startsWith('/') && !isUploadAddress(ctx, url)) {
    throw new AppError('invalid_request', 'Only a picture that was uploaded has a path here.');
  }
  return keepPicture(ctx, ctx.db, url);
}

/** Lets go of a picture that something showed; where nothing else does, it is gone after a day. */
export async function releasePicture(ctx: Ctx, url: string): Promise<void> {
  if (isUploadAddress(ctx, url)) await markUnused(ctx.db, url, ctx.now());
}

/** Takes pictures away that nothing has used for a day. Answers how many; safe in many processes. */
export async function removeUnusedPictures(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now().getTime() - UNUSED_KEPT_MS);
  const found = await selectUnusedBefore(ctx.db, before, REMOVED_PER_ROUND);
  let removed = 0;
  for (const { name } of found) {
    // The files go while the row is locked: whoever uploads the same one now waits, and stores it
    // anew, instead of being told that it is there.
    await inTransaction(ctx.db, async (tx) => {
      if (!(await deleteUnused(tx, name, before))) return;
      for (const suffix of SUFFIXES) await ctx.pictures.remove(`${name}-${suffix}`);
      removed += 1;
    });
  }
  return removed;
}

/** Notes that this uploader sends this file, before it costs anything; 429 beyond the limit. */
function writeDown(
  ctx: Ctx,
  { uploader, limit }: { uploader: string; limit: number },
  name: string,
  bytes: number,
): Promise<UploadRow | undefined> {
  return inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, `uploads:${uploader}`);
    const now = ctx.now();
    const unused = await selectUnusedSince(tx, uploader, new Date(now.getTime() - HOUR_MS), name);
    const next = unused.at(-limit);
    const known = await selectUpload(tx, name);
    if (known?.usedAt) return known;
    if (next) {
      throw new AppError(
        'rate_limited',
        'That were many pictures in an hour. Please use some of them, or wait a while.',
        {
          retryAfterSeconds: Math.ceil((next.createdAt.getTime() + HOUR_MS - now.getTime()) / 1000),
        },
      );
    }
    await upsertUnused(tx, { name, bytes, uploader, createdAt: now });
    return selectUpload(tx, name);
  });
}

function uploaderOf({ user }: Actor, address: string): { uploader: string; limit: number } {
  if (user) return { uploader: user.id, limit: HOURLY_LIMITS.account };
  const hash = createHash('sha256')
    .update(`uploads:${networkOf(address)}`)
    .digest('hex');
  return { uploader: `address_${hash.slice(0, 32)}`, limit: HOURLY_LIMITS.visitor };
}

function isUploadAddress(ctx: Ctx, url: string): boolean {
  return url.startsWith(ctx.pictures.servedAt);
}

function toPicture(row: UploadRow | undefined): UploadedPicture | null {
  if (!row?.url || row.width === null || row.height === null) return null;
  return { url: row.url, width: row.width, height: row.height };
}
