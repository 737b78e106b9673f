/** Handles the forms of the page of an order's returns. */

import { MOST_RETURN_PHOTOS } from '#features/order-tables/return-photos.schema.ts';
import { returnRequest } from '#features/returns/returns.schema.ts';
import {
  addReturnPhoto,
  requestReturn,
  TOO_MANY_OF_RETURN,
  withdrawReturn,
} from '#features/returns/returns.ts';
import { AppError, findRefusal } from '#shared/errors.ts';
import { requestKey } from '#shared/request-key.schema.ts';
import type { Visit } from '../../../shop-context.ts';
import { readWanted } from './wanted-variant.ts';

/** The typed values of the form, to show again after a refusal. */
export interface RequestedReturn {
  /** The earlier return whose exchange comes back; null when what was bought does. */
  ofReturn: string | null;
  lines: {
    sku: string;
    quantity: number;
    reason: string;
    exchangeForSku?: string;
    exchangePrice?: string;
  }[];
  note: string;
}

export function readRequestedReturn(posted: FormData): RequestedReturn {
  const units = posted.getAll('units');
  const reasons = posted.getAll('reason');
  const wanted = posted.getAll('exchange');
  const lines = posted.getAll('sku').map((sku, index) => ({
    sku: String(sku),
    quantity: Number(units[index]),
    reason: String(reasons[index] ?? ''),
    ...readWanted(String(wanted[index] ?? '')),
  }));
  const ofReturn = String(posted.get('ofReturn') ?? '') || null;
  return { ofReturn, lines, note: String(posted.get('note') ?? '') };
}

/**
 * Does what a form asks for. Returns the notice that the page shows afterwards. A refusal with
 * `returnId` is about the photos of a return that is asked for.
 */
export async function changeReturns(
  visit: Visit,
  orderId: string,
  posted: FormData,
): Promise<string> {
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
  const { ofReturn, lines, note } = readRequestedReturn(posted);
  const key = requestKey.safeParse(posted.get('key'));
  const request = returnRequest.safeParse({
    lines: lines.filter(({ quantity }) => quantity !== 0),
    note,
    ofReturn: ofReturn ?? undefined,
  });
  if (!request.success || !key.success) {
    const fault = request.error?.issues[0]?.message ?? 'Please reload the page and try again.';
    throw new AppError('invalid_request', fault);
  }
  const { id } = await requestReturn(ctx, actor, orderId, { ...request.data, key: key.data });
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
