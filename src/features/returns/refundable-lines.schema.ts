/** What the refund of a return is for. The call and the page compute it here. */
import type { OrderView, ReturnLineView, ReturnView } from '../orders/orders.schema.ts';
import { proposedRefund } from '../orders/proposed-refund.schema.ts';

/**
 * The units that arrived with a return and were neither refunded nor exchanged. A refund of a line
 * does not say which units it is for. So there are at most as many as the shop has got back, less all
 * that were refunded.
 */
export function refundableLines(
  { lines, returns }: Pick<OrderView, 'lines' | 'returns'>,
  one: Pick<ReturnView, 'lines'>,
): { position: number; quantity: number }[] {
  return one.lines.flatMap((each) => {
    const { position } = each;
    const line = lines[position];
    if (!line) return [];
    const came = returns
      .flatMap((other) => other.lines)
      .filter((other) => other.position === position)
      .reduce((sum, other) => sum + cameForMoney(other), 0);
    const back = came + line.cancelledQuantity + line.restockedQuantity;
    const quantity = Math.min(cameForMoney(each), back - line.refundedQuantity);
    return quantity > 0 ? [{ position, quantity }] : [];
  });
}

/** Units of a return's line that came, less those for which something else goes out. */
function cameForMoney({ received, exchange }: ReturnLineView): number {
  return (received ?? 0) - exchangedUnits({ received, exchange });
}

/** Units of a return's line that came and are exchanged. */
export function exchangedUnits({
  received,
  exchange,
}: Pick<ReturnLineView, 'received' | 'exchange'>): number {
  return exchange ? Math.min(received ?? 0, exchange.quantity - exchange.released) : 0;
}

/**
 * The proposed refund of a return: the price of what arrived for money, less the differences that
 * were refunded for exchanges which were cancelled afterwards.
 */
export function proposedReturnRefund(
  order: OrderView,
  one: ReturnView,
  { shipping }: { shipping: boolean },
): number {
  const lines = refundableLines(order, one);
  const before = refundedDifferences(order, one);
  return proposedRefund(order, { lines, shipping }, before).amountMinor;
}

/** The key of the refund of a return's differences. */
export const differenceKey = ({ id }: Pick<ReturnView, 'id'>) => `exchange ${id}`;

/**
 * The differences that were refunded for exchanges which were cancelled afterwards. A refund that
 * the provider refused and staff withdrew returned nothing.
 */
export function refundedDifferences(
  { refunds }: Pick<OrderView, 'refunds'>,
  one: Pick<ReturnView, 'id' | 'lines'>,
): number {
  const refund = refunds.find(({ key }) => key === differenceKey(one));
  if (!refund || refund.status === 'withdrawn') return 0;
  return one.lines
    .filter(({ exchange }) => exchange?.state === 'released')
    .reduce((sum, { exchange }) => sum + (exchange?.refundedMinor ?? 0), 0);
}
