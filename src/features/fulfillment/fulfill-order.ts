/** Sends orders: parcels with their lines. */
import { inTransaction, type Tx } from '#db/client.ts';
import { newId } from '#shared/ids.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { keyUsed } from '../key-used.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  type ChosenLine,
  isSameChoice,
  lockForStaff,
  recordStaffChange,
  requireSeenVersion,
} from '../orders/orders.ts';
import { enqueue } from '../outbox/outbox.ts';
import { requireAdmin } from '../permissions.ts';
import { shippingManyRefusal, shippingRefusal } from './allowed-changes.schema.ts';
import { trackingOf } from './carriers.ts';
import { type ChangedOrder, changeEach, type ShownOrder } from './change-each.ts';
import { chooseForParcel } from './choose-lines.ts';
import { isSameTracking } from './exchange-parcel.ts';
import type { FulfillmentRequest } from './fulfillment.schema.ts';
import { hasTakenBack, insertFulfillment, selectByKey } from './fulfillment.store.ts';
import { wasTakenBack } from './lock-parcel.ts';
import { requireAllowed } from './require-allowed.ts';

/**
 * Sends some or all of a paid order as one parcel, and tells the customer (admin). `key` identifies
 * the parcel: a repeat returns the same one. `version` is that of the order that staff saw; null
 * checks nothing. 409 `order_changed`, `already_shipped`, `order_on_hold`, `order_closed`,
 * `payment_incomplete`; `parcel_taken_back` for a repeat after it was taken back.
 */
export async function fulfillOrder(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  request: FulfillmentRequest & {
    key: string;
    version: number | null;
    /** Whether it is one of several, for which nobody is asked about a missing address. */
    isOfMany?: boolean;
  },
): Promise<{ id: string }> {
  const admin = requireAdmin(actor);
  const { key, isOfMany } = request;
  return inTransaction(ctx.db, async (tx) => {
    const order = await lockForStaff(tx, orderId);
    const earlier = await selectByKey(tx, orderId, key);
    if (earlier) return requireSame(ctx, order, earlier.id, request);
    // A request that arrives late sends nothing again that staff took back.
    if (await hasTakenBack(tx, orderId, key)) throw wasTakenBack();
    const lines = requireSendable(order, request);
    if (isOfMany) requireAllowed(shippingManyRefusal(order));
    return { id: await writeFulfillment(ctx, tx, admin.id, { order, lines, request }) };
  });
}

/** Refuses what `fulfillOrder` would refuse now, for the question before it. */
export function previewParcel(
  order: OrderView,
  request: Pick<FulfillmentRequest, 'lines'> & { version: number | null },
): void {
  requireSendable(order, request);
}

function requireSendable(
  order: OrderView,
  { lines, version }: Pick<FulfillmentRequest, 'lines'> & { version: number | null },
): ChosenLine[] {
  requireSeenVersion(order, version);
  requireShippable(order);
  return chooseForParcel(order, lines);
}

async function writeFulfillment(
  ctx: Ctx,
  tx: Tx,
  actor: string,
  {
    order,
    lines,
    request,
  }: {
    order: OrderView;
    lines: ChosenLine[];
    request: FulfillmentRequest & { key: string };
  },
): Promise<string> {
  const id = newId('ful');
  const at = ctx.now();
  const { id: orderId } = order;
  const parcel = { id, orderId, key: request.key, shippedAt: at, ...trackingOf(ctx.shop, request) };
  await insertFulfillment(tx, parcel, lines);
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  // The history and the audit log are never cleaned, so they do not repeat the tracking number.
  await recordStaffChange(tx, order, { event: 'fulfill', actor, at, detail: String(units) });
  await recordAudit(tx, actor, 'order.fulfill', orderId, { fulfillmentId: id, units });
  await enqueue(tx, { kind: 'order.shipped', payload: { orderId, fulfillmentId: id } }, at);
  return id;
}

/**
 * Sends what `chooseForParcel` chooses of several orders, each as one parcel in its own transaction
 * (admin). A refusal of one order does not stop the others. Those without an address are refused.
 */
export async function fulfillMany(
  ctx: Ctx,
  actor: Actor,
  shown: ShownOrder[],
  request: Omit<FulfillmentRequest, 'lines'> & { key: string },
): Promise<ChangedOrder[]> {
  return changeEach(ctx, actor, shown, ({ id, version }) =>
    fulfillOrder(ctx, actor, id, { ...request, version, isOfMany: true }),
  );
}

/**
 * Refuses to send anything of an order that is unpaid, cancelled, deleted, refunded in full or on hold.
 */
function requireShippable(order: OrderView): void {
  requireAllowed(shippingRefusal(order));
}

/** Refuses a key that was used for another parcel of the order. */
function requireSame(
  ctx: Ctx,
  order: OrderView,
  id: string,
  request: FulfillmentRequest,
): { id: string } {
  const parcel = order.fulfillments.find((one) => one.id === id);
  if (parcel && isSameChoice(order, parcel.lines, request.lines)) {
    if (isSameTracking(ctx.shop, parcel, request)) return { id };
  }
  throw keyUsed('parcel');
}
