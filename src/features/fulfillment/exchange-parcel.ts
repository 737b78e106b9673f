/** The parcel of what goes out in exchange for returned items. It has no lines of the order. */
import type { Tx } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import type { Ctx } from '../context.ts';
import type { FulfillmentView } from '../orders/view/parcel-view.schema.ts';
import { trackingOf } from './carriers.ts';
import type { TrackingRequest } from './fulfillment.schema.ts';
import { insertParcel } from './fulfillment.store.ts';

/**
 * Writes a parcel without lines for a locked order, in the caller's transaction, which then names it
 * in the exchanges: the database refuses an empty parcel. Returns its id.
 */
export async function writeExchangeParcel(
  ctx: Ctx,
  tx: Tx,
  orderId: string,
  { key, ...tracking }: TrackingRequest & { key: string },
): Promise<string> {
  const id = newId('ful');
  const parcel = { id, orderId, key, shippedAt: ctx.now(), ...trackingOf(ctx.shop, tracking) };
  await insertParcel(tx, parcel);
  return id;
}

/** Whether a repeated request has the carrier and the tracking number of a parcel. */
export function isSameTracking(
  shop: Pick<ShopConfig, 'carriers'>,
  parcel: Pick<FulfillmentView, 'carrier' | 'trackingNumber'>,
  request: TrackingRequest,
): boolean {
  const { carrier, trackingNumber } = trackingOf(shop, request);
  return parcel.carrier === carrier && parcel.trackingNumber === trackingNumber;
}
