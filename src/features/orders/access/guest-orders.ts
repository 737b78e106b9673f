/** Orders of guests: finding one again, and making them an account's. */
import { inTransaction, lockInTransaction, type Tx } from '#db/client.ts';
import { HOUR_S } from '#shared/durations.ts';
import { inEqualTime } from '#shared/in-equal-time.ts';
import type { Ctx } from '../../context.ts';
import { enqueue } from '../../outbox/outbox.ts';
import { enforceNetworkLimit } from '../../rate-limits/rate-limits.ts';
import { ordersOfGuest } from '../order-locks.ts';
import type { OrderLookup } from '../order-requests.schema.ts';
import {
  hasGuestOrders,
  moveToAccount,
  selectEmailOfGuests,
  selectGuestOrder,
} from './order-links.store.ts';

const OF_ONE_ADDRESS = { most: 10, seconds: HOUR_S };
const TOO_MANY = 'You have asked for many orders in an hour. Please wait a while and try again.';

/**
 * Sends the link of a guest's order to its email, if there is one with this number and email. An
 * unknown one gets the same response after the same time. 429 when the caller asks too often.
 */
export async function sendOrderLink(ctx: Ctx, asked: OrderLookup, address: string): Promise<void> {
  await enforceNetworkLimit(ctx, 'order-link', address, OF_ONE_ADDRESS, TOO_MANY);
  await inEqualTime(mailLink(ctx, asked));
}

/** Whether guests may order, or did when they might. */
export async function mayHaveGuestOrders({ shop, db }: Ctx): Promise<boolean> {
  return shop.guestCheckout || hasGuestOrders(db);
}

async function mailLink(ctx: Ctx, { number, email }: OrderLookup): Promise<void> {
  const orderId = await selectGuestOrder(ctx.db, number, email);
  if (orderId === null) return;
  const payload = { orderId };
  await inTransaction(ctx.db, (tx) => enqueue(tx, { kind: 'order.link', payload }, ctx.now()));
}

/**
 * Makes the guests' orders of an account's email the account's. Skips an account that has not
 * verified it. Without `withUnpaid` it leaves those that were never paid, because anybody can place
 * them, and they count for the limits of the account.
 */
export async function takeOverGuestOrders(
  ctx: Ctx,
  userId: string,
  { withUnpaid }: { withUnpaid: boolean },
): Promise<void> {
  const email = await selectEmailOfGuests(ctx.db, userId);
  if (email === null) return;
  await inTransaction(ctx.db, (tx) => giveGuestOrders(tx, { userId, email, withUnpaid }));
}

/**
 * Gives an account the guests' orders of an email that it has verified, in the caller's
 * transaction. Without `withUnpaid` it does not get those that were never paid.
 */
export async function giveGuestOrders(
  tx: Tx,
  to: { userId: string; email: string; withUnpaid: boolean },
): Promise<void> {
  // Nobody places an order with this email meanwhile.
  await lockInTransaction(tx, ordersOfGuest(to.email));
  await moveToAccount(tx, to);
}
