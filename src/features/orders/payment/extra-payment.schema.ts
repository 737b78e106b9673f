/** How far the extra payment of a return is. It depends only on its exchanges, payment and refunds. */
import { isApprovedReturn } from '../../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders.schema.ts';
import { extraOfLines, waivedOfLines } from '../returns/exchange-price.schema.ts';
import { type Exchangeable, mayStillExchange } from '../returns/exchange-units.schema.ts';
import type { ExtraPaymentView, ReturnView } from '../returns/return-view.schema.ts';

/** The parts of an order that its extra payments depend on. */
type OrderOfExtra = Exchangeable &
  Pick<OrderView, 'taxesIncluded' | 'lines'> & {
    returns: (Exchangeable['returns'][number] & Pick<ReturnView, 'extraReturns'>)[];
  };

/**
 * The extra payment of a return; null when nothing is to be paid, was paid or waived. What can't be sent,
 * because it was refunded meanwhile, is not paid.
 */
export function extraOf(
  one: Pick<ReturnView, 'id' | 'ofReturnId' | 'state' | 'lines'>,
  order: OrderOfExtra,
  payment: ExtraPaymentView['payment'],
): ExtraPaymentView | null {
  const { state, lines } = one;
  const dueMinor = extraOfLines(order, lines) - givenBackOf(order, one);
  const waivedMinor = waivedOfLines(order, lines);
  const amounts = { dueMinor, waivedMinor, payment };
  if (payment) {
    const state = keptOf(payment) > 0 ? 'paid' : 'refunded';
    return { state, isPayable: false, ...amounts };
  }
  if (dueMinor === 0) {
    return waivedMinor === 0 ? null : { state: 'waived', isPayable: false, ...amounts };
  }
  // Before the approval nothing is taken.
  const isPayable = isApprovedReturn(state) && mayStillExchange(order, one);
  return { state: 'open', isPayable, ...amounts };
}

/** What an extra payment gave back because its items came back. */
function givenBackOf(
  { returns }: { returns: Pick<ReturnView, 'extraReturns'>[] },
  { id }: Pick<ReturnView, 'id'>,
): number {
  return returns
    .flatMap(({ extraReturns }) => extraReturns)
    .filter(({ paidBy }) => paidBy === id)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
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
