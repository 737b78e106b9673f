import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import { selectLastDeletion } from '../orders.store.ts';
import { requireSeenVersion } from '../staff-change.ts';
import { changeUnpaidOrder } from './change-unpaid-order.ts';
import { cancelOrder } from './close-order.ts';

/**
 * Cancels an unpaid order for staff (admin): its payment is stopped, its stock goes back, and its
 * customer gets an email. It stays in the lists as cancelled, unlike an order that is deleted. For a
 * moment `undoCancellation` places it again. A repeat by the same person does nothing. `version` is
 * that of the order that staff saw; null checks nothing. 409 `order_changed`, `already_paid`;
 * `order_closed` when it ended in another way before.
 */
export async function cancelUnpaidOrder(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version }: { version: number | null },
): Promise<void> {
  const { id: admin } = requireAdmin(actor);
  await changeUnpaidOrder(ctx, { id, actor: admin, version }, async (tx, order, stopped) => {
    if (order.status === 'cancelled') return requireOwnRepeat(tx, id, admin);
    if (order.status === 'paid') {
      throw new AppError('already_paid', 'This order has been paid, so it is kept.');
    }
    requireSeenVersion(order, version);
    await cancelOrder(ctx, tx, order, { event: 'cancel', actor: admin, stopped, at: ctx.now() });
    await recordAudit(tx, admin, 'order.cancel', id, { status: order.status });
  });
}

async function requireOwnRepeat(tx: Tx, id: string, admin: string): Promise<void> {
  const last = await selectLastDeletion(tx, id, admin, ['cancel']);
  if (last?.detail === null) return;
  throw new AppError('order_closed', 'This order was cancelled before. The history says how.');
}
