/** Who acts on an order, and who sees it. */
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../../permissions.ts';
import type { OrderRow } from '../orders.store.ts';
import { opensOrder } from './order-links.ts';

/** Who acts on an order: an account, or a guest by a link of it. */
export interface OrderCustomer {
  /** Of the account; null for a guest. */
  userId: string | null;
  /** The order of a guest; null for an account. */
  orderId: string | null;
  /** What the history of the order names them by: the id of an account, or of a guest. */
  id: string;
  isStaff: boolean;
}

/** A guest in the history of an order. */
export const GUEST = 'guest';

/**
 * Who the caller is for an order: the guest whose browser has a link of it, else the account. 401
 * for callers without an account; 404 for those with links of other orders. Staff are never guests.
 */
export async function requireCustomer(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
): Promise<OrderCustomer> {
  if (await isGuestOf(ctx, actor, orderId)) {
    return { userId: null, orderId, id: GUEST, isStaff: false };
  }
  if (!actor.user && actor.orderTokens?.length) throw noSuchOrder();
  const { id, role } = requireUser(actor);
  return { userId: id, orderId: null, id, isStaff: role === 'admin' };
}

/** Whether the caller's browser has a link of a guest's order. */
export async function isGuestOf(
  ctx: Ctx,
  { user, orderTokens = [] }: Actor,
  orderId: string,
): Promise<boolean> {
  return user?.role !== 'admin' && opensOrder(ctx.db, orderId, orderTokens);
}

/** Whether an order is this customer's own, deleted or not. */
export function owns(customer: OrderCustomer, order: OrderRow): boolean {
  if (customer.userId === null) return order.isGuest && order.id === customer.orderId;
  return order.userId === customer.userId;
}

/**
 * Whether an order is this customer's own, and not deleted. A guest has no list that an order could
 * be deleted from.
 */
export function ownsListed(customer: OrderCustomer, order: OrderRow): boolean {
  return owns(customer, order) && (order.isGuest || order.archivedByOwnerAt === null);
}

/** Whether an order is this customer's own, not deleted, or they are staff. */
export function maySee(customer: OrderCustomer, order: OrderRow): boolean {
  return customer.isStaff || ownsListed(customer, order);
}

export function noSuchOrder(): AppError {
  return new AppError('not_found', 'There is no such order.');
}

export function noSuchDocument(): AppError {
  return new AppError('not_found', 'There is no such document.');
}
