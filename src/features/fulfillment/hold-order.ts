/** Keeps an order from being shipped for a while. */
import { inTransaction } from '#db/client.ts';
import type { Actor } from '../actor.ts';
import { findAudit, recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { lockForStaff, recordStaffChange, requireSeenVersion } from '../orders/orders.ts';
import { requireAdmin } from '../permissions.ts';
import { holdRefusal } from './allowed-changes.schema.ts';
import { updateHold } from './fulfillment.store.ts';
import { requireAllowed } from './require-allowed.ts';

interface Request {
  /** Identifies the request. A repeat does nothing, even if the opposite was done meanwhile. */
  key: string;
  /** The version of the order that staff saw; null checks nothing. */
  version: number | null;
}

/**
 * Puts a paid order on hold (admin). 409 `order_changed`,
 * `payment_incomplete`, `order_closed`, `already_shipped` when nothing is left to be shipped.
 */
export function holdOrder(
  ctx: Ctx,
  actor: Actor,
  id: string,
  request: Request & { reason: string | null },
): Promise<void> {
  return changeHold(ctx, actor, id, { ...request, isHeld: true });
}

/** Ends the hold of an order (admin). One that is not on hold stays so. 409 `order_changed`. */
export function releaseOrder(ctx: Ctx, actor: Actor, id: string, request: Request): Promise<void> {
  return changeHold(ctx, actor, id, { ...request, isHeld: false, reason: null });
}

async function changeHold(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { key, version, isHeld, reason }: Request & { isHeld: boolean; reason: string | null },
): Promise<void> {
  const admin = requireAdmin(actor);
  const action = isHeld ? 'order.hold' : 'order.release';
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockForStaff(tx, id);
    const which = { actor: admin.id, detail: { key } };
    if ((order.heldAt !== null) === isHeld || (await findAudit(tx, action, id, which))) return;
    requireSeenVersion(order, version);
    if (isHeld) requireAllowed(holdRefusal(order));
    const at = ctx.now();
    await updateHold(tx, id, isHeld ? at : null);
    const event = isHeld ? 'hold' : 'release';
    await recordStaffChange(tx, order, { event, actor: admin.id, at, detail: reason });
    await recordAudit(tx, admin.id, action, id, { key });
  });
}
