import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import { insertEvent, lockOrder, updateOrder } from '../orders.store.ts';

/**
 * Moves an order from the archive back into All Orders (admin). A cancelled order stays cancelled,
 * and one that its owner deleted stays out of their list. A repeat does nothing.
 */
export async function restoreOrder(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ restoredCount: number }> {
  const admin = requireAdmin(actor);
  return inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw new AppError('not_found', 'There is no such order.');
    if (!order.archivedAt) return { restoredCount: 0 };
    const { status } = order;
    await updateOrder(tx, id, { archivedAt: null });
    await insertEvent(tx, {
      orderId: id,
      event: 'restored',
      fromStatus: status,
      toStatus: status,
      actor: admin.id,
      at: ctx.now(),
    });
    await recordAudit(tx, admin.id, 'order.restore', id, { status });
    return { restoredCount: 1 };
  });
}
