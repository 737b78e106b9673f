import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  lockForStaff,
  recordStaffChange,
  requireSeenVersion,
  viewOrders,
} from '../orders/orders.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import { type ChangedOrder, changeEach, type ShownOrder } from './change-each.ts';
import { updateDelivered } from './fulfillment.store.ts';
import { lockParcel } from './lock-parcel.ts';

/**
 * Marks a parcel as delivered and tells the customer (admin). Returns the id of its order. A repeat
 * does nothing. 409 `order_changed` when the order has another version than staff saw,
 * `parcel_taken_back`.
 */
export async function markDelivered(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version }: { version: number | null },
): Promise<string> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, async (tx) => {
    const { order, parcel } = await lockParcel(tx, id);
    if (parcel.deliveredAt) return order.id;
    requireSeenVersion(order, version);
    await writeDelivered(ctx, tx, admin.id, { order, id });
    return order.id;
  });
}

async function writeDelivered(
  ctx: Ctx,
  tx: Tx,
  actor: string,
  { order, id }: { order: OrderView; id: string },
): Promise<void> {
  const at = ctx.now();
  const payload = { orderId: order.id, fulfillmentId: id };
  await updateDelivered(tx, id, at);
  await recordStaffChange(tx, order, { event: 'deliver', actor, at });
  await recordAudit(tx, actor, 'order.deliver', order.id, { fulfillmentId: id });
  await enqueue(tx, { kind: 'order.delivered', payload }, at);
}

/** How many parcels of these orders are on the way (admin). */
export async function countOnTheWay(ctx: Ctx, actor: Actor, ids: string[]): Promise<number> {
  const orders = await viewOrders(ctx, actor, ids);
  return orders.reduce((sum, order) => sum + onTheWay(order).length, 0);
}

/**
 * Marks all parcels of several orders that are on the way as delivered, and tells the customers of
 * each parcel (admin). Each order has its own transaction, and a refusal of one does not stop the
 * others. A repeat does nothing.
 */
export async function deliverMany(
  ctx: Ctx,
  actor: Actor,
  shown: ShownOrder[],
): Promise<ChangedOrder[]> {
  const admin = requireAdmin(actor);
  return changeEach(ctx, actor, shown, ({ id: orderId, version }) =>
    inTransaction(ctx.db, async (tx) => {
      const order = await lockForStaff(tx, orderId);
      if (order.fulfillments.length === 0) {
        throw new AppError('invalid_request', 'Nothing of this order is on the way.');
      }
      const parcels = onTheWay(order);
      if (parcels.length === 0) return;
      requireSeenVersion(order, version);
      for (const { id } of parcels) await writeDelivered(ctx, tx, admin.id, { order, id });
    }),
  );
}

const onTheWay = ({ fulfillments }: OrderView) =>
  fulfillments.filter(({ deliveredAt }) => deliveredAt === null);
