/**
 * The payment status of an order. It depends only on the order's state, its capture and its
 * refunds.
 */
import type { OrderView } from '../orders.schema.ts';

export const paymentStatuses = ['unpaid', 'paid', 'partly_refunded', 'refunded', 'voided'] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

/** A refund counts once the provider has accepted it. */
export function paymentStatusOf({
  status,
  payment,
}: {
  status: OrderView['status'];
  payment: Pick<NonNullable<OrderView['payment']>, 'amountMinor' | 'refundedMinor'> | null;
}): PaymentStatus {
  if (status === 'cancelled') return 'voided';
  if (status === 'pending' || !payment) return 'unpaid';
  if (payment.refundedMinor === 0) return 'paid';
  return payment.refundedMinor < payment.amountMinor ? 'partly_refunded' : 'refunded';
}
