/** Sends what goes out for a return, as a parcel of its own. */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type { TrackingRequest } from '../fulfillment/fulfillment.schema.ts';
import { isSameTracking, requireAllowed, writeExchangeParcel } from '../fulfillment/fulfillment.ts';
import { approvedReturnStates } from '../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { recordStaffChange, requireSeenVersion } from '../orders/orders.ts';
import { reservedOf } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import {
  changeReturn,
  findReturn,
  type ReturnChange,
  requireReserved,
  requireState,
} from './change-return.ts';
import { exchangeRefusal } from './exchange-refusal.schema.ts';
import { refundableLines } from './refundable-lines.schema.ts';
import { updateExchange, updateReturn } from './returns.store.ts';

/**
 * Sends all exchanges of a return as one parcel, and tells the customer (admin). The return is
 * received, or still on its way when staff send earlier. Closes a received return of which nothing is
 * left to refund. Returns the id of the order. A repeat does nothing. 409 `order_changed`,
 * `return_state`, also for a repeat with other values; `order_on_hold`, `order_closed`;
 * `payment_incomplete` until the difference to a dearer variant is paid or waived.
 */
export function shipExchange(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version, ...request }: TrackingRequest & ReturnChange,
): Promise<string> {
  const admin = requireAdmin(actor);
  const isDone = (one: ReturnView, order: OrderView) => {
    const sent = one.lines.find(({ exchange }) => exchange?.state === 'sent')?.exchange;
    const parcel = order.fulfillments.find((each) => each.id === sent?.fulfillmentId);
    if (!parcel) return false;
    if (isSameTracking(ctx.shop, parcel, request)) return true;
    throw new AppError('return_state', 'The exchange of this return was sent before.');
  };
  return changeReturn(
    ctx,
    { id, actor: admin.id },
    { version },
    isDone,
    async (tx, { order, one }) => {
      const going = requireSendable(order, one);
      const at = ctx.now();
      const fulfillmentId = await writeExchangeParcel(ctx, tx, order.id, {
        ...request,
        key: `exchange ${id}`,
      });
      for (const { position } of going) await updateExchange(tx, id, position, { fulfillmentId });
      const units = going.reduce((sum, each) => sum + each.units, 0);
      const event = {
        event: 'exchange-shipped',
        actor: admin.id,
        at,
        detail: String(units),
      } as const;
      await recordStaffChange(tx, order, event);
      const about = { returnId: id, fulfillmentId, units };
      await recordAudit(tx, admin.id, 'return.ship-exchange', order.id, about);
      const payload = { orderId: order.id, fulfillmentId };
      await enqueue(tx, { kind: 'exchange.shipped', payload }, at);
      await closeIfDone(tx, { order, one, actor: admin.id, at });
    },
  );
}

/** Refuses what `shipExchange` would refuse now, for the question before it. */
export function previewExchange(order: OrderView, id: string, { version }: ReturnChange): void {
  const one = findReturn(order, id);
  requireSeenVersion(order, version);
  requireSendable(order, one);
}

/** What is reserved in exchange for a return, if it can be sent now. */
function requireSendable(order: OrderView, one: ReturnView): ReturnType<typeof reservedOf> {
  requireReserved(one);
  requireState(one, approvedReturnStates);
  requireAllowed(exchangeRefusal(order, one));
  return reservedOf(one);
}

async function closeIfDone(
  tx: Tx,
  { order, one, actor, at }: { order: OrderView; one: ReturnView; actor: string; at: Date },
): Promise<void> {
  if (one.state !== 'received' || refundableLines(order, one).length > 0) return;
  await updateReturn(tx, one.id, { closedAt: at });
  await recordStaffChange(tx, order, { event: 'return-closed', actor, at });
}
