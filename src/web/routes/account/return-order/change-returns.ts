/** Handles the forms of the page of an order's returns. */

import { MOST_RETURN_PHOTOS } from '#features/order-tables/return-photos.schema.ts';
import {
  addReturnPhoto,
  requestReturn,
  TOO_MANY_OF_RETURN,
  withdrawReturn,
} from '#features/returns/returns.ts';
import { AppError, findRefusal } from '#shared/errors.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import { requireReturnRequest } from '../../../components/return/require-return-request.ts';
import type { NoticeName } from '../../../notices.ts';
import type { Visit } from '../../../shop-context.ts';
import type { returnNotices } from './return-notices.ts';

/**
 * Does what a form asks for. Returns the notice that the page shows afterwards. A refusal with
 * `returnId` is about the photos of a return that is asked for.
 */
export async function changeReturns(
  visit: Visit,
  orderId: string,
  posted: FormData,
): Promise<NoticeName<typeof returnNotices>> {
  const { ctx, actor } = visit;
  const intent = posted.get('intent');
  if (intent === 'withdraw') {
    await withdrawReturn(ctx, actor, String(posted.get('return')));
    return 'return-withdrawn';
  }
  const photos = photosOf(posted);
  if (intent === 'photos') {
    if (photos.length === 0) throw new AppError('invalid_request', 'Please choose a photo.');
    await addPhotos(visit, String(posted.get('return')), photos);
    return 'return-photos-added';
  }
  const request = requireReturnRequest(posted);
  const key = requestKey.safeParse(posted.get('key'));
  if (!key.success) {
    throw new AppError('invalid_request', 'Please reload the page and try again.');
  }
  const { id } = await requestReturn(ctx, actor, orderId, { ...request, key: key.data });
  await addPhotos(visit, id, photos).catch((error: unknown) => {
    const refusal = findRefusal(error);
    if (!refusal) throw error;
    const message = `We have your request, but not all of its photos: ${refusal.message}`;
    throw new AppError(refusal.code, message, { cause: error, details: { returnId: id } });
  });
  return 'return-requested';
}

function photosOf(posted: FormData): File[] {
  const photos = posted
    .getAll('photo')
    .filter((value) => value instanceof File)
    .filter(({ size }) => size > 0);
  if (photos.length <= MOST_RETURN_PHOTOS) return photos;
  throw new AppError('invalid_request', TOO_MANY_OF_RETURN);
}

/** Adds photos in turn, because one is decoded at a time. */
async function addPhotos({ ctx, actor }: Visit, id: string, photos: File[]): Promise<void> {
  for (const photo of photos) {
    await addReturnPhoto(ctx, actor, id, new Uint8Array(await photo.arrayBuffer()));
  }
}
