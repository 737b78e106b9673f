import { inTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import {
  carryOutOrderRefund,
  findOrderRefund,
  limitDeletions,
  lockForOwner,
  requireCustomer,
  viewOwnOrder,
} from '../orders/orders.ts';
import { OWN_CANCELLATION, refundKeyOfCancellation } from '../orders/view/parcel-view.schema.ts';
import { enqueue } from '../outbox/outbox.ts';
import { writeCancellation } from './cancel-lines.ts';
import { chooseLines } from './choose-lines.ts';
import { isCancellableByOwner, isCancelledByOwner } from './own-cancellation.ts';

/**
 * Cancels a paid order for its owner, as long as `isCancellableByOwner` allows it. All remaining
 * units go back into the stock, and what was paid and not yet refunded is refunded. The shop gets
 * an email. A repeat changes nothing. Returns what happened to the refund: `waiting` while the
 * provider can't be reached. 404 for other people, and for an order that is no longer in My Orders;
 * 409 `not_cancellable` when it is too late; 429 beyond `deletedPerHour`, for which a repeat does
 * not count.
 */
export async function cancelOwnOrder(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
): Promise<{ refund: 'none' | 'done' | 'waiting' | 'refused' }> {
  const customer = await requireCustomer(ctx, actor, orderId);
  const seen = await viewOwnOrder(ctx, actor, orderId);
  if (!isCancelledByOwner(seen)) await limitDeletions(ctx, actor);
  const refundId = await inTransaction(ctx.db, async (tx) => {
    const order = await lockForOwner(tx, orderId, customer);
    if (isCancelledByOwner(order)) {
      return (
        (await findOrderRefund(tx, orderId, refundKeyOfCancellation(OWN_CANCELLATION)))?.id ?? null
      );
    }
    if (!isCancellableByOwner(ctx, order)) {
      throw new AppError(
        'not_cancellable',
        'This order can no longer be cancelled here. Please write to us.',
      );
    }
    const note = 'cancelled by the customer';
    const request = { key: OWN_CANCELLATION, restock: true, note, refundMinor: null };
    const lines = chooseLines(order);
    const refundId = await writeCancellation(ctx, tx, customer.id, { order, lines, request });
    await enqueue(tx, { kind: 'staff.order-cancelled', payload: { orderId } }, ctx.now());
    return refundId;
  });
  if (refundId === null) return { refund: 'none' };
  return { refund: await carryOutOrderRefund(ctx, refundId) };
}
