/**
 * Deletions in the history, and how to undo one. Deleting an unpaid order cancels it. Any other
 * deletion only archives the order in one list, and the history says in which.
 */
import type { Executor, Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { SignedInUser } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import {
  insertEvent,
  lockOrder,
  type OrderRow,
  selectLastDeletion,
  selectOrder,
  updateOrder,
} from '../orders.store.ts';

/**
 * The history's detail for an order that was turned back into a cart. Its deletion can't be undone.
 */
export const INTO_CART = 'into the cart';

/** The history's detail for an order whose stock staff released. It can't be undone either. */
export const RELEASED = 'released';

const FROM = { owner: 'My Orders', everyone: 'All Orders', both: 'My Orders, All Orders' };

/** Until when the deletion of an unpaid order can be undone. Its email waits until then. */
export function undoEndsAt({ shop }: Pick<Ctx, 'shop'>, at: Date): Date {
  return new Date(at.getTime() + shop.undoSeconds * 1000);
}

/** The customer of an order; null when it has none, or does not exist. */
export async function findBuyerId(ctx: Ctx, id: string): Promise<string | null> {
  return (await selectOrder(ctx.db, id))?.userId ?? null;
}

/** Records that an order left one or more lists, and who removed it. */
export async function recordDeletion(
  db: Executor,
  { id, status }: OrderRow,
  what: { actor: string; leavesMyOrders: boolean; leavesAllOrders: boolean; at: Date },
): Promise<void> {
  const { actor, leavesMyOrders, leavesAllOrders, at } = what;
  const detail =
    leavesMyOrders && leavesAllOrders ? FROM.both : leavesMyOrders ? FROM.owner : FROM.everyone;
  const same = { fromStatus: status, toStatus: status };
  await insertEvent(db, { orderId: id, event: 'deleted', ...same, actor, detail, at });
}

interface UndoneDeletion {
  id: string;
  onlyMyOrders?: boolean;
  onlyCancellation?: boolean;
}

/**
 * Undoes what the caller's own deletion of an order hid, in the caller's transaction. Returns the
 * order when the deletion cancelled it: it stays cancelled and has to be placed again. With
 * `onlyMyOrders`, a paid order returns to the My Orders of its customer and to no other list. With
 * `onlyCancellation`, nothing else than a cancellation is undone. 404
 * for another person's order, 409 when there is nothing to undo. A repeat does nothing: it
 * concerns the last deletion alone, also if an earlier one took the order out of another list.
 */
export async function takeBackDeletion(
  ctx: Ctx,
  tx: Tx,
  user: SignedInUser,
  { id, onlyMyOrders = false, onlyCancellation = false }: UndoneDeletion,
): Promise<{ cancelled: OrderRow; at: Date } | null> {
  const order = await lockOrder(tx, id);
  const isAdmin = user.role === 'admin';
  if (!order || !(isAdmin || order.userId === user.id)) {
    throw new AppError('not_found', 'There is no such order.');
  }
  const last = await selectLastDeletion(tx, id, user.id);
  if (last?.event === 'cancel' && last.detail === null) {
    return { cancelled: order, at: last.at };
  }
  if (onlyCancellation) {
    throw new AppError(
      'order_closed',
      'There is nothing to undo: you did not cancel this order, or you did something else with it since.',
    );
  }
  const { status } = order;
  // Nobody else takes a paid order out of My Orders. The last event of a customer who is staff, too,
  // may be about All Orders.
  const isHidden =
    order.userId === user.id && status === 'paid' && order.archivedByOwnerAt !== null;
  const deleted = !onlyMyOrders && last?.event === 'deleted' ? last : null;
  const returnsToMyOrders = isHidden && (onlyMyOrders || (await wasFromMyOrders(tx, id, user.id)));
  if (!deleted && !returnsToMyOrders) {
    if (last?.event === 'restored') return null;
    throw new AppError('order_closed', 'There is nothing to undo: you did not delete this order.');
  }
  await updateOrder(tx, id, {
    ...(deleted?.detail === FROM.everyone ? {} : { archivedByOwnerAt: null }),
    ...(deleted && deleted.detail !== FROM.owner ? { archivedAt: null } : {}),
  });
  const same = { fromStatus: status, toStatus: status };
  await insertEvent(tx, { orderId: id, event: 'restored', ...same, actor: user.id, at: ctx.now() });
  if (isAdmin) await recordAudit(tx, user.id, 'order.restore', id, { status });
  return null;
}

/** Takes a cancelled order that was placed again out of both lists, as if it had been deleted. */
export async function archiveReplaced(tx: Tx, id: string, at: Date): Promise<void> {
  const order = await lockOrder(tx, id);
  await updateOrder(tx, id, {
    archivedByOwnerAt: order?.archivedByOwnerAt ?? at,
    archivedAt: order?.archivedAt ?? at,
  });
}

/** Whether the last deletion of a person took the order out of their My Orders. */
async function wasFromMyOrders(tx: Tx, id: string, userId: string): Promise<boolean> {
  const deleted = await selectLastDeletion(tx, id, userId, ['deleted']);
  return deleted?.detail !== FROM.everyone;
}
