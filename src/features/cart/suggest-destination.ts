import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { deliveryOptions, destinationOf, toEstimate } from '../delivery/delivery.ts';
import type { StoredDestination } from './cart.schema.ts';
import { selectKnownDestinations } from './destination.store.ts';

/**
 * What the caller's next shipping estimate starts with: their default address, because checkout
 * suggests it too, else the destination of their last estimate. Null for guests. An address that the
 * shop does not deliver to counts as none. Call it after reading the cart, which has updated the
 * settings of delivery.
 */
export async function suggestDestination(
  ctx: Ctx,
  actor: Actor,
): Promise<StoredDestination | null> {
  if (!actor.user) return null;
  const { address, last } = await selectKnownDestinations(ctx.db, actor.user.id);
  if (!address) return last;
  const parcel = { subtotalMinor: 0, weightGrams: 0 };
  const isReached =
    deliveryOptions(ctx, ctx.delivery.known, destinationOf(address), parcel).length > 0;
  if (!isReached) return last;
  const to = toEstimate(ctx, address);
  // Not every address has a postcode, and the estimate in the shop's own country needs one.
  const isSamePlace = last?.city === to.city && last.country === to.country;
  return { ...to, zip: to.zip ?? (isSamePlace ? last.zip : null) };
}
