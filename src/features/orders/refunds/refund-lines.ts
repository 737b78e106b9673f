/** Refunds that say what they are for: lines of an order, and its shipping. */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import { restockReturned } from '../../inventory/inventory.ts';
import { keyUsed } from '../../key-used.ts';
import { requireAdmin } from '../../permissions.ts';
import type { OrderView } from '../orders.schema.ts';
import type { RefundedBefore } from '../returns/exchange-units.schema.ts';
import { lockForStaff, requireSeenVersion } from '../staff-change.ts';
import { leftToRefund, refundOf, refundOfKept } from './proposed-refund.schema.ts';
import type { LineRefundRequest } from './refund-lines.schema.ts';
import { carryOutOrderRefund, requestOrderRefund } from './refund-order.ts';
import type { OrderRefundView } from './refund-view.schema.ts';
import { findLines, isSameChoice, variantsOf } from './requested-lines.ts';

type KeyedRequest = LineRefundRequest & {
  /** Identifies the request: a repeat refunds and restocks nothing more. */
  key: string;
  /** The version of the order that staff saw; null checks nothing. */
  version: number | null;
};

/**
 * Refunds lines of a paid order and its shipping, and puts returned units into the stock (admin).
 * The request of the refund and the movements are one transaction. Returns what happened to the
 * refund: `waiting` while the provider can't be reached. 409 `order_changed`, `payment_incomplete`,
 * `amount_mismatch` when less remains to be refunded, `not_returnable` for units to restock that
 * are in no parcel.
 */
export async function refundLines(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  request: KeyedRequest,
): Promise<{ refundId: string; refund: 'done' | 'waiting' | 'refused' }> {
  const admin = requireAdmin(actor);
  const refundId = await inTransaction(ctx.db, async (tx) => {
    const order = await lockForStaff(tx, orderId);
    const earlier = order.refunds.find(({ key }) => key === request.key);
    if (earlier) {
      requireSame(order, earlier, request);
      return earlier.id;
    }
    requireSeenVersion(order, request.version);
    return writeLineRefund(ctx, tx, admin.id, order, request);
  });
  return { refundId, refund: await carryOutOrderRefund(ctx, refundId) };
}

/**
 * What `refundLines` would refund now, for the question before it; 0 for a repeat. Refuses what it
 * refuses.
 */
export function previewRefund(order: OrderView, request: KeyedRequest): number {
  if (order.refunds.some(({ key }) => key === request.key)) return 0;
  requireSeenVersion(order, request.version);
  return partsOf(order, request).parts.amountMinor;
}

interface Lines {
  lines: (LineRefundRequest['lines'][number] & { before?: RefundedBefore })[];
  ofReturn?: string;
}

/**
 * Writes a refund of lines of a locked order, with its movements, in the caller's transaction.
 * `ofReturn` is the return that it ends. Returns its id for `carryOutOrderRefund`.
 */
export async function writeLineRefund(
  ctx: Ctx,
  tx: Tx,
  actor: string,
  order: OrderView,
  request: Omit<LineRefundRequest, 'lines'> & Lines & { key: string },
): Promise<string> {
  const { key, reason, restock } = request;
  const { lines, parts } = partsOf(order, request);
  const refund = { ...parts, lines: parts.lines.map((line) => ({ ...line, restocked: restock })) };
  const id = await requestOrderRefund(ctx, tx, actor, order, { ...refund, reason, key });
  if (restock) {
    const moved = { id: order.id, actor, at: ctx.now() };
    await restockReturned(tx, moved, `refund ${key}`, variantsOf(order, lines));
  }
  return id;
}

/** What a refund is for. Refuses more than may be refunded or restocked. */
function partsOf(order: OrderView, request: Omit<LineRefundRequest, 'lines' | 'reason'> & Lines) {
  const { restock, shipping } = request;
  const lines = findLines(
    order,
    request.lines,
    (line) => leftToRefund(order, order.lines.indexOf(line), request.ofReturn),
    (sku, left) => {
      const most = left === 0 ? 'All units' : `All but ${left}`;
      const why = 'were refunded or exchanged before, or belong to a return that is to be refunded';
      return new AppError('amount_mismatch', `${most} of ${sku} ${why}.`, {
        details: { sku, left },
      });
    },
  );
  // What comes back is settled at any amount.
  const isBack = request.ofReturn !== undefined || restock;
  const parts = (isBack ? refundOf : refundOfKept)(order, { lines, shipping }, request.amountMinor);
  if (order.payment && parts.amountMinor === 0) {
    throw new AppError('amount_mismatch', 'Everything that you chose has been refunded already.');
  }
  if (restock) requireBack(order, request.lines);
  return { lines, parts };
}

/**
 * Refuses units that are in no parcel. They never left the shop, so they have to be cancelled
 * instead.
 */
function requireBack(order: OrderView, lines: LineRefundRequest['lines']): void {
  findLines(
    order,
    lines,
    ({ fulfilledQuantity, restockedQuantity, returnedQuantity }) =>
      fulfilledQuantity - restockedQuantity - returnedQuantity,
    (sku, left) => {
      const most = left === 0 ? 'No units' : `At most ${left}`;
      const rest = 'Please cancel units that are not shipped, or refund without restocking.';
      return new AppError(
        'not_returnable',
        `${most} of ${sku} can be put back into the stock. ${rest}`,
        {
          details: { sku, left },
        },
      );
    },
  );
}

/** The units that were asked for, whether they were refunded or their price was lowered. */
const asAsked = ({ position, quantity, lowered }: OrderRefundView['lines'][number]) => ({
  position,
  quantity: quantity + lowered,
});

/** Refuses a key that was used for another refund of the order. */
function requireSame(order: OrderView, earlier: OrderRefundView, request: KeyedRequest): void {
  const isSame =
    (request.amountMinor ?? earlier.amountMinor) === earlier.amountMinor &&
    isSameChoice(order, earlier.lines.map(asAsked), request.lines) &&
    earlier.lines.every(({ restocked }) => restocked === request.restock) &&
    (request.shipping || earlier.shippingMinor === 0);
  if (!isSame) throw keyUsed('refund');
}
