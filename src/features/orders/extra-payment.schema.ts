/** How far the extra payment of a return is. It depends only on its exchanges, payment and refunds. */
import { extraOfLine } from './exchange-price.schema.ts';
import type { ExtraPaymentView, OrderLine, OrderView, ReturnView } from './orders.schema.ts';

/** The states in which exchanges wait for their payment. Before the approval nothing is taken. */
const PAYABLE: ReturnView['state'][] = ['in_transit', 'received'];

/** The extra payment of a return; null when nothing is to be paid or was paid. */
export function extraOf(
  { state, lines }: Pick<ReturnView, 'state' | 'lines'>,
  { order, bought }: { order: Pick<OrderView, 'taxesIncluded'>; bought: OrderLine[] },
  payment: ExtraPaymentView['payment'],
): ExtraPaymentView | null {
  const dueMinor = lines.reduce(
    (sum, { position, exchange }) => sum + extraOfLine(order, bought[position], exchange),
    0,
  );
  if (payment) {
    const state = keptOf(payment) > 0 ? 'paid' : 'refunded';
    return { state, isPayable: false, dueMinor, payment };
  }
  if (dueMinor === 0) return null;
  return { state: 'open', isPayable: PAYABLE.includes(state), dueMinor, payment };
}

/** What the shop keeps of an extra payment, without what goes back. */
export function keptOf(payment: ExtraPaymentView['payment']): number {
  return payment ? payment.amountMinor - payment.refundedMinor - payment.refundOpenMinor : 0;
}

/** Whether everything is paid that a return's exchanges cost more. */
export function isExtraPaid({ extra }: Pick<ReturnView, 'extra'>): boolean {
  return extra === null || keptOf(extra.payment) >= extra.dueMinor;
}

/** What was paid for exchanges that have ended since, and has to go back. */
export function surplusOf({ extra }: Pick<ReturnView, 'extra'>): number {
  return extra ? Math.max(0, keptOf(extra.payment) - extra.dueMinor) : 0;
}
