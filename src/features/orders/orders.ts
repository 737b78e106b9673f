/**
 * Owns orders once they are placed. Promises: lines and amounts never change; a state changes only
 * along `order-states.ts`, with a history row; another person's order looks like one that does not
 * exist; a paid order is never lost, only removed from a list.
 */
import { preparedReads } from '#db/prepared.ts';
import { decodeTimeCursor, type Page } from '#shared/cursor.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin, requireUser } from '../permissions.ts';
import { maySee, noSuchOrder, owns, ownsListed, requireCustomer } from './access/order-access.ts';

import { type OrderPageSize, toOrderPage } from './lists/order-page.ts';
import type { OrderView } from './orders.schema.ts';
import { type OrderRow, selectAll, selectOrder, selectOwn, selectView } from './orders.store.ts';
import { toStaffView, toView, type ViewRow } from './view/order-view.ts';

export {
  giveGuestOrders,
  mayHaveGuestOrders,
  sendOrderLink,
  takeOverGuestOrders,
} from './access/guest-orders.ts';
export { isGuestOf, type OrderCustomer, requireCustomer } from './access/order-access.ts';
export {
  findLinkedOrder,
  findOwnReplacement,
  findUnpaidLinked,
  issueOrderLink,
  passLinksOn,
} from './access/order-links.ts';
export {
  cancelOwnUnpaidOrders,
  forgetBuyer,
  listOwnUnsentOrders,
  setEmailOfOwnOrders,
} from './access/personal-orders.ts';
export { bestSellers } from './best-sellers.ts';
export { createOrder, type ReplacedOrder } from './create-order.ts';
export { archiveReplaced, findBuyerId, takeBackDeletion, undoEndsAt } from './deletion/deletion.ts';
export { limitDeletions } from './deletion/deletion-rate-limits.ts';
export { restoreOrder } from './deletion/restore-order.ts';
export { downloadDocument } from './documents/download-document.ts';
export { listDocuments, streamAllDocuments, viewDocument } from './documents/order-documents.ts';
export {
  findOrderBeingPaid,
  findOrderByKey,
  findOrderLike,
  findOrderOfCart,
  findReplacement,
} from './find-repeated-order.ts';
export { listMyCancelledOrders } from './lists/cancelled-orders.ts';
export { streamAllOrders, streamEveryOwnOrder, streamMyOrders } from './lists/every-order.ts';
export { findOrders } from './lists/find-orders-for-palette.ts';
export { searchOrders, streamOrders } from './lists/search-orders.ts';
export {
  countOpenWork,
  listOrderCountries,
  listOrdersForStaff,
  listOrderTags,
  nameOrders,
  streamListedOrders,
  viewOrders,
} from './lists/staff-orders.ts';
export type { OrderAddresses } from './order-address.store.ts';
export { requireDelivery, setOrderAddress } from './order-address.ts';
export { ordersFrom, ordersOf, ordersOfGuest } from './order-locks.ts';
export type { OrderStatus } from './order-states.ts';
export { becomeExtraPaid } from './payment/become-extra-paid.ts';
export { extraLines } from './payment/extra-lines.ts';
export {
  hasOpenExtraRefunds,
  openExtraPayment,
  refundExtraNow,
  returnExtra,
} from './payment/extra-payments.ts';
export { markAsPaid, OUTSIDE_THE_SHOP } from './payment/mark-as-paid.ts';
export { holdTimes } from './payment/payment-due.ts';
export { processProviderEvents } from './payment/provider-events.ts';
export { recheckPayment, reconcilePayments } from './payment/reconcile.ts';
export {
  findTransaction,
  type KnownPayment,
  PaymentStartedError,
  refundUnbound,
  requireOwnTransaction,
  settle,
  settleKnown,
  withExtraPaymentStopped,
} from './payment/settle.ts';
export { previewRefund, refundLines, writeLineRefund } from './refunds/refund-lines.ts';
export { carryOutOpenRefunds } from './refunds/refund-now.ts';
export {
  carryOutOrderRefund,
  findOrderRefund,
  refundOrder,
  refundRefused,
  requestOrderRefund,
} from './refunds/refund-order.ts';
export { refundedUnits } from './refunds/refunded-units.ts';
export { type ChosenLine, findLines, isSameChoice, variantsOf } from './refunds/requested-lines.ts';
export {
  retryRefund,
  settleRefundOutside,
  withdrawFailedRefund,
} from './refunds/resolve-refund.ts';
export {
  alertOnUnshipped,
  findUnshipped,
  remindOfPayments,
  type UnshippedOrders,
} from './reminders.ts';
export {
  lockForOwner,
  lockForStaff,
  recordStaffChange,
  requireSeenVersion,
} from './staff-change.ts';
export { setOrderTags, tagOrders } from './tags/order-tags.ts';
export { addComment, removeComment } from './timeline/comments.ts';
export { listTimeline } from './timeline/timeline.ts';
export { cancelUnpaidOrder } from './unpaid/cancel-unpaid-order.ts';
export {
  deleteOrder,
  orderCancelled,
  withdrawOrder,
  withOwnPaymentStopped,
} from './unpaid/close-order.ts';
export { expireOverdueOrders } from './unpaid/expire-orders.ts';
export {
  alertOnHeldStock,
  extendHoldsOfVerified,
  extendOwnHolds,
  findHolderOfOrder,
  getHolder,
  listHolders,
} from './unpaid/held-stock.ts';
export { releaseHeldStock, releaseMarkedOrders } from './unpaid/release-stock.ts';

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
  return toViews(rows, query, toView);
}

/** All orders (admin), newest first, without the archive; of one email, and that fit a text, if given. */
export async function listAllOrders(
  ctx: Ctx,
  actor: Actor,
  {
    email = null,
    text = null,
    ...query
  }: ListQuery & { email?: string | null; text?: string | null },
): Promise<Page<OrderView>> {
  requireAdmin(actor);
  const after = decodeTimeCursor(query.after);
  const rows = await selectAll(ctx.db, { email, text }, query.limit + 1, after);
  return toViews(rows, query, toStaffView);
}

/** One order, for its owner or an admin. All others get the same 404 as for a wrong id. */
export async function getOrder(ctx: Ctx, actor: Actor, id: string): Promise<OrderView> {
  const customer = await requireCustomer(ctx, actor, id);
  const row = await selectView(preparedReads(ctx.db), id);
  if (!row || !maySee(customer, row.order)) throw noSuchOrder();
  return customer.isStaff ? toStaffView(row) : toView(row);
}

/** The caller's own order if it was not deleted; 404 for all others, even for admins. */
export async function viewOwnOrder(ctx: Ctx, actor: Actor, id: string): Promise<OrderView> {
  await getOwnOrder(ctx, actor, id);
  return viewOrder(ctx, id);
}

/**
 * The caller's own order for its page, which it keeps when its customer deletes it: what was paid may
 * still be refunded, and one that was cancelled by that is in the list of cancelled orders. 404 for
 * all others.
 */
export async function viewOwnOrderPage(
  ctx: Ctx,
  actor: Actor,
  id: string,
): Promise<{ order: OrderView; isDeleted: boolean }> {
  const customer = await requireCustomer(ctx, actor, id);
  const row = await selectView(preparedReads(ctx.db), id);
  if (!row || !owns(customer, row.order)) throw noSuchOrder();
  return { order: toView(row), isDeleted: !ownsListed(customer, row.order) };
}

/** An order by id alone, for use cases that have checked its owner. */
export async function viewOrder(ctx: Ctx, id: string): Promise<OrderView> {
  const row = await selectView(preparedReads(ctx.db), id);
  if (!row) throw noSuchOrder();
  return toView(row);
}

/** The caller's own order if it was not deleted; 404 for all others. */
export async function getOwnOrder(ctx: Ctx, actor: Actor, id: string): Promise<OrderRow> {
  const customer = await requireCustomer(ctx, actor, id);
  const order = await selectOrder(ctx.db, id);
  if (!order || !ownsListed(customer, order)) throw noSuchOrder();
  return order;
}

/**
 * The caller's own order if it can be paid; 409 when it is paid or closed, and 404 for all others.
 */
export async function getPayableOrder(ctx: Ctx, actor: Actor, id: string): Promise<OrderRow> {
  const order = await getOwnOrder(ctx, actor, id);
  if (order.status === 'paid') throw new AppError('already_paid', 'This order is paid already.');
  if (order.status === 'cancelled') throw new AppError('order_closed', 'This order was cancelled.');
  return order;
}

function toViews(
  rows: ViewRow[],
  size: OrderPageSize,
  show: (row: ViewRow) => OrderView,
): Page<OrderView> {
  const page = toOrderPage(rows, size, ({ order }) => [order.createdAt.toISOString(), order.id]);
  return { items: page.items.map(show), next: page.next };
}
