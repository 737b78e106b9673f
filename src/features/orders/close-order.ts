/**
 * How an order ends without being paid: deleted or taken back by people, or expired. Its payment is
 * stopped first, then its stock goes back, once; if the money came first, the order is paid instead.
 * A payment that is begun in between is stopped as well before anything ends.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { type Actor, requireUser } from '../accounts/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Ctx } from '../context.ts';
import { giveBackStock } from '../inventory/inventory.ts';
import { enqueue, foldIntoCancellation } from '../outbox/outbox.ts';
import { closeOpenPayment } from '../payments/payments.ts';
import { nextStatus } from './order-state.ts';
import {
  insertEvent,
  lockOrder,
  type OrderRow,
  selectOrder,
  selectOverdue,
  updateOrder,
} from './orders.store.ts';
import { BegunMeanwhile, withPaymentStopped } from './settle.ts';

/**
 * Runs `work` in a transaction with the payment of the caller's own order stopped; 404 for others.
 * `work` is handed what `withdrawOrder` takes.
 */
export async function withOwnPaymentStopped(
  ctx: Ctx,
  actor: Actor,
  id: string,
  work: (tx: Tx, stopped: string | null) => Promise<void>,
): Promise<void> {
  const user = requireUser(actor);
  const order = await selectOrder(ctx.db, id);
  if (order?.userId !== user.id) throw noSuchOrder();
  if (order.status === 'pending') await withPaymentStopped(ctx, id, user.id, work);
  else await inTransaction(ctx.db, (tx) => work(tx, null));
}

/**
 * Cancels an unpaid order, whose payment was stopped, for its owner, in the caller's transaction; it
 * leaves the lists as if it was deleted. False when that had been done before.
 */
export async function withdrawOrder(
  ctx: Ctx,
  tx: Tx,
  userId: string,
  { id, stopped }: { id: string; stopped: string | null },
): Promise<boolean> {
  const order = await lockOrder(tx, id);
  if (order?.userId !== userId) throw noSuchOrder();
  if (order.status === 'paid') {
    throw new AppError('already_paid', 'This order has been paid in the meantime, so it is kept.');
  }
  if (order.status === 'cancelled') {
    if (order.hiddenByOwnerAt) return false;
    throw new AppError('order_closed', 'This order was cancelled.');
  }
  await cancel(ctx, tx, order, { event: 'cancel', actor: userId, stopped });
  await updateOrder(tx, id, { hiddenByOwnerAt: ctx.now(), archivedAt: ctx.now() });
  return true;
}

/** Who cancels orders that nobody paid. */
const EXPIRY = 'expiry';

/**
 * Deletes as far as an order may be deleted (owner or admin): an unpaid one is cancelled, its
 * payment first, then its stock goes back, once; a paid one leaves the caller's list and stays in
 * the archive. Again: nothing is left to delete.
 */
export async function deleteOrder(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ deletedCount: number }> {
  const user = requireUser(actor);
  const seen = await selectOrder(ctx.db, id);
  if (!seen || !(user.role === 'admin' || seen.userId === user.id)) throw noSuchOrder();
  const work = async (tx: Tx, stopped: string | null) => {
    const order = await lockOrder(tx, id);
    if (!order) throw noSuchOrder();
    if (seen.status === 'pending' && order.status === 'paid') {
      // Whoever deletes what they believe unpaid has to hear of the money before it is out of sight.
      throw new AppError(
        'already_paid',
        'This order has been paid in the meantime, so it is kept.',
      );
    }
    const at = ctx.now();
    const unpaid = order.status !== 'paid';
    const hide = unpaid || order.userId === user.id;
    const archive = unpaid || user.role === 'admin';
    if (order.status === 'pending') {
      await cancel(ctx, tx, order, { event: 'cancel', actor: user.id, stopped });
    } else if ((!hide || order.hiddenByOwnerAt) && (!archive || order.archivedAt)) {
      return { deletedCount: 0 };
    }
    await updateOrder(tx, id, {
      ...(hide ? { hiddenByOwnerAt: order.hiddenByOwnerAt ?? at } : {}),
      ...(archive ? { archivedAt: order.archivedAt ?? at } : {}),
    });
    if (user.role === 'admin')
      await recordAudit(tx, user.id, 'order.delete', id, { status: order.status });
    return { deletedCount: 1 };
  };
  return seen.status === 'pending'
    ? withPaymentStopped(ctx, id, user.id, work)
    : inTransaction(ctx.db, (tx) => work(tx, null));
}

/**
 * Cancels orders that were not paid in time and gives their stock back; answers how many. Payments
 * are stopped first, so an order that is paid at the last moment stays paid. Any number of processes
 * may run this at once: each order is looked at again under its lock.
 */
export async function expireOverdueOrders(ctx: Ctx): Promise<number> {
  const overdue = await selectOverdue(ctx.db, ctx.now(), 100);
  for (const { id } of overdue) {
    await expire(ctx, id).catch((error: unknown) => ctx.log.error('order.expire', error, { id }));
  }
  return overdue.length;
}

async function expire(ctx: Ctx, id: string): Promise<void> {
  const seen = await selectOrder(ctx.db, id);
  if (seen?.status !== 'pending') return;
  await withPaymentStopped(ctx, id, EXPIRY, async (tx, stopped) => {
    const order = await lockOrder(tx, id);
    if (order?.status !== 'pending') return;
    await cancel(ctx, tx, order, { event: 'expire', actor: EXPIRY, stopped });
  });
}

async function cancel(
  ctx: Ctx,
  tx: Tx,
  order: OrderRow,
  how: { event: 'cancel' | 'expire'; actor: string; stopped: string | null },
): Promise<void> {
  const { event, actor, stopped } = how;
  const status = nextStatus(order.status, event);
  if (!status) throw new AppError('order_closed', 'This order can no longer be cancelled.');
  const at = ctx.now();
  await updateOrder(tx, order.id, { status, cancelledAt: at });
  if (!(await closeOpenPayment(tx, order.id, stopped))) throw new BegunMeanwhile();
  await giveBackStock(tx, { id: order.id, actor, at });
  await insertEvent(tx, {
    orderId: order.id,
    event,
    fromStatus: order.status,
    toStatus: status,
    actor,
    at,
  });
  await foldIntoCancellation(tx, order.id, at);
  const kind = event === 'expire' ? 'order.expired' : 'order.cancelled';
  await enqueue(tx, { kind, payload: { orderId: order.id } }, at);
}

function noSuchOrder(): AppError {
  return new AppError('not_found', 'There is no such order.', { details: { deletedCount: 0 } });
}
