/** How the extra payment of a return begins, and how it goes back. `settle` records it. */
import type { PaymentIntent } from '#adapters/payments/port.ts';
import type { Tx } from '#db/client.ts';
import { formatMoney } from '#shared/money.ts';
import type { Ctx } from '../../context.ts';
import {
  checkExtraPaymentSoon,
  type ExtraRefundReason,
  ensureExtraIntent,
  exchangeEnded,
  findDueExtraRefunds,
  requestExtraRefund,
} from '../../payments/payments.ts';
import { selectOrder } from '../orders.store.ts';
import { refundNow } from '../refunds/refund-now.ts';
import { lockForStaff, recordStaffChange } from '../staff-change.ts';
import { surplusOf } from './extra-payment.schema.ts';

/** The one open intent of a return's extra payment; 409 `order_closed` when nothing is to be paid. */
export function openExtraPayment(
  ctx: Ctx,
  orderId: string,
  returnId: string,
): Promise<PaymentIntent> {
  return ensureExtraIntent(ctx, returnId, async (tx) => {
    const order = await lockForStaff(tx, orderId);
    const extra = order.returns.find(({ id }) => id === returnId)?.extra;
    // A shop that changed its currency can't take an amount in the earlier one.
    if (!extra?.isPayable || order.currency !== ctx.shop.currency) throw exchangeEnded();
    const row = await selectOrder(tx, orderId);
    return { userId: row?.userId ?? null, amountMinor: extra.dueMinor };
  });
}

/**
 * Refunds what was paid for exchanges that have ended or came back, in the transaction that records
 * it, with the order locked. An open payment is stopped by the jobs; if it is captured first, it is refunded.
 * Returns the amount.
 */
export async function returnExtra(
  tx: Tx,
  id: string,
  returnId: string,
  { actor, at, reason }: { actor: string; at: Date; reason: ExtraRefundReason },
): Promise<number> {
  const order = await lockForStaff(tx, id);
  const one = order.returns.find((each) => each.id === returnId);
  if (!one?.extra?.isPayable) await checkExtraPaymentSoon(tx, returnId, at);
  const amountMinor = one ? surplusOf(one) : 0;
  if (amountMinor === 0) return 0;
  await requestExtraRefund(tx, returnId, { amountMinor, at, reason });
  const event = {
    event: 'exchange-refunded',
    actor,
    at,
    detail: formatMoney(amountMinor),
  } as const;
  await recordStaffChange(tx, order, event);
  return amountMinor;
}

/** Carries out the refunds of a return's extra payment. What can't be done now, the jobs do. */
export async function refundExtraNow(ctx: Ctx, returnId: string): Promise<void> {
  for (const id of await findDueExtraRefunds(ctx.db, returnId)) await refundNow(ctx, id);
}

/** Whether refunds of these returns' extra payments are left to the jobs. */
export async function hasOpenExtraRefunds(ctx: Ctx, returnIds: Set<string>): Promise<boolean> {
  for (const id of returnIds) {
    if ((await findDueExtraRefunds(ctx.db, id)).length > 0) return true;
  }
  return false;
}
