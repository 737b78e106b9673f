/** What orders say of a person: all of it for the person themselves, nothing once the account goes. */
import type { Tx } from '#db/client.ts';
import { AppError, findRefusal } from '#shared/errors.ts';
import { type Actor, requireUser } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { deleteOrder } from './close-order.ts';
import { toView } from './order-view.ts';
import type { OrderView } from './orders.schema.ts';
import { anonymiseOrders, selectAllOf, selectPendingOf } from './orders.store.ts';

/** What stands in an order in place of who bought it. */
export const FORGOTTEN = { name: 'Deleted account', email: 'deleted@account.invalid', city: '–' };

/** Every order of the caller, also those that are no longer in My Orders; the newest first. */
export async function listEveryOwnOrder(ctx: Ctx, actor: Actor): Promise<OrderView[]> {
  return (await selectAllOf(ctx.db, requireUser(actor).id)).map(toView);
}

/** Cancels what the caller has not paid: payments are stopped, stock goes back. */
export async function cancelOwnUnpaidOrders(ctx: Ctx, actor: Actor): Promise<void> {
  for (const { id } of await selectPendingOf(ctx.db, requireUser(actor).id)) {
    await deleteOrder(ctx, actor, id).catch((error: unknown) => {
      // The money came first: it is a paid order now, which is kept.
      if (findRefusal(error)?.code !== 'already_paid') throw error;
    });
  }
}

/**
 * Takes the person out of an account's orders, in the caller's transaction with the shopper locked;
 * lines, amounts, payments and history stay. 409 while one of them could still be paid.
 */
export async function forgetBuyer(tx: Tx, userId: string): Promise<number> {
  if ((await selectPendingOf(tx, userId)).length > 0) {
    throw new AppError('order_closed', 'An order was placed just now. Please try again.');
  }
  return anonymiseOrders(tx, userId, { ...FORGOTTEN, zip: null, idempotencyKey: null });
}
