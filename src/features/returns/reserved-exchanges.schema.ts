/** What a return still has reserved. Calls, emails and pages read it here. */
import type { ExchangeView, OrderView, ReturnView } from '../orders/orders.schema.ts';

const DAY_MS = 86_400_000;

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

/**
 * Units of a line that may go out in exchange: those that were neither cancelled nor refunded, less
 * those for which another return has exchanges. Otherwise a customer would have the money and
 * another item.
 */
export function leftToExchange(
  { lines, returns }: Pick<OrderView, 'lines' | 'returns'>,
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

/**
 * Until when the parcel of an approved return has to come, so that its exchanges stay reserved, in
 * ISO 8601; null when nothing is reserved, or nothing has to come any more.
 */
export function reservedUntil(one: ReturnView, exchangeDays: number): string | null {
  if (one.state !== 'in_transit' || one.approvedAt === null) return null;
  if (reservedOf(one).length === 0) return null;
  return new Date(Date.parse(one.approvedAt) + exchangeDays * DAY_MS).toISOString();
}

/**
 * Until when the difference to dearer variants has to be paid, so that they stay reserved, in ISO
 * 8601; null when nothing is to be paid now.
 */
export function payUntil(one: ReturnView, exchangeDays: number): string | null {
  if (!one.extra?.isPayable || one.approvedAt === null) return null;
  return new Date(Date.parse(one.approvedAt) + exchangeDays * DAY_MS).toISOString();
}
