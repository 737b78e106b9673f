/**
 * What the history says of deletions, and taking one back. The deletion of an unpaid order is its
 * cancellation; any other one only hides the order from lists, and the history says from which.
 */
import type { Executor, Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { SignedInUser } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import {
  insertEvent,
  lockOrder,
  type OrderRow,
  selectLastDeletion,
  selectOrder,
  updateOrder,
} from './orders.store.ts';

/** How the history marks an order that was taken back into the cart: deleting it has no Undo. */
export const INTO_CART = 'into the cart';

/** How the history marks an order whose stock staff released; that has no Undo either. */
export const RELEASED = 'released';

const FROM = { owner: 'My Orders', everyone: 'All Orders', both: 'My Orders, All Orders' };

/** Until when the deletion of an unpaid order can be undone; the email about it waits as long. */
export function undoEndsAt({ shop }: Pick<Ctx, 'shop'>, deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + shop.undoSeconds * 1000);
}

/** Whose order it is; null when it is nobody's, or not there. */
export async function findBuyerId(ctx: Ctx, id: string): Promise<string | null> {
  return (await selectOrder(ctx.db, id))?.userId ?? null;
}

/** Writes down that an order was hidden from lists, and by whom. */
export async function noteDeletion(
  db: Executor,
  { id, status }: OrderRow,
  what: { actor: string; hides: boolean; archives: boolean; at: Date },
): Promise<void> {
  const { actor, hides, archives, at } = what;
  const detail = hides && archives ? FROM.both : hides ? FROM.owner : FROM.everyone;
  const same = { fromStatus: status, toStatus: status };
  await insertEvent(db, { orderId: id, event: 'deleted', ...same, actor, detail, at });
}

/**
 * Takes back what the caller's own deletion of an order hid, in the caller's transaction. Returns the
 * order when that deletion cancelled it: then it stays as it is, and has to be placed again. 404 for
 * someone else's order, 409 when there is nothing to undo. Again: nothing is left to do.
 */
export async function takeBackDeletion(
  ctx: Ctx,
  tx: Tx,
  user: SignedInUser,
  id: string,
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
  if (last?.event === 'restored') return null;
  if (last?.event !== 'deleted') {
    throw new AppError('order_closed', 'There is nothing to undo: you did not delete this order.');
  }
  const { status } = order;
  await updateOrder(tx, id, {
    ...(last.detail === FROM.everyone ? {} : { hiddenByOwnerAt: null }),
    ...(last.detail === FROM.owner ? {} : { archivedAt: null }),
  });
  const same = { fromStatus: status, toStatus: status };
  await insertEvent(tx, { orderId: id, event: 'restored', ...same, actor: user.id, at: ctx.now() });
  if (isAdmin) await recordAudit(tx, user.id, 'order.restore', id, { status });
  return null;
}
