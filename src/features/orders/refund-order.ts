/**
 * Money of a paid order that goes back: in full or in parts, never more than came in. The order stays
 * paid, and its goods stay sold; what was given back stands beside it.
 */
import { inTransaction, type Tx } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { formatMinor } from '#shared/money.ts';
import { type Actor, requireAdmin } from '../accounts/actor.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Ctx } from '../context.ts';
import { enqueue } from '../outbox/outbox.ts';
import {
  findPaymentOfIntent,
  lockPaymentOfOrder,
  recordForeignRefund,
  refundsOf,
  requestRefund,
  requirePayments,
} from '../payments/payments.ts';
import type { RefundRequest } from './orders.schema.ts';
import { insertEvent, lockOrder, type OrderRow } from './orders.store.ts';
import { refundNow } from './settle.ts';

/** Who gives money back by the provider's own pages. */
const PROVIDER = 'provider';

/**
 * Gives back some of what an order was paid with, or all of it (admin). `key` names this refund:
 * asked again, it is the same one. Answers its id.
 */
export async function refundOrder(
  ctx: Ctx,
  actor: Actor,
  orderId: string,
  { amountMinor, reason, key }: RefundRequest & { key: string },
): Promise<string> {
  const admin = requireAdmin(actor);
  const refundId = await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw new AppError('not_found', 'There is no such order.');
    const payment = await lockPaymentOfOrder(tx, orderId);
    if (!payment) {
      throw new AppError(
        'payment_incomplete',
        'This order has not been paid, so there is nothing to refund.',
      );
    }
    const { leftMinor, earlier } = await refundsOf(tx, payment, key);
    if (earlier && earlier.amountMinor === amountMinor) return earlier.id;
    if (earlier) throw new AppError('amount_mismatch', 'That key was used for another refund.');
    if (amountMinor > leftMinor) {
      throw new AppError(
        'amount_mismatch',
        `At most $${formatMinor(leftMinor)} of this order can be refunded.`,
      );
    }
    const at = ctx.now();
    const id = await requestRefund(tx, payment, { amountMinor, reason, key, at });
    await tell(tx, order, { id, amountMinor, actor: admin.id, at });
    await recordAudit(tx, admin.id, 'order.refund', orderId, { refundId: id, amountMinor, reason });
    return id;
  });
  await refundNow(ctx, refundId);
  return refundId;
}

/** Brings refunds that were made at the provider, without the shop, into the books. */
export async function noteForeignRefunds(ctx: Ctx, intentId: string): Promise<void> {
  const intent = await requirePayments(ctx).findIntent(intentId);
  if (!intent || intent.refundedMinor === 0) return;
  const orderId = (await findPaymentOfIntent(ctx, intent))?.orderId;
  if (!orderId) return;
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const payment = await lockPaymentOfOrder(tx, orderId);
    // What could not be kept was given back by the shop itself.
    if (!order || payment?.intentId !== intentId) return;
    const { leftMinor } = await refundsOf(tx, payment, '');
    const amountMinor = intent.refundedMinor - (payment.amountMinor - leftMinor);
    if (amountMinor <= 0) return;
    const at = ctx.now();
    const id = await recordForeignRefund(tx, payment, amountMinor, at);
    await tell(tx, order, { id, amountMinor, actor: PROVIDER, at });
  });
}

async function tell(
  tx: Tx,
  order: OrderRow,
  refund: { id: string; amountMinor: number; actor: string; at: Date },
): Promise<void> {
  const { id, amountMinor, actor, at } = refund;
  await insertEvent(tx, {
    orderId: order.id,
    event: 'refund',
    fromStatus: order.status,
    toStatus: order.status,
    actor,
    detail: `${formatMinor(amountMinor)} ${order.currency}`,
    at,
  });
  await enqueue(tx, { kind: 'payment.refunded', payload: { refundId: id } }, at);
}
