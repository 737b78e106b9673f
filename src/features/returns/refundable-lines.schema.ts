/** What the refund of a return is for. The call and the page compute it here. */
import type { OrderView, ReturnView } from '../orders/orders.schema.ts';

/**
 * The units that arrived with a return and were not refunded. A refund of a line does not say which
 * units it is for. So there are at most as many as the shop has got back, less all that were
 * refunded.
 */
export function refundableLines(
  { lines, returns }: Pick<OrderView, 'lines' | 'returns'>,
  one: Pick<ReturnView, 'lines'>,
): { position: number; quantity: number }[] {
  return one.lines.flatMap(({ position, received }) => {
    const line = lines[position];
    if (!line) return [];
    const came = returns
      .flatMap((each) => each.lines)
      .filter((each) => each.position === position)
      .reduce((sum, each) => sum + (each.received ?? 0), 0);
    const back = came + line.cancelledQuantity + line.restockedQuantity;
    const quantity = Math.min(received ?? 0, back - line.refundedQuantity);
    return quantity > 0 ? [{ position, quantity }] : [];
  });
}
