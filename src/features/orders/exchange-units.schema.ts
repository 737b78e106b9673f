/** The units that a return has reserved for its exchanges, and whether they may still be sent. */
import type { ExchangeView, OrderView, ReturnView } from './orders.schema.ts';

/** Units of a return's line that are reserved for an exchange. */
export interface ReservedExchange {
  position: number;
  exchange: ExchangeView;
  units: number;
}

/** The exchanges of a return that are neither sent nor released. */
export function reservedOf({ lines }: Pick<ReturnView, 'lines'>): ReservedExchange[] {
  return lines.flatMap(({ position, exchange }) =>
    exchange?.state === 'reserved'
      ? [{ position, exchange, units: exchange.quantity - exchange.released }]
      : [],
  );
}

/** The parts of an order that say what may go out in exchange. */
export interface Exchangeable {
  lines: Pick<OrderView['lines'][number], 'quantity' | 'refundedQuantity' | 'cancelledQuantity'>[];
  returns: Pick<ReturnView, 'id' | 'lines'>[];
  payment: Pick<NonNullable<OrderView['payment']>, 'amountMinor' | 'refundableMinor'> | null;
}

/**
 * Units of a line that may go out in exchange: those that were neither cancelled nor refunded, less
 * those for which another return has exchanges. Otherwise a customer would have the money and
 * another item.
 */
export function leftToExchange(
  { lines, returns }: Pick<Exchangeable, 'lines' | 'returns'>,
  position: number,
  of: Pick<ReturnView, 'id'> | null,
): number {
  const line = lines[position];
  if (!line) return 0;
  const exchanged = returns
    .filter(({ id }) => id !== of?.id)
    .flatMap((other) => other.lines)
    .filter((other) => other.position === position)
    .reduce((sum, { exchange }) => sum + (exchange ? exchange.quantity - exchange.released : 0), 0);
  const gone = Math.max(line.refundedQuantity, line.cancelledQuantity);
  return Math.max(0, line.quantity - gone - exchanged);
}

/** Whether all that was paid for an order was refunded, so that nothing of it is sent any more. */
export function isRefundedInFull({ payment }: Pick<Exchangeable, 'payment'>): boolean {
  return payment !== null && payment.amountMinor > 0 && payment.refundableMinor === 0;
}

/** Whether refunds have left enough of an order for the exchanges that a return has reserved. */
export function mayStillExchange(
  order: Exchangeable,
  one: Exchangeable['returns'][number],
): boolean {
  const hasUnits = reservedOf(one).every(
    ({ position, units }) => units <= leftToExchange(order, position, one),
  );
  return hasUnits && !isRefundedInFull(order);
}
