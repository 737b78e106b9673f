/** Finds the order that a submission, a cart or an undone deletion has already become. */
import type { Executor, Tx } from '#db/client.ts';
import type { OrderStatus } from './order-states.ts';
import {
  selectBeingPaid,
  selectByCart,
  selectByFingerprint,
  selectByKey,
  selectReplacement,
} from './orders.store.ts';

/** The account's order with this Idempotency-Key. */
export async function findOrderByKey(
  db: Executor,
  userId: string,
  key: string,
): Promise<{ id: string; fingerprint: string } | null> {
  return (await selectByKey(db, userId, key)) ?? null;
}

/** The account's newest order since then with this fingerprint, neither deleted nor cancelled. */
export async function findOrderLike(
  db: Executor,
  userId: string,
  fingerprint: string,
  since: Date,
): Promise<{ id: string } | null> {
  return (await selectByFingerprint(db, userId, fingerprint, since)) ?? null;
}

/** The order that the cart of an account, or of a guest without `userId`, became. */
export async function findOrderOfCart(
  tx: Tx,
  userId: string | null,
  cartId: string,
): Promise<{ id: string; status: OrderStatus } | null> {
  return (await selectByCart(tx, userId, cartId)) ?? null;
}

/**
 * The account's newest unpaid order since then that was made from its cart and for which a card
 * payment was begun.
 */
export async function findOrderBeingPaid(
  tx: Tx,
  userId: string,
  totalMinor: number,
  since: Date,
): Promise<{ id: string } | null> {
  return (await selectBeingPaid(tx, userId, totalMinor, since)) ?? null;
}

/** The order that replaces a cancelled one. */
export async function findReplacement(
  db: Executor,
  id: string,
): Promise<{ id: string; status: OrderStatus } | null> {
  return (await selectReplacement(db, id)) ?? null;
}
