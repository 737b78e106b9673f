/**
 * The only code that records an extra payment as paid by card. `settle` calls it, so the page, the webhook
 * and the reconciler do. A capture that the return's exchanges do not need is refunded:
 *
 * paid before ................................. `already_paid`
 * the exchanges ended, or wait for approval ... `order_closed`
 * another amount than is to be paid ........... `amount_mismatch`
 *
 * The order is locked before the payment, as everywhere, and the series of invoices last.
 */
import type { PaymentIntent } from '#adapters/payments/port.ts';
import type { Tx } from '#db/client.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Ctx } from '../../context.ts';
import {
  checkExtraPaymentSoon,
  findOrderOfPayment,
  lockForSettling,
  type PaymentRow,
  recordCapture,
  recordUnusableCapture,
} from '../../payments/payments.ts';
import type { OrderView } from '../orders.schema.ts';
import type { ReturnView } from '../returns/return-view.schema.ts';
import { lockForStaff } from '../staff-change.ts';
import { becomeExtraPaid } from './become-extra-paid.ts';

export type ExtraOutcome =
  | { kind: 'paid'; orderId: string }
  | { kind: 'refused'; code: ErrorCode; message: string; refundId: string | null };

/** Records a capture of an extra payment, in the caller's transaction. */
export async function decideExtra(
  ctx: Ctx,
  tx: Tx,
  seen: PaymentRow & { returnId: string },
  intent: PaymentIntent,
  actor: string,
): Promise<ExtraOutcome> {
  const { returnId } = seen;
  const orderId = await findOrderOfPayment(tx, seen);
  if (orderId === null) throw new Error(`Return ${returnId} of payment ${seen.id} is gone.`);
  const order = await lockForStaff(tx, orderId);
  const one = order.returns.find(({ id }) => id === returnId);
  const payment = await lockForSettling(tx, seen.id);
  if (!one) throw new Error(`Order ${orderId} lacks return ${returnId}.`);
  if (payment.status === 'captured') return { kind: 'paid', orderId };
  if (payment.status === 'refunded') {
    const message = 'That payment was refunded.';
    return { kind: 'refused', code: 'transaction_used', message, refundId: null };
  }
  const at = ctx.now();
  const refusal = reasonToRefuse(order, one, intent);
  if (refusal) {
    const refundId = await recordUnusableCapture(tx, payment, intent, refusal.code, at);
    return { kind: 'refused', ...refusal, refundId };
  }
  await recordCapture(tx, payment, intent, at);
  // Another one may be open if this one was unknown at the provider.
  await checkExtraPaymentSoon(tx, returnId, at);
  await becomeExtraPaid(ctx, tx, { order, one }, { amountMinor: intent.amountMinor, actor, at });
  return { kind: 'paid', orderId };
}

function reasonToRefuse(
  { currency }: OrderView,
  { extra }: ReturnView,
  intent: PaymentIntent,
): { code: ErrorCode; message: string } | null {
  const returned = 'The new payment was refunded.';
  if (extra?.payment) {
    return { code: 'already_paid', message: `This exchange is paid already. ${returned}` };
  }
  if (!extra?.isPayable) {
    return { code: 'order_closed', message: `This exchange has ended. ${returned}` };
  }
  const isExact = intent.amountMinor === extra.dueMinor && intent.currency === currency;
  if (isExact) return null;
  const message = `The amount paid is not what this exchange costs. ${returned}`;
  return { code: 'amount_mismatch', message };
}
