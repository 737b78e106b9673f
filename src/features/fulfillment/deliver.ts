import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { lockForStaff, recordStaffChange, requireSeenVersion } from '../orders/orders.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import { selectOrderOf, updateDelivered } from './fulfillment.store.ts';

/**
 * Marks a parcel as delivered and tells the customer (admin). Returns the id of its order. A repeat
 * does nothing. 409 `order_changed` when the order has another version than staff saw.
 */
export async function markDelivered(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version }: { version: number | null },
): Promise<string> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, async (tx) => {
    const found = await selectOrderOf(tx, id);
    if (!found) throw new AppError('not_found', 'There is no such parcel.');
    const { orderId } = found;
    const order = await lockForStaff(tx, orderId);
    if (order.fulfillments.some((parcel) => parcel.id === id && parcel.deliveredAt)) return orderId;
    requireSeenVersion(order, version);
    const at = ctx.now();
    await updateDelivered(tx, id, at);
    await recordStaffChange(tx, order, { event: 'deliver', actor: admin.id, at });
    await recordAudit(tx, admin.id, 'order.deliver', orderId, { fulfillmentId: id });
    await enqueue(tx, { kind: 'order.delivered', payload: { orderId, fulfillmentId: id } }, at);
    return orderId;
  });
}
