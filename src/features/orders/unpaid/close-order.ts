/**
 * How an unpaid order ends: people delete it or turn it back into a cart here; `expire-orders.ts`
 * expires it. Its payment is stopped first, then its stock is given back once. If the payment was
 * captured first, the order becomes paid instead. A payment that starts in between is stopped too.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import { giveBackStock } from '../../inventory/inventory.ts';
import { enqueue, replaceByCancellation } from '../../outbox/outbox.ts';
import { closeOpenPayment } from '../../payments/payments.ts';
import { type OrderCustomer, owns, requireCustomer } from '../access/order-access.ts';
import { INTO_CART, recordDeletion, undoEndsAt } from '../deletion/deletion.ts';
import { limitDeletions } from '../deletion/deletion-rate-limits.ts';
import { nextStatus, type OrderStatus } from '../order-states.ts';
import {
  insertEvent,
  lockOrder,
  type OrderRow,
  selectLastDeletion,
  selectOrder,
  updateOrder,
} from '../orders.store.ts';
import { PaymentStartedError, withPaymentStopped } from '../payment/settle.ts';

/**
 * Runs `work` in a transaction with the payment of the caller's own order stopped; 404 for other
 * callers, 429 by `limitDeletions`. `work` receives what `withdrawOrder` takes.
 */
export async function withOwnPaymentStopped(
  ctx: Ctx,
  actor: Actor,
  id: string,
  work: (tx: Tx, of: { customer: OrderCustomer; stopped: string | null }) => Promise<void>,
): Promise<void> {
  const customer = await requireCustomer(ctx, actor, id);
  const order = await selectOrder(ctx.db, id);
  if (!order || !owns(customer, order)) throw noSuchOrder();
  if (order.status !== 'pending') {
    return inTransaction(ctx.db, (tx) => work(tx, { customer, stopped: null }));
  }
  await limitDeletions(ctx, actor);
  await withPaymentStopped(ctx, id, customer.id, (tx, stopped) => work(tx, { customer, stopped }));
}

/**
 * Cancels an unpaid order with a stopped payment for its owner, in the caller's transaction. The
 * order leaves the lists like a deleted one. Null when it went into a cart before.
 */
export async function withdrawOrder(
  ctx: Ctx,
  tx: Tx,
  customer: OrderCustomer,
  { id, stopped }: { id: string; stopped: string | null },
): Promise<OrderRow | null> {
  const order = await lockOrder(tx, id);
  if (!order || !owns(customer, order)) throw noSuchOrder();
  if (order.status === 'paid') {
    throw new AppError('already_paid', 'This order has been paid in the meantime, so it is kept.');
  }
  if (order.status === 'cancelled') {
    // It was deleted in another way, so its lines are not in the cart.
    const last = await selectLastDeletion(tx, id, customer.id);
    if (last?.detail === INTO_CART) return null;
    throw orderCancelled();
  }
  const at = ctx.now();
  const how = { event: 'cancel', actor: customer.id, stopped, at, detail: INTO_CART } as const;
  await cancelOrder(ctx, tx, order, how);
  await updateOrder(tx, id, { archivedByOwnerAt: at, archivedAt: at });
  return order;
}

/**
 * Deletes an order (owner or admin). A guest may delete an unpaid one. An unpaid one is cancelled:
 * its payment is stopped first, then its stock is given back once. A paid one leaves the caller's
 * list and stays in the archive, also when parcels of it are on their way or still to be sent: they
 * are sent all the same. A repeat does nothing. `shown` is the status that the caller saw: 409 when
 * the order was shown as unpaid and has been paid meanwhile. 429 by `limitDeletions`, unless the
 * account is being deleted with all its orders.
 */
export async function deleteOrder(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { shown, withAccount = false }: { shown?: OrderStatus; withAccount?: boolean } = {},
): Promise<{ deletedCount: number }> {
  const customer = await requireCustomer(ctx, actor, id);
  const { isStaff } = customer;
  const seen = await selectOrder(ctx.db, id);
  if (!seen || !(isStaff || owns(customer, seen))) throw noSuchOrder();
  const work = async (tx: Tx, stopped: string | null) => {
    const order = await lockOrder(tx, id);
    if (!order || !(isStaff || owns(customer, order))) throw noSuchOrder();
    if ((shown ?? seen.status) === 'pending' && order.status === 'paid') {
      // Somebody who deletes an order that was shown as unpaid has to know about the payment first.
      throw new AppError(
        'already_paid',
        'This order has been paid in the meantime, so it is kept.',
      );
    }
    const at = ctx.now();
    const unpaid = order.status !== 'paid';
    const forOwner = unpaid || owns(customer, order);
    const forStaff = unpaid || isStaff;
    if (order.status === 'pending') {
      await cancelOrder(ctx, tx, order, { event: 'cancel', actor: customer.id, stopped, at });
    } else if ((!forOwner || order.archivedByOwnerAt) && (!forStaff || order.archivedAt)) {
      return { deletedCount: 0 };
    }
    const leavesMyOrders = forOwner && !order.archivedByOwnerAt;
    const leavesAllOrders = forStaff && !order.archivedAt;
    await updateOrder(tx, id, {
      ...(leavesMyOrders ? { archivedByOwnerAt: at } : {}),
      ...(leavesAllOrders ? { archivedAt: at } : {}),
    });
    if (order.status !== 'pending') {
      await recordDeletion(tx, order, { actor: customer.id, leavesMyOrders, leavesAllOrders, at });
    }
    if (isStaff) await recordAudit(tx, customer.id, 'order.delete', id, { status: order.status });
    return { deletedCount: 1 };
  };
  const isRepeat = seen.status !== 'pending' && seen.archivedByOwnerAt !== null;
  if (!withAccount && !isRepeat) await limitDeletions(ctx, actor);
  if (seen.status !== 'pending') return inTransaction(ctx.db, (tx) => work(tx, null));
  return withPaymentStopped(ctx, id, customer.id, work);
}

/** Cancels a locked pending order whose payment is `stopped`: stock, history, email. */
export async function cancelOrder(
  ctx: Ctx,
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'status'>,
  how: {
    event: 'cancel' | 'expire';
    actor: string;
    stopped: string | null;
    at: Date;
    detail?: string;
  },
): Promise<void> {
  const { event, actor, stopped, at, detail } = how;
  const status = nextStatus(order.status, event);
  if (!status) throw new AppError('order_closed', 'This order can no longer be cancelled.');
  await updateOrder(tx, order.id, { status, cancelledAt: at, network: null });
  if (!(await closeOpenPayment(tx, order.id, stopped))) throw new PaymentStartedError();
  await giveBackStock(tx, { id: order.id, actor, at });
  await insertEvent(tx, {
    orderId: order.id,
    event,
    fromStatus: order.status,
    toStatus: status,
    actor,
    detail: detail ?? null,
    at,
  });
  await replaceByCancellation(tx, order.id, at);
  const kind = event === 'expire' ? 'order.expired' : 'order.cancelled';
  const canBeUndone = event === 'cancel' && !detail;
  const sendAfter = canBeUndone ? undoEndsAt(ctx, at) : at;
  await enqueue(tx, { kind, payload: { orderId: order.id } }, at, sendAfter);
}

export function orderCancelled(): AppError {
  return new AppError('order_closed', 'This order was cancelled.');
}

function noSuchOrder(): AppError {
  return new AppError('not_found', 'There is no such order.', { details: { deletedCount: 0 } });
}
