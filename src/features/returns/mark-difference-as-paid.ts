import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type { OutsidePaymentRequest } from '../orders/order-requests.schema.ts';
import { becomeExtraPaid, OUTSIDE_THE_SHOP } from '../orders/orders.ts';
import { recordOutsidePayment, wasRecordedOutside } from '../payments/payments.ts';
import { requireAdmin } from '../permissions.ts';
import type { ReturnChange } from './change-return.ts';
import { endUnpaidDifference } from './unpaid-difference.ts';

/**
 * Records that the whole difference to the dearer exchanges of a return came outside of the shop, so
 * that they can be sent (admin). `key` identifies the request: a repeat does nothing, and one with
 * another `reference` is refused. Returns and refuses what `endUnpaidDifference` does; 503 also while
 * earlier documents are caught up.
 */
export async function markDifferenceAsPaid(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { version, ...request }: OutsidePaymentRequest & ReturnChange & { key: string },
): Promise<{ orderId: string; isCardOpen: boolean }> {
  const { id: admin } = requireAdmin(actor);
  return endUnpaidDifference(
    ctx,
    { id, actor: admin, version },
    (tx) => wasRecordedOutside(tx, { returnId: id }, request, 'already_paid'),
    async (tx, { order, one, dueMinor: amountMinor }) => {
      const at = ctx.now();
      const { customerId: userId, currency } = order;
      const payment = { returnId: id, userId, amountMinor, currency };
      await recordOutsidePayment(tx, payment, { ...request, at });
      await recordAudit(tx, admin, 'return.mark-paid', order.id, { returnId: id, amountMinor });
      const how = { amountMinor, actor: admin, at, how: OUTSIDE_THE_SHOP };
      await becomeExtraPaid(ctx, tx, { order, one }, how);
    },
  );
}
