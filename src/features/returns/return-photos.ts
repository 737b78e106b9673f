/** Photos of returns. Only the customer of the order and staff see them. */
import { createHash } from 'node:crypto';
import { type Executor, inTransaction } from '#db/client.ts';
import { HOUR_S } from '#shared/durations.ts';
import { AppError, findRefusal } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { encodePrivatePhoto } from '../images/images.ts';
import { MOST_RETURN_PHOTOS } from '../order-tables/return-photos.schema.ts';
import { openReturnStatuses } from '../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  getOrder,
  getOwnOrder,
  lockForOwner,
  recordStaffChange,
  requireCustomer,
  viewOrder,
} from '../orders/orders.ts';
import { requireUser } from '../permissions.ts';
import { enforceRateLimit, limitKey } from '../rate-limits/rate-limits.ts';
import { noSuchReturn, requireState } from './change-return.ts';
import {
  insertPhoto,
  selectNextPhotoOf,
  selectOrderOfPhoto,
  selectPhotoFile,
  selectPhotosOf,
} from './return-photos.store.ts';
import { selectOrderOfReturn } from './returns.store.ts';

/** Photos of a customer in an hour. Those that can't be read count, because decoding costs as much. */
const HOURLY = { most: 20, seconds: HOUR_S };
const TOO_MANY = 'You have sent many photos in an hour. Please wait a while.';
export const TOO_MANY_OF_RETURN = `A return has at most ${MOST_RETURN_PHOTOS} photos.`;

/**
 * Adds a photo to an open return, for the owner of the order; returns the id of the order. The shop
 * encodes it again, without metadata. The same file again is the same photo. 404 for another
 * person's return; 409 `return_state` once it has ended; 422 for a fourth photo, and for files that
 * are no images; 429 above 20 in an hour.
 */
export async function addReturnPhoto(
  ctx: Ctx,
  actor: Actor,
  returnId: string,
  bytes: Uint8Array,
): Promise<string> {
  const found = await selectOrderOfReturn(ctx.db, returnId);
  const customer = await requireCustomer(ctx, actor, found?.orderId ?? '');
  if (!found) throw noSuchReturn();
  const { orderId } = found;
  await getOwnOrder(ctx, actor, orderId);
  const hash = createHash('sha256').update(bytes).digest('hex');
  // Checked before the work, and again under the lock.
  requireOpen(await viewOrder(ctx, orderId), returnId);
  if ((await findPlace(ctx.db, returnId, hash)) === null) return orderId;
  const limited = limitKey('return-photos', customer.userId ?? orderId);
  await enforceRateLimit(ctx, limited, HOURLY, TOO_MANY);
  const { width, height, bytes: image } = await encodePrivatePhoto(bytes);
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockForOwner(tx, orderId, customer);
    requireOpen(order, returnId);
    const position = await findPlace(tx, returnId, hash);
    if (position === null) return;
    const at = ctx.now();
    const id = newId('pho');
    const photo = { id, returnId, orderId, position, hash, width, height, image };
    await insertPhoto(tx, { ...photo, createdAt: at });
    const event = { event: 'return-photo-added', actor: customer.id, at } as const;
    await recordStaffChange(tx, order, event);
  });
  return orderId;
}

function requireOpen({ returns }: OrderView, returnId: string): void {
  const one = returns.find(({ id }) => id === returnId);
  if (!one) throw noSuchReturn();
  requireState(one, openReturnStatuses);
}

/**
 * The place of a new photo; null when the return has this file. 422 when it has as many photos as
 * it may have.
 */
async function findPlace(db: Executor, returnId: string, hash: string): Promise<number | null> {
  const photos = await selectPhotosOf(db, returnId);
  if (photos.some((photo) => photo.hash === hash)) return null;
  const taken = photos.map(({ position }) => position);
  const places = [...new Array(MOST_RETURN_PHOTOS).keys()].map((index) => index + 1);
  const free = places.find((place) => !taken.includes(place));
  if (free === undefined) throw new AppError('invalid_request', TOO_MANY_OF_RETURN);
  return free;
}

/** The file of a photo, a WebP, for the owner of its order and for staff; 404 for all others. */
export async function readReturnPhoto(ctx: Ctx, actor: Actor, id: string): Promise<Buffer> {
  const orderId = await selectOrderOfPhoto(ctx.db, id);
  await requireCustomer(ctx, actor, orderId ?? '');
  if (!orderId) throw noSuchPhoto();
  await getOrder(ctx, actor, orderId).catch((error: unknown) => {
    // Its own sentence would say that the photo exists.
    throw findRefusal(error)?.code === 'not_found' ? noSuchPhoto() : error;
  });
  const file = await selectPhotoFile(ctx.db, id);
  if (!file) throw noSuchPhoto();
  return file;
}

function noSuchPhoto(): AppError {
  return new AppError('not_found', 'There is no such photo.');
}

/** All photos of the caller's returns with their files, one at a time, for the export. */
export async function* streamOwnPhotos(ctx: Ctx, actor: Actor) {
  const { id: userId } = requireUser(actor);
  let after = '';
  for (;;) {
    const photo = await selectNextPhotoOf(ctx.db, userId, after);
    if (!photo) return;
    yield photo;
    after = photo.id;
  }
}
