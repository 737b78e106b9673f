import { HOUR_MS } from '#shared/durations.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { OWN_CANCELLATION } from '../orders/view/parcel-view.schema.ts';

type Order = Pick<
  OrderView,
  'status' | 'fulfillmentStatus' | 'fulfillments' | 'heldAt' | 'paidAt' | 'archivedAt'
>;

/**
 * Whether the owner of a paid order may cancel it: soon after the payment, while no parcel is
 * recorded and staff have neither held nor archived it. An old order without parcels may have been
 * shipped before the shop recorded parcels.
 */
export function isCancellableByOwner({ shop, now }: Pick<Ctx, 'shop' | 'now'>, order: Order) {
  const { status, fulfillmentStatus, fulfillments, heldAt, paidAt, archivedAt } = order;
  const isLeft = fulfillmentStatus !== 'cancelled' && fulfillments.length === 0;
  const isFree = heldAt === null && archivedAt === null;
  const until = Date.parse(paidAt ?? '') + (shop.cancelPaidWithinHours ?? 0) * HOUR_MS;
  return status === 'paid' && isLeft && isFree && now().getTime() < until;
}

/** Whether an order that was paid was cancelled by its owner. */
export function isCancelledByOwner({ cancellations }: Pick<OrderView, 'cancellations'>): boolean {
  return cancellations.some(({ key }) => key === OWN_CANCELLATION);
}
