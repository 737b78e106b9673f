/** How a return ends: with a refund of what arrived, or without one. */
import { AppError } from '#shared/errors.ts';
import { formatMoney, toDecimal } from '#shared/money.ts';
import type { Actor } from '../actor.ts';
import { recordAudit } from '../audit-log/audit-log.ts';
import type { Ctx } from '../context.ts';
import { approvedReturnStates } from '../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  carryOutOrderRefund,
  hasOpenExtraRefunds,
  recordStaffChange,
  requireSeenVersion,
  writeLineRefund,
} from '../orders/orders.ts';
import { outsideOf } from '../orders/payment/paid-parts.schema.ts';
import { refundableShipping } from '../orders/refunds/proposed-refund.schema.ts';
import {
  isRefundWithdrawn,
  refundKeyOfReturn,
  refundsOfReturn,
} from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import { requireAdmin } from '../permissions.ts';
import {
  changeReturn,
  findReturn,
  type ReturnChange,
  requireEarlierHere,
  requireNoneReserved,
  requireState,
} from './change-return.ts';
import { type EarlierRefund, earlierRefund } from './earlier-refund.schema.ts';
import { chosenOf, leftAfterExtras, refundOfReturn } from './refundable-lines.schema.ts';
import { releaseExchanges } from './release-exchanges.ts';
import type { ReturnRefundRequest } from './returns.schema.ts';
import { insertExtraReturns, updateReturn } from './returns.store.ts';

/**
 * Refunds what arrived of a received return, and closes it (admin). What was paid for it in addition
 * is refunded of these payments. A repeat is the same refund; with another amount it is refused. If
 * staff withdrew the refund, the closed return is refunded again.
 * Returns the id of the order, that of the refund of its own payment, and what happened to the
 * refunds: `waiting` while the provider can't be reached. 409 `order_changed`; `return_state`, also
 * while an exchange waits to be sent, or the parcel of an earlier return is on its way; `amount_mismatch` when less remains to be refunded.
 */
export async function refundReturn(
  ctx: Ctx,
  actor: Actor,
  id: string,
  { shipping, amountMinor, ...change }: ReturnRefundRequest & ReturnChange,
): Promise<{
  orderId: string;
  refundId: string | null;
  refund: 'done' | 'waiting' | 'refused';
}> {
  const admin = requireAdmin(actor);
  let refundId: string | null = null;
  let paidBy: string[] = [];
  const isDone = (one: ReturnView, order: OrderView) => {
    const earlier = earlierRefund(order, one);
    if (!earlier) return false;
    requireSame(order, earlier, { shipping, amountMinor });
    refundId = earlier.refundId;
    paidBy = one.extraReturns.map((part) => part.paidBy);
    return true;
  };
  const by = { id, actor: admin.id };
  const orderId = await changeReturn(ctx, by, change, isDone, async (tx, { order, one }) => {
    const isAgain = isRefundWithdrawn(order, one);
    requireRefundable(order, one);
    const { lines, whole } = requireParts(order, one, { shipping, amountMinor });
    await insertExtraReturns(tx, id, whole.extras);
    paidBy = whole.extras.map((part) => part.paidBy);
    if (whole.orderMinor > 0) {
      const about = { amountMinor: whole.orderMinor, reason: 'returned', ofReturn: id };
      const key = refundKeyOfReturn(one, refundsOfReturn(order, one).length);
      const refund = { ...about, lines, shipping, restock: false, key };
      refundId = await writeLineRefund(ctx, tx, admin.id, order, refund);
    }
    const at = ctx.now();
    if (!isAgain) {
      await updateReturn(tx, id, { closedAt: at });
      await recordStaffChange(tx, order, { event: 'return-closed', actor: admin.id, at });
    }
    await recordAudit(tx, admin.id, 'return.refund', order.id, { returnId: id, refundId });
  });
  const refund = refundId === null ? 'done' : await carryOutOrderRefund(ctx, refundId);
  const isOpen = refund === 'done' && (await hasOpenExtraRefunds(ctx, new Set(paidBy)));
  return { orderId, refundId, refund: isOpen ? 'waiting' : refund };
}

type Requested = Pick<ReturnRefundRequest, 'shipping' | 'amountMinor'>;

/**
 * What `refundReturn` would refund now, for the question before it, how much of that is of the
 * order's own payment, how much staff give back themselves, and whether it is for units; null for a
 * repeat. Refuses what it refuses.
 */
export function previewReturnRefund(
  order: OrderView,
  id: string,
  { version, ...requested }: Requested & ReturnChange,
): { amountMinor: number; orderMinor: number; outsideMinor: number; isForUnits: boolean } | null {
  const one = findReturn(order, id);
  if (earlierRefund(order, one)) return null;
  requireSeenVersion(order, version);
  requireRefundable(order, one);
  const { lines, whole } = requireParts(order, one, requested);
  const { amountMinor, orderMinor } = whole;
  const outsideMinor = outsideOf(order, whole);
  return { amountMinor, orderMinor, outsideMinor, isForUnits: lines.length > 0 };
}

/** 409 `return_state` unless a return was received, or its refund was withdrawn. */
function requireRefundable(order: OrderView, one: ReturnView): void {
  if (!isRefundWithdrawn(order, one)) requireState(one, ['received']);
  requireNoneReserved(one);
  requireEarlierHere(order, one);
}

/** What a refund is for, and what it takes from which payment. 409 when nothing is left. */
function requireParts(order: OrderView, one: ReturnView, requested: Requested) {
  const { shipping, amountMinor } = requested;
  const lines = chosenOf(order, one).map(({ position, ...units }) => ({
    sku: order.lines[position]?.sku ?? '',
    ...units,
  }));
  if (lines.length === 0 && !shipping && amountMinor === null) {
    throw new AppError(
      'amount_mismatch',
      'Nothing of this return is left to be refunded: it was refunded before, or the item that it was sent for never came. Please close this return, or type an amount.',
    );
  }
  const whole = refundOfReturn(order, one, requested);
  if (whole.amountMinor === 0) {
    throw new AppError('amount_mismatch', 'Everything of this return has been refunded already.');
  }
  requireNoExtraTwice(order, one, requested);
  return { lines, whole };
}

/** Refuses an amount that would pay again what extra payments gave back before. */
function requireNoExtraTwice(
  order: OrderView,
  one: ReturnView,
  { shipping, amountMinor }: Requested,
): void {
  const left = leftAfterExtras(order, one, { shipping });
  if (left === null || amountMinor === null || amountMinor <= left) return;
  throw new AppError(
    'amount_mismatch',
    `Only ${formatMoney(left)} of this return is left: the rest was refunded of an extra payment before.`,
    { details: { left: toDecimal(left) } },
  );
}

/** Refuses another refund of a return that was refunded. */
function requireSame(
  order: OrderView,
  earlier: EarlierRefund,
  { shipping, amountMinor }: Requested,
): void {
  if (amountMinor !== null && amountMinor !== earlier.amountMinor) {
    throw new AppError('return_state', 'This return was refunded with another amount.');
  }
  const isOtherShipping = shipping
    ? earlier.shippingMinor === 0 && refundableShipping(order) > 0
    : earlier.shippingMinor > 0;
  if (!isOtherShipping) return;
  const how = shipping ? 'without' : 'with';
  throw new AppError('return_state', `This return was refunded ${how} the shipping before.`);
}

/**
 * Closes a return without a refund (admin). It was received, or its parcel will not arrive. Returns
 * the id of the order. A repeat does nothing. 409 `order_changed`, `return_state`.
 */
export function closeReturn(
  ctx: Ctx,
  actor: Actor,
  id: string,
  change: ReturnChange,
): Promise<string> {
  const admin = requireAdmin(actor);
  const isDone = ({ state }: ReturnView) => state === 'closed';
  return changeReturn(ctx, { id, actor: admin.id }, change, isDone, async (tx, { order, one }) => {
    requireState(one, approvedReturnStates);
    if (one.state === 'received') requireNoneReserved(one);
    const at = ctx.now();
    await updateReturn(tx, id, { closedAt: at });
    await releaseExchanges(tx, { order, one, because: 'closed', actor: admin.id, at });
    await recordStaffChange(tx, order, { event: 'return-closed', actor: admin.id, at });
    await recordAudit(tx, admin.id, 'return.close', order.id, { returnId: id });
  });
}
