import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions.ts';
import { selectNewestFitting } from './order-search.store.ts';
import { paymentStatusOf } from './payment-status.schema.ts';

/** The newest orders that fit a text, by the rule of the console's table, also deleted ones (admin). */
export async function findOrders(ctx: Ctx, actor: Actor, text: string, limit: number) {
  requireAdmin(actor);
  const rows = await selectNewestFitting(ctx.db, text, limit);
  return rows.map(({ status, refundedMinor, archivedAt, fulfillmentStatus, ...row }) => {
    const amountMinor = row.totalMinor;
    const payment = refundedMinor === null ? null : { amountMinor, refundedMinor };
    return {
      ...row,
      paymentStatus: paymentStatusOf({ status, payment }),
      isCancelled: status === 'cancelled' || fulfillmentStatus === 'cancelled',
      isDeleted: archivedAt !== null,
    };
  });
}
