/** Takes units of a paid order out before they are shipped. */
import { inTransaction, type Tx } from '#db/client.ts';
import { counted } from '#shared/counted.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { restockCancelled } from '../inventory/inventory.ts';
import { keyUsed } from '../key-used.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  type ChosenLine,
  carryOutOrderRefund,
  findOrderRefund,
  isSameChoice,
  lockForStaff,
  recordStaffChange,
  requestOrderRefund,
  requireSeenVersion,
  variantsOf,
} from '../orders/orders.ts';
import { refundOf } from '../orders/refunds/proposed-refund.schema.ts';
import { refundKeyOfCancellation } from '../orders/view/parcel-view.schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import { cancellationRefusal } from './allowed-changes.schema.ts';
import { cancellationChoice } from './cancellation-refund.schema.ts';
import { chooseLines } from './choose-lines.ts';
import type { CancellationRequest } from './fulfillment.schema.ts';
import { insertCancellations } from './fulfillment.store.ts';
import { requireAllowed } from './require-allowed.ts';

type KeyedRequest = CancellationRequest & {
  /** Identifies the request: a repeat cancels and refunds nothing more. */
  key: string;
  /** The version of the order that staff saw; null checks nothing. */
  version: number | null;
};

/**
 * Cancels some or all unshipped units of a paid order, and tells the customer (admin). Puts the
 * units back into the stock and refunds them if the request says so. The cancellation and the
 * request of the refund are one transaction. Returns what happened to the refund: `waiting` while
 * the provider can't be reached. 409 `order_changed`, `already_shipped`, `order_closed`,
 * `payment_incomplete`, `amount_mismatch` when more is to be refunded than was paid.
 */
export async function cancelLines(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  request: KeyedRequest,
): Promise<{ refundId: string | null; refund: 'none' | 'done' | 'waiting' | 'refused' }> {
  const admin = requireAdmin(actor);
  const refundId = await inTransaction(ctx.db, async (tx) => {
    const order = await lockForStaff(tx, orderId);
    const earlier = order.cancellations.find(({ key }) => key === request.key);
    if (earlier) {
      const refund = await findOrderRefund(tx, orderId, refundKeyOfCancellation(request.key));
      requireSame(order, { ...earlier, refundMinor: refund?.amountMinor ?? 0 }, request);
      return refund?.id ?? null;
    }
    const lines = requireCancellable(order, request);
    return writeCancellation(ctx, tx, admin.id, { order, lines, request });
  });
  if (refundId === null) return { refundId, refund: 'none' };
  return { refundId, refund: await carryOutOrderRefund(ctx, refundId) };
}

/**
 * What `cancelLines` would refund now, for the question before it; 0 for a repeat. Refuses what it
 * refuses.
 */
export function previewCancellation(order: OrderView, request: KeyedRequest): number {
  if (order.cancellations.some(({ key }) => key === request.key)) return 0;
  const lines = requireCancellable(order, request);
  return refundOf(order, cancellationChoice(order, lines), request.refundMinor).amountMinor;
}

function requireCancellable(order: OrderView, request: KeyedRequest): ChosenLine[] {
  requireSeenVersion(order, request.version);
  requireAllowed(cancellationRefusal(order));
  return chooseLines(order, request.lines);
}

/**
 * Writes everything that belongs to a cancellation. Returns the id of its refund, if it has one.
 */
export async function writeCancellation(
  ctx: Ctx,
  tx: Tx,
  actor: string,
  {
    order,
    lines,
    request,
  }: { order: OrderView; lines: ChosenLine[]; request: Omit<KeyedRequest, 'lines' | 'version'> },
): Promise<string | null> {
  const { id: orderId } = order;
  const { key, restock, note } = request;
  const at = ctx.now();
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  await insertCancellations(tx, { orderId, key, restocked: restock, cancelledAt: at }, lines);
  const detail = [counted(units, 'item'), note].filter(Boolean).join(': ');
  await recordStaffChange(tx, order, { event: 'cancel-lines', actor, at, detail });
  const parts = refundOf(order, cancellationChoice(order, lines), request.refundMinor);
  const { amountMinor } = parts;
  const refundId =
    amountMinor === 0
      ? null
      : await requestOrderRefund(ctx, tx, actor, order, {
          ...parts,
          reason: note ?? 'cancelled before shipping',
          key: refundKeyOfCancellation(key),
        });
  if (restock) {
    await restockCancelled(tx, { id: orderId, actor, at }, key, variantsOf(order, lines));
  }
  await recordAudit(tx, actor, 'order.cancel-lines', orderId, {
    units,
    restocked: restock,
    refundMinor: amountMinor,
  });
  await enqueue(tx, { kind: 'order.lines-cancelled', payload: { orderId, key } }, at);
  return refundId;
}

/** Refuses a key that was used for another cancellation of the order. */
function requireSame(
  order: OrderView,
  earlier: OrderView['cancellations'][number] & { refundMinor: number },
  request: KeyedRequest,
): void {
  const isSame =
    earlier.restocked === request.restock &&
    (request.refundMinor ?? earlier.refundMinor) === earlier.refundMinor &&
    isSameChoice(order, earlier.lines, request.lines);
  if (isSame) return;
  throw keyUsed('cancellation');
}
