/**
 * Personal data in orders: the account's email, and its removal when the account is deleted.
 */
import { lockInTransaction, type Tx } from '#db/client.ts';
import { AppError, findRefusal } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../../permissions.ts';
import { FORGOTTEN } from '../deletion/forgotten.schema.ts';
import { ordersOf } from '../order-locks.ts';
import {
  anonymiseOrders,
  type ForgottenOrders,
  hasPaidSince,
  selectPendingOf,
  selectUnsentOf,
  updateEmailOfOrders,
} from '../orders.store.ts';
import { deleteOrder } from '../unpaid/close-order.ts';

/**
 * Cancels the caller's unpaid orders: stops their payments and gives their stock back. 409
 * `already_paid` when one turns out to be paid. The caller may not know of that payment, because
 * the shop learns of it late when neither a page nor an event reports it.
 */
export async function cancelOwnUnpaidOrders(ctx: Ctx, actor: Actor): Promise<void> {
  let isPaid = false;
  for (const { id } of await selectPendingOf(ctx.db, requireUser(actor).id)) {
    await deleteOrder(ctx, actor, id, { withAccount: true }).catch((error: unknown) => {
      if (findRefusal(error)?.code !== 'already_paid') throw error;
      isPaid = true;
    });
  }
  if (isPaid) throw justPaid();
}

/** The caller's paid orders that are not sent, or not wholly; newest first, at most `limit`. */
export function listOwnUnsentOrders(
  ctx: Ctx,
  actor: Actor,
  limit: number,
): Promise<{ id: string; number: string }[]> {
  return selectUnsentOf(ctx.db, requireUser(actor).id, limit);
}

/**
 * Gives all orders of an account its new email, in the caller's transaction, so that emails about
 * them go there. An order that is being placed meanwhile waits, and gets the new email too.
 */
export async function setEmailOfOwnOrders(tx: Tx, userId: string, email: string): Promise<void> {
  await lockInTransaction(tx, ordersOf(userId));
  await updateEmailOfOrders(tx, userId, email);
}

/**
 * Removes the person from an account's orders, in the caller's transaction with the customer
 * locked. Lines, amounts, payments and history stay. 409 while one of the orders can still be paid,
 * and when one was paid after `since`, the time of the request, because the person does not know of
 * that payment.
 */
export async function forgetBuyer(tx: Tx, userId: string, since: Date): Promise<ForgottenOrders> {
  if (await hasPaidSince(tx, userId, since)) throw justPaid();
  if ((await selectPendingOf(tx, userId)).length > 0) {
    throw new AppError('order_closed', 'An order was placed just now. Please try again.');
  }
  return anonymiseOrders(tx, userId, { ...FORGOTTEN, zip: null, idempotencyKey: null });
}

function justPaid(): AppError {
  return new AppError(
    'already_paid',
    'An order of yours has been paid just now. Please look at it in My Orders. You can delete your account after that.',
  );
}
