/** Whether other refunds were for what came with a return. Pages and emails then say so. */
import { counted } from '#shared/counted.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import {
  refundedOfExchanges,
  refundsOfReturn,
  wasRefunded,
} from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';
import { cameForMoney } from './refundable-lines.schema.ts';

type Order = Pick<OrderView, 'lines' | 'returns' | 'refunds'>;
type Return = Pick<ReturnView, 'id' | 'ofReturnId' | 'lines' | 'extraReturns'>;

/**
 * Counts the units that came with a return for money: how many of them another refund paid for, and
 * how many came. Null if no other refund did. A return that was refunded itself has none.
 */
export function refundedElsewhere(
  order: Order,
  one: Return,
): { units: number; came: number } | null {
  if (hasOwnRefund(order, one)) return null;
  const all = { units: 0, came: 0 };
  for (const line of one.lines) {
    const came = cameForMoney(line);
    all.came += came;
    all.units += Math.min(came, Math.max(0, unitsElsewhere(order, one, line.position)));
  }
  return all.units > 0 ? all : null;
}

/**
 * What `refundedElsewhere` counts, in a sentence for staff and customers; null if it counts
 * nothing.
 */
export function refundedElsewhereText(order: Order, one: Return): string | null {
  const all = refundedElsewhere(order, one);
  if (!all) return null;
  const isPart = all.units < all.came;
  const what = isPart ? `${all.units} of the ${counted(all.came, 'item')} that` : 'what';
  return `Already refunded: another refund was for ${what} came.`;
}

function hasOwnRefund(order: Order, one: Return): boolean {
  return wasRefunded(order, one) || one.extraReturns.some(({ kind }) => kind === 'refund');
}

/**
 * Counts the refunded units of a line that another refund than the return's own paid for. Units that
 * never left or are back without a return don't count, nor do those of earlier returns.
 * `refundableLines` counts in the same way.
 */
function unitsElsewhere(order: Order, one: Return, position: number): number {
  const line = order.lines[position];
  if (!line) return 0;
  const partsOf = <Part extends { position: number }>(parts: Part[]) =>
    parts.filter((part) => part.position === position);
  if (one.ofReturnId !== null) {
    const came = partsOf(one.lines).reduce((sum, part) => sum + cameForMoney(part), 0);
    return came - (line.quantity - line.refundedQuantity);
  }
  const bought = order.returns.filter(({ ofReturnId }) => ofReturnId === null);
  const ofReturns = bought
    .flatMap((other) => refundsOfReturn(order, other))
    .filter(({ status }) => status !== 'withdrawn')
    .flatMap(({ lines }) => partsOf(lines))
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const ofEarlier = bought
    .slice(
      0,
      bought.findIndex(({ id }) => id === one.id),
    )
    .filter((other) => !hasOwnRefund(order, other))
    .flatMap((other) => partsOf(other.lines))
    .reduce((sum, part) => sum + cameForMoney(part), 0);
  const ofOthers = refundedOfExchanges(order, position) + line.refundedToShipQuantity;
  const notOfReturns = line.cancelledQuantity + line.restockedQuantity;
  return line.refundedQuantity - ofOthers - ofReturns - notOfReturns - ofEarlier;
}
