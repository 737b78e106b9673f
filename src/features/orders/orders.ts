/**
 * Owns orders once they are placed. Promises: lines and amounts never change; a state changes only
 * along `order-states.ts`, with a history row; another person's order looks like one that does not
 * exist; a paid order is never lost, only removed from a list.
 */
import type { Tx } from '#db/client.ts';
import { together } from '#db/together.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import { decodeTimeCursor, type Page } from '#shared/pagination.ts';
import { type Actor, requireAdmin, requireUser, type SignedInUser } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { Arrival } from '../delivery/delivery.ts';
import { takeStock } from '../inventory/inventory.ts';
import { announceOrder } from '../outbox/outbox.ts';
import { dueTimes } from './due-times.ts';
import { maySee, noSuchOrder } from './order-access.ts';
import { insertOrderAddresses, type OrderAddresses } from './order-address.store.ts';
import { newOrderNumber } from './order-number.ts';

import { type OrderPageSize, toOrderPage } from './order-page.ts';
import { toView, type ViewRow } from './order-view.ts';
import type { OrderLine, OrderView } from './orders.schema.ts';
import {
  insertOrder,
  type OrderRow,
  selectAll,
  selectOrder,
  selectOwn,
  selectView,
} from './orders.store.ts';

export { type ChosenLine, findLines, isSameChoice, variantsOf } from './asked-lines.ts';
export { listMyCancelledOrders } from './cancelled-orders.ts';
export {
  deleteOrder,
  withdrawOrder,
  withOwnPaymentStopped,
} from './close-order.ts';
export { addComment, removeComment } from './comments.ts';
export { findBuyerId, takeBackDeletion, undoEndsAt } from './deletion.ts';
export { limitDeletions } from './deletion-limits.ts';
export { holdTimes } from './due-times.ts';
export { expireOverdueOrders } from './expire-orders.ts';
export {
  findOrderBeingPaid,
  findOrderByKey,
  findOrderLike,
  findOrderOfCart,
  findReplacement,
} from './find-order.ts';
export { countUnpaid, findOrders } from './find-orders.ts';
export {
  alertOnHeldStock,
  extendHoldsOfVerified,
  extendOwnHolds,
  findHolderOfOrder,
  getHolder,
  listHolders,
} from './held-stock.ts';
export type { OrderAddresses } from './order-address.store.ts';
export { requireDelivery, setOrderAddress } from './order-address.ts';
export { listDocuments, streamAllDocuments, viewDocument } from './order-documents.ts';
export { ordersFrom, ordersOf } from './order-locks.ts';
export type { OrderStatus } from './order-states.ts';
export { cancelOwnUnpaidOrders, forgetBuyer, streamEveryOwnOrder } from './personal-orders.ts';
export { workOffProviderEvents } from './provider-events.ts';
export { lookAgain, reconcilePayments } from './reconcile.ts';
export { refundLines, writeLineRefund } from './refund-lines.ts';
export { carryOutOpenRefunds } from './refund-now.ts';
export {
  carryOutOrderRefund,
  findOrderRefund,
  refundOrder,
  refundRefused,
  requestOrderRefund,
} from './refund-order.ts';
export { releaseHeldStock, releaseMarkedOrders } from './release-stock.ts';
export {
  alertOnUnshipped,
  findUnshipped,
  remindOfPayments,
  type UnshippedOrders,
} from './reminders.ts';
export { retryRefund, settleRefundOutside, withdrawFailedRefund } from './resolve-refund.ts';
export { restoreOrder } from './restore-order.ts';
export { MOST_FOUND_ORDERS, searchOrders, streamOrders } from './search-orders.ts';
export {
  findTransaction,
  type KnownPayment,
  refundUnbound,
  requireOwnTransaction,
  settle,
  settleKnown,
} from './settle.ts';
export {
  lockForOwner,
  lockForStaff,
  noteStaffChange,
  requireShownVersion,
} from './staff-change.ts';
export { listOrdersForStaff, nameOrders, viewOrders } from './staff-orders.ts';
export { listTimeline } from './timeline.ts';

interface ListQuery extends OrderPageSize {
  after?: string | null | undefined;
}

/** The caller's own orders, newest first, without deleted ones. */
export async function listMyOrders(
  ctx: Ctx,
  actor: Actor,
  query: ListQuery,
): Promise<Page<OrderView>> {
  const user = requireUser(actor);
  const rows = await selectOwn(ctx.db, user.id, query.limit + 1, decodeTimeCursor(query.after));
  return toViews(rows, query);
}

/** All orders (admin), newest first, without the archive; of one email if given. */
export async function listAllOrders(
  ctx: Ctx,
  actor: Actor,
  query: ListQuery & { email?: string },
): Promise<Page<OrderView>> {
  requireAdmin(actor);
  const email = query.email ?? null;
  const rows = await selectAll(ctx.db, email, query.limit + 1, decodeTimeCursor(query.after));
  return toViews(rows, query);
}

/** One order, for its owner or an admin. All others get the same 404 as for a wrong id. */
export async function getOrder(ctx: Ctx, actor: Actor, id: string): Promise<OrderView> {
  const user = requireUser(actor);
  const row = await selectView(ctx.db, id);
  if (!row || !maySee(user, row.order)) throw noSuchOrder();
  return toView(row);
}

/** The caller's own order that was not deleted; 404 for all others, admins too. */
export async function viewOwnOrder(ctx: Ctx, actor: Actor, id: string): Promise<OrderView> {
  await getOwnOrder(ctx, actor, id);
  return viewOrder(ctx, id);
}

/** An order by id alone, for use cases that have checked its owner. */
export async function viewOrder(ctx: Ctx, id: string): Promise<OrderView> {
  const row = await selectView(ctx.db, id);
  if (!row) throw noSuchOrder();
  return toView(row);
}

export interface OrderToPlace {
  buyer: { user: SignedInUser; emailVerified: boolean; network: string | null };
  lines: OrderLine[];
  units: number;
  city: string;
  zip: string | null;
  /** The name of the country. */
  country: string;
  /** The order's own copies of its addresses; null where none is known, or it does not differ. */
  addresses: OrderAddresses;
  shippingMinor: number;
  /** The way of delivery, with the days that it promises. */
  delivery: PromisedDelivery;
  cartId: string | null;
  idempotencyKey: string | null;
  fingerprint: string;
  /** A card payment is in progress, so its email waits a few minutes for it. */
  awaitsCard: boolean;
  /** The order whose deletion is undone by this order. */
  replaces?: ReplacedOrder;
}

/** What an order keeps of its way of delivery. */
export interface PromisedDelivery {
  method: string;
  isPickUp: boolean;
  arrival: Arrival | null;
}

export interface ReplacedOrder {
  id: string;
  /** The due times, which the new order takes over. */
  due: Pick<OrderRow, 'paymentDueAt' | 'verifiedDueAt'>;
  /** Who undid the deletion. */
  undoneBy: string;
}

/**
 * Writes a pending order and takes its stock, in the caller's transaction, with the variants locked
 * and the prices read under that lock. Returns the new order.
 */
export async function createOrder(ctx: Ctx, tx: Tx, input: OrderToPlace): Promise<OrderView> {
  const { buyer, lines, units, city, zip, shippingMinor, replaces } = input;
  const { user } = buyer;
  const id = newId('ord');
  const at = ctx.now();
  const actor = replaces?.undoneBy ?? user.id;
  const subtotalMinor = lines.reduce((sum, line) => sum + line.lineTotalMinor, 0);
  const order = {
    id,
    number: newOrderNumber(),
    userId: user.id,
    email: user.email,
    name: user.name,
    city,
    zip,
    country: input.country,
    currency: ctx.shop.currency,
    subtotalMinor,
    shippingMinor,
    totalMinor: subtotalMinor + shippingMinor,
    ...toDeliveryColumns(input.delivery),
    status: 'pending',
    cartId: input.cartId,
    idempotencyKey: input.idempotencyKey,
    fingerprint: input.fingerprint,
    createdAt: at,
    units,
    network: buyer.network,
    ...(replaces?.due ?? dueTimes(ctx, buyer.emailVerified, at)),
    replacesId: replaces?.id ?? null,
  } as const;
  const event = { event: 'place', fromStatus: null, toStatus: 'pending', actor, at } as const;
  const linesOfOrder = lines.map((line, position) => ({ ...line, orderId: id, position }));
  const [, , , , row] = await together([
    () => insertOrder(tx, order, linesOfOrder, { ...event, orderId: id }),
    () => insertOrderAddresses(tx, id, input.addresses, at),
    () => takeStock(tx, { id, actor, at }, lines),
    () => announceOrder(ctx, tx, { orderId: id, at, awaitsCard: input.awaitsCard }),
    () => selectView(tx, id),
  ]);
  if (!row) throw noSuchOrder();
  return toView(row);
}

function toDeliveryColumns({ method, isPickUp, arrival }: PromisedDelivery) {
  return {
    deliveryMethod: method,
    isPickUp,
    arrivesFrom: arrival?.from ?? null,
    arrivesTo: arrival?.to ?? null,
    arrivesIfPaidBy: arrival && new Date(arrival.ifPaidBy),
  };
}

/** The caller's own order that was not deleted; 404 for all others. */
export async function getOwnOrder(ctx: Ctx, actor: Actor, id: string): Promise<OrderRow> {
  const user = requireUser(actor);
  const order = await selectOrder(ctx.db, id);
  if (!order || order.userId !== user.id || order.archivedByOwnerAt) throw noSuchOrder();
  return order;
}

/** The same while it can be paid; 409 when it is closed. */
export async function getPayableOrder(ctx: Ctx, actor: Actor, id: string): Promise<OrderRow> {
  const order = await getOwnOrder(ctx, actor, id);
  if (order.status === 'paid') throw new AppError('already_paid', 'This order is paid already.');
  if (order.status === 'cancelled') throw new AppError('order_closed', 'This order was cancelled.');
  return order;
}

function toViews(rows: ViewRow[], size: OrderPageSize): Page<OrderView> {
  const page = toOrderPage(rows, size, ({ order }) => [order.createdAt.toISOString(), order.id]);
  return { items: page.items.map(toView), next: page.next };
}
