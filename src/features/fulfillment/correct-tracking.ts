import { inTransaction } from '#db/client.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { recordStaffChange, requireSeenVersion } from '../orders/orders.ts';
import { requireAdmin } from '../permissions.ts';
import { trackingOf } from './carriers.ts';
import type { TrackingRequest } from './fulfillment.schema.ts';
import { updateTracking } from './fulfillment.store.ts';
import { lockParcel } from './lock-parcel.ts';

/**
 * Corrects the carrier and the tracking number of a parcel (admin). Returns the id of its order. A
 * repeat does nothing. 409 `order_changed` when the order has another version than staff saw,
 * `parcel_taken_back`. The customer sees the correction in My Orders, and gets no email.
 */
export async function correctTracking(
  ctx: Ctx,
  actor: Actor,
  id: string,
  request: TrackingRequest & { version: number | null },
): Promise<string> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, async (tx) => {
    const { order, parcel } = await lockParcel(tx, id);
    const { id: orderId } = order;
    const tracking = trackingOf(ctx.shop, request);
    const isSame =
      parcel.carrier === tracking.carrier && parcel.trackingNumber === tracking.trackingNumber;
    if (isSame) return orderId;
    requireSeenVersion(order, request.version);
    await updateTracking(tx, id, tracking);
    // The history and the audit log are never cleaned, so they do not repeat the tracking number.
    await recordStaffChange(tx, order, {
      event: 'correct-tracking',
      actor: admin.id,
      at: ctx.now(),
    });
    await recordAudit(tx, admin.id, 'order.correct-tracking', orderId, { fulfillmentId: id });
    return orderId;
  });
}
