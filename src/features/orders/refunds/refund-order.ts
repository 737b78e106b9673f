/**
 * Refunds of a paid order, in full or in parts, never more than was captured. The order stays paid
 * and its goods stay sold. The refunds are shown next to it.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney } from '#shared/money.ts';
import type { Actor } from '../../actor.ts';
import { recordAudit } from '../../audit-log/audit-log.ts';
import type { Ctx } from '../../context.ts';
import { keyUsed } from '../../key-used.ts';
import {
  lockPaymentOfOrder,
  type RefundedParts,
  refundsOf,
  requestRefund,
  viewRefund,
} from '../../payments/payments.ts';
import { requireAdmin } from '../../permissions.ts';
import type { RefundRequest } from '../order-requests.schema.ts';
import type { OrderRow } from '../orders.store.ts';
import { lockForStaff, requireSeenVersion } from '../staff-change.ts';
import { recordRefund } from './provider-refunds.ts';
import { refundNow } from './refund-now.ts';

/**
 * Refunds some or all of an order's payment (admin). `key` identifies the refund: a repeat returns
 * the same one. `version` is that of the order that staff saw: 409 `order_changed` when it has a
 * later one. Returns the refund's id, and whether the provider has accepted it. When the provider
 * is unreachable, the refund is carried out later. 409 `refund_refused` when the provider refuses
 * it for good.
 */
export async function refundOrder(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  request: RefundRequest & { key: string; version?: number | null },
): Promise<{ id: string; isDone: boolean }> {
  const admin = requireAdmin(actor);
  const id = await inTransaction(ctx.db, async (tx) => {
    const order = await lockForStaff(tx, orderId);
    const isRepeat = await findOrderRefund(tx, orderId, request.key);
    if (!isRepeat) requireSeenVersion(order, request.version ?? null);
    return requestOrderRefund(ctx, tx, admin.id, order, request);
  });
  const outcome = await carryOutOrderRefund(ctx, id);
  if (outcome === 'refused') throw await refundRefused(ctx, id);
  return { id, isDone: outcome === 'done' };
}

/** A refusal with the card provider's message about a refund, or that staff withdrew it. */
export async function refundRefused(ctx: Ctx, refundId: string): Promise<AppError> {
  const { status, failure } = await viewRefund(ctx, refundId);
  if (status === 'withdrawn') {
    const next = 'Please request another one, with another key.';
    return new AppError('refund_refused', `This refund was withdrawn. ${next}`);
  }
  const why = (failure ?? '').replace(/\.$/, '');
  return new AppError(
    'refund_refused',
    `The card provider refused this refund: ${why}. It is listed under 'Payment problems'.`,
  );
}

type RequestedRefund = RefundRequest & { key: string } & RefundedParts;

/**
 * Writes a refund of a locked order, its history and its audit entry, in the caller's transaction.
 * Returns its id; for a repeated key, that of the earlier refund. The caller then commits, and
 * calls `carryOutOrderRefund`. 409 `payment_incomplete`, `amount_mismatch`.
 */
export async function requestOrderRefund(
  ctx: Ctx,
  tx: Tx,
  actor: string,
  order: Pick<OrderRow, 'id' | 'status'>,
  request: RequestedRefund,
): Promise<string> {
  const { amountMinor, reason, key } = request;
  const { shippingMinor = 0, shippingTaxMinor = 0, lines = [] } = request;
  const payment = await lockPaymentOfOrder(tx, order.id);
  if (!payment) {
    throw new AppError(
      'payment_incomplete',
      'This order has not been paid, so there is nothing to refund.',
    );
  }
  const { remainingMinor, earlier } = await refundsOf(tx, payment, key);
  if (earlier && earlier.amountMinor === amountMinor) return earlier.id;
  // Only the amount differs, so it has the code of every wrong amount.
  if (earlier) throw keyUsed('refund', 'amount_mismatch');
  if (amountMinor > remainingMinor) {
    throw new AppError(
      'amount_mismatch',
      `At most ${formatMoney(remainingMinor)} of this order can be refunded.`,
    );
  }
  const at = ctx.now();
  const refund = { amountMinor, shippingMinor, shippingTaxMinor, lines, reason, key, at };
  const id = await requestRefund(tx, payment, refund);
  await recordRefund(tx, order, { amountMinor, actor, at });
  const isForParts = shippingMinor > 0 || lines.length > 0;
  await recordAudit(tx, actor, 'order.refund', order.id, {
    refundId: id,
    amountMinor,
    reason,
    ...(isForParts && {
      shippingMinor,
      units: lines.reduce((sum, one) => sum + one.quantity + (one.lowered ?? 0), 0),
    }),
  });
  return id;
}

/** The refund of an order under a key; null when there is none. Locks the payment. */
export async function findOrderRefund(
  tx: Tx,
  orderId: string,
  key: string,
): Promise<{ id: string; amountMinor: number } | null> {
  const payment = await lockPaymentOfOrder(tx, orderId);
  return payment ? ((await refundsOf(tx, payment, key)).earlier ?? null) : null;
}

/**
 * Carries out a committed refund of an order. `waiting`: the provider can't be reached, and a job
 * carries it out later. `refused`: the provider refuses it for good, and staff see it.
 */
export async function carryOutOrderRefund(
  ctx: Ctx,
  refundId: string,
): Promise<'done' | 'waiting' | 'refused'> {
  await refundNow(ctx, refundId);
  return REFUNDED[(await viewRefund(ctx, refundId)).status];
}

const REFUNDED = {
  requested: 'waiting',
  done: 'done',
  settled: 'done',
  failed: 'refused',
  withdrawn: 'refused',
} as const;
