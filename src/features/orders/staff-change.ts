/**
 * How staff change an order. Its row is locked first, then its state is read under the lock. Each
 * change is an event of the history, and the number of events is the order's version.
 */
import type { Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderEventKind } from '../order-tables/order-events.schema.ts';
import { noSuchOrder, type OrderCustomer, owns } from './access/order-access.ts';
import type { OrderView, StaffOrderView } from './orders.schema.ts';
import { insertEvent, lockOrder, selectView } from './orders.store.ts';
import { toStaffView, toView, type ViewRow } from './view/order-view.ts';

/**
 * Locks an order until the transaction ends; returns its state under the lock. 404 for an unknown
 * id.
 */
export async function lockForStaff(tx: Tx, id: string): Promise<StaffOrderView> {
  if (!(await lockOrder(tx, id))) throw noSuchOrder();
  return toStaffView(await readLocked(tx, id));
}

/**
 * Locks an order for its owner until the transaction ends; returns its state under the lock. 404
 * for others, also when the account is deleted meanwhile.
 */
export async function lockForOwner(
  tx: Tx,
  id: string,
  customer: OrderCustomer,
): Promise<OrderView> {
  const order = await lockOrder(tx, id);
  if (!order || !owns(customer, order)) throw noSuchOrder();
  return toView(await readLocked(tx, id));
}

/**
 * The state of an order that is locked. This is a statement after the lock: one that is sent with
 * the lock would not see what it waited for.
 */
async function readLocked(tx: Tx, id: string): Promise<ViewRow> {
  const row = await selectView(tx, id);
  if (!row) throw noSuchOrder();
  return row;
}

/** 409 `order_changed` when the order has changed since it was shown; null checks nothing. */
export function requireSeenVersion(
  { version }: Pick<OrderView, 'version'>,
  shown: number | null,
): void {
  if (shown === null || shown === version) return;
  throw new AppError(
    'order_changed',
    'This order has changed since you opened it. Please look at it again, then repeat what you did.',
    { details: { version } },
  );
}

/** Writes into the history of a locked order what staff did. */
export async function recordStaffChange(
  tx: Tx,
  { id, status }: OrderView,
  what: { event: OrderEventKind; actor: string; at: Date; detail?: string | null },
): Promise<void> {
  await insertEvent(tx, { orderId: id, fromStatus: status, toStatus: status, ...what });
}
