/** What staff decide about a return before its parcel arrives. */
import type { Tx } from '#db/client.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { recordStaffChange } from '../orders/orders.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import { changeReturn, type ReturnChange, requireState } from './change-return.ts';
import { releaseExchanges } from './release-exchanges.ts';
import { updateReturn } from './returns.store.ts';

/**
 * Approves a return (admin), and tells the customer where to send it. Returns the id of the order. A
 * repeat does nothing. 409 `order_changed`, `return_state`.
 */
export function approveReturn(
  ctx: Ctx,
  actor: Actor,
  id: string,
  change: ReturnChange,
): Promise<string> {
  const admin = requireAdmin(actor);
  const isDone = ({ state }: { state: string }) => state === 'in_transit';
  return changeReturn(ctx, { id, actor: admin.id }, change, isDone, async (tx, { order, one }) => {
    requireState(one, ['requested']);
    const at = ctx.now();
    await updateReturn(tx, id, { approvedAt: at });
    await writeApproval(tx, { order, returnId: id, admin: admin.id, at });
  });
}

/** The history, the audit entry and the email of a return that is approved, in the caller's transaction. */
export async function writeApproval(
  tx: Tx,
  { order, returnId, admin, at }: { order: OrderView; returnId: string; admin: string; at: Date },
): Promise<void> {
  await recordStaffChange(tx, order, { event: 'return-approved', actor: admin, at });
  await recordAudit(tx, admin, 'return.approve', order.id, { returnId });
  const payload = { orderId: order.id, returnId };
  await enqueue(tx, { kind: 'return.approved', payload }, at);
}

/**
 * Declines a return, with a reason that its customer reads (admin). Returns the id of the order. A
 * repeat does nothing. 409 `order_changed`, `return_state`.
 */
export function declineReturn(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { reason, ...change }: ReturnChange & { reason: string },
): Promise<string> {
  const admin = requireAdmin(actor);
  const isDone = (one: { state: string; declineReason: string | null }) =>
    one.state === 'declined' && one.declineReason === reason;
  return changeReturn(ctx, { id, actor: admin.id }, change, isDone, async (tx, { order, one }) => {
    requireState(one, ['requested']);
    const at = ctx.now();
    await updateReturn(tx, id, { declinedAt: at, declineReason: reason });
    await releaseExchanges(tx, { order, one, because: 'declined', actor: admin.id, at });
    const event = { event: 'return-declined', actor: admin.id, at, detail: reason } as const;
    await recordStaffChange(tx, order, event);
    await recordAudit(tx, admin.id, 'return.decline', order.id, { returnId: id, reason });
    const payload = { orderId: order.id, returnId: id };
    await enqueue(tx, { kind: 'return.declined', payload }, at);
  });
}
