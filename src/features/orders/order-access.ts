import { AppError } from '#shared/errors.ts';
import type { SignedInUser } from '../actor.ts';
import type { OrderRow } from './orders.store.ts';

/** Whether an order is this account's own, not deleted, or the account is staff. */
export function maySee(user: SignedInUser, order: OrderRow): boolean {
  if (user.role === 'admin') return true;
  return order.userId === user.id && order.archivedByOwnerAt === null;
}

export function noSuchOrder(): AppError {
  return new AppError('not_found', 'There is no such order.');
}

export function noSuchDocument(): AppError {
  return new AppError('not_found', 'There is no such document.');
}
