/** How a return ends: with a refund of what arrived, or without one. */
import { AppError } from '#shared/errors.ts';
import { type Actor, requireAdmin } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import type { OrderView, ReturnView } from '../orders/orders.schema.ts';
import { carryOutOrderRefund, recordStaffChange, writeLineRefund } from '../orders/orders.ts';
import { refundableShipping } from '../orders/proposed-refund.schema.ts';
import {
  changeReturn,
  type ReturnChange,
  requireNoneReserved,
  requireState,
} from './change-return.ts';
import {
  proposedReturnRefund,
  refundableLines,
  refundedDifferences,
} from './refundable-lines.schema.ts';
import { releaseExchanges } from './release-exchanges.ts';
import type { ReturnRefundRequest } from './returns.schema.ts';
import { updateReturn } from './returns.store.ts';

/**
 * Refunds what arrived of a received return, and closes it (admin). A repeat returns the same
 * refund; with another amount it is refused. Returns the id of the order and what happened to the
 * refund: `waiting` while the provider can't be reached. 409 `order_changed`; `return_state`, also
 * while an exchange waits to be sent; `amount_mismatch` when less remains to be refunded.
 */
export async function refundReturn(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { shipping, amountMinor, ...change }: ReturnRefundRequest & ReturnChange,
): Promise<{ orderId: string; refundId: string; refund: 'done' | 'waiting' | 'refused' }> {
  const admin = requireAdmin(actor);
  // A return has one refund at most, so its id is the key.
  const key = `return ${id}`;
  let refundId: string | null = null;
  const isDone = (_: ReturnView, order: OrderView) => {
    const earlier = order.refunds.find((refund) => refund.key === key);
    if (!earlier) return false;
    if (amountMinor !== null && amountMinor !== earlier.amountMinor) {
      throw new AppError('return_state', 'This return was refunded with another amount.');
    }
    const isOtherShipping = shipping
      ? earlier.shippingMinor === 0 && refundableShipping(order) > 0
      : earlier.shippingMinor > 0;
    if (isOtherShipping) {
      const how = shipping ? 'without' : 'with';
      throw new AppError('return_state', `This return was refunded ${how} the shipping before.`);
    }
    refundId = earlier.id;
    return true;
  };
  const by = { id, actor: admin.id };
  const orderId = await changeReturn(ctx, by, change, isDone, async (tx, { order, one }) => {
    requireState(one, ['received']);
    requireNoneReserved(one);
    const lines = refundableLines(order, one).map(({ position, quantity }) => ({
      sku: order.lines[position]?.sku ?? '',
      quantity,
    }));
    if (lines.length === 0 && !shipping && amountMinor === null) {
      throw new AppError(
        'amount_mismatch',
        'Everything that came back was refunded before. Please close this return, or type an amount.',
      );
    }
    const amount = amountMinor ?? lessDifferences(order, one, shipping);
    const refund = {
      lines,
      shipping,
      amountMinor: amount,
      restock: false,
      reason: 'returned',
      key,
      ofReturn: id,
    };
    refundId = await writeLineRefund(ctx, tx, admin.id, order, refund);
    const at = ctx.now();
    await updateReturn(tx, id, { closedAt: at });
    await recordStaffChange(tx, order, { event: 'return-closed', actor: admin.id, at });
    await recordAudit(tx, admin.id, 'return.refund', order.id, { returnId: id, refundId });
  });
  if (refundId === null) throw new Error(`Return ${id} has no refund.`);
  return { orderId, refundId, refund: await carryOutOrderRefund(ctx, refundId) };
}

/**
 * Closes a return without a refund (admin). It was received, or its parcel will not arrive. Returns
 * the id of the order. A repeat does nothing. 409 `order_changed`, `return_state`.
 */
export function closeReturn(
  ctx: Ctx,
  actor: Actor,
  id: string,
  change: ReturnChange,
): Promise<string> {
  const admin = requireAdmin(actor);
  const isDone = ({ state }: ReturnView) => state === 'closed';
  return changeReturn(ctx, { id, actor: admin.id }, change, isDone, async (tx, { order, one }) => {
    requireState(one, ['in_transit', 'received']);
    if (one.state === 'received') requireNoneReserved(one);
    const at = ctx.now();
    await updateReturn(tx, id, { closedAt: at });
    await releaseExchanges(tx, { order, one, because: 'closed', actor: admin.id, at });
    await recordStaffChange(tx, order, { event: 'return-closed', actor: admin.id, at });
    await recordAudit(tx, admin.id, 'return.close', order.id, { returnId: id });
  });
}

/**
 * The amount of a refund, less the differences that were refunded for exchanges which were cancelled
 * afterwards; null when there are none, and the lines say it.
 */
function lessDifferences(order: OrderView, one: ReturnView, shipping: boolean): number | null {
  if (refundedDifferences(order, one) === 0) return null;
  const amountMinor = proposedReturnRefund(order, one, { shipping });
  if (amountMinor > 0) return amountMinor;
  throw new AppError('amount_mismatch', 'Everything of this return has been refunded already.');
}
