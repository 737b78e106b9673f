/** Takes back parcels that were recorded by mistake and have not left. */
import { inTransaction } from '#db/client.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { isForgotten } from '../orders/deletion/forgotten.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  getOrder,
  recordStaffChange,
  refundedUnits,
  requireSeenVersion,
} from '../orders/orders.ts';
import type { FulfillmentView } from '../orders/view/parcel-view.schema.ts';
import { isShippingUntold, replaceByTakingBack } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import { takingBackRefusal } from './allowed-changes.schema.ts';
import type { TakingBack } from './fulfillment.schema.ts';
import { deleteFulfillment } from './fulfillment.store.ts';
import { findParcel, lockOrderOf, orderIdOf } from './lock-parcel.ts';
import { requireAllowed } from './require-allowed.ts';

interface Request {
  /** The version of the order that staff saw; null checks nothing. */
  version: number | null;
}

/**
 * Takes back a parcel that has not left (admin): its units are to be shipped again. The email that it
 * is on its way is not sent, or the customer gets another one. Returns the id of its order. A repeat
 * does nothing. 409 `order_changed`, `already_delivered`, `parcel_of_exchange`, `units_came_back`,
 * `order_closed` for an order in the archive.
 */
export async function takeBackParcel(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version }: Request,
): Promise<string> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, async (tx) => {
    const { order, parcel } = await lockOrderOf(tx, id);
    const { id: orderId } = order;
    if (!parcel) return orderId;
    requireSeenVersion(order, version);
    requireAllowed(takingBackRefusal(order, parcel));
    const at = ctx.now();
    const { lines } = parcel;
    const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    await deleteFulfillment(tx, id);
    await recordStaffChange(tx, order, {
      event: 'take-back',
      actor: admin.id,
      at,
      detail: String(units),
    });
    // Its rows are gone, so the entry says what was in it.
    const items = itemsIn(order, parcel);
    const about = { fulfillmentId: id, units, items };
    await recordAudit(tx, admin.id, 'order.take-back', orderId, about);
    await replaceByTakingBack(tx, { orderId, fulfillmentId: id, lines }, at);
    return orderId;
  });
}

/**
 * What `takeBackParcel` would do now, for the question before it; null for a repeat. Refuses what it
 * refuses.
 */
export async function previewTakingBack(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version }: Request,
): Promise<TakingBack | null> {
  requireAdmin(actor);
  const order = await getOrder(ctx, actor, await orderIdOf(ctx.db, id));
  const parcel = findParcel(order, id);
  if (!parcel) return null;
  requireSeenVersion(order, version);
  requireAllowed(takingBackRefusal(order, parcel));
  const about = { orderId: order.id, fulfillmentId: id };
  return {
    lines: parcel.lines,
    refundedUnits: refundedIn(order, parcel),
    isUntold: await isShippingUntold(ctx.db, about),
    isForgotten: isForgotten(order),
  };
}

/** How many units of a parcel count as refunded before they were shipped, once it is taken back. */
function refundedIn(order: OrderView, { id, lines }: FulfillmentView): number {
  const fulfillments = order.fulfillments.filter((parcel) => parcel.id !== id);
  return lines.reduce((sum, { position }) => {
    const before = order.lines[position]?.refundedToShipQuantity ?? 0;
    return sum + refundedUnits({ ...order, fulfillments }, position).refunded - before;
  }, 0);
}

/** What was in a parcel, such as '2 × TEE-M, 1 × TEE-S'. */
function itemsIn(order: OrderView, { lines }: FulfillmentView): string {
  return lines
    .map(({ position, quantity }) => `${quantity} × ${order.lines[position]?.sku}`)
    .join(', ');
}
