import type { OrderView } from '#features/orders/orders.schema.ts';
import { formatMoney } from '#shared/money.ts';

/** The refunded amount of an order; nothing if nothing was refunded. */
export function RefundedSum({ order: { payment } }: { order: OrderView }) {
  if (!payment?.refundedMinor) return null;
  return <p className="mt-1 text-[0.9375rem]">Refunded: {formatMoney(payment.refundedMinor)}</p>;
}
