/** What the refund that ended a return gave back. The use case and the notice after it ask here. */

import type { OrderView } from '../orders/orders.schema.ts';
import { isRefundWithdrawn, refundsOfReturn } from '../orders/returns/exchange-units.schema.ts';
import type { ExtraReturnView, ReturnView } from '../orders/returns/return-view.schema.ts';

export interface EarlierRefund {
  refundId: string | null;
  amountMinor: number;
  shippingMinor: number;
  /** The parts of extra payments in it. */
  extras: ExtraReturnView[];
}

/** The refund that ended a return: of the order's payment, of extra payments, or of both. */
export function earlierRefund(
  order: Pick<OrderView, 'refunds'>,
  one: ReturnView,
): EarlierRefund | null {
  if (isRefundWithdrawn(order, one)) return null;
  const all = refundsOfReturn(order, one);
  const refund = all.find(({ status }) => status !== 'withdrawn');
  // Only the first refund has parts of extra payments, because those can't be withdrawn.
  const extras = all.length > 1 ? [] : one.extraReturns.filter(({ kind }) => kind === 'refund');
  if (!refund && extras.length === 0) return null;
  const ofExtras = extras.reduce((sum, part) => sum + part.amountMinor, 0);
  const { amountMinor = 0, shippingMinor = 0 } = refund ?? {};
  const parts = { shippingMinor, extras };
  return { refundId: refund?.id ?? null, amountMinor: amountMinor + ofExtras, ...parts };
}
