import { AppError } from '#shared/errors.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { leftToReturn } from './left-to-return.schema.ts';

const DAY_MS = 86_400_000;

/** The units of an order that can be sent back. */
export interface Returnable {
  /** Units of each line. */
  units: number[];
  /**
   * The end of the time for returns, in ISO 8601, of the parcel that was delivered first; null if
   * there are no units.
   */
  until: string | null;
}

/**
 * The units of each line that its customer can send back now: those that were delivered within this
 * many days and are not in another return.
 */
export function returnableOf(order: OrderView, days: number, now: Date): Returnable {
  const inTime = order.fulfillments.filter(
    ({ deliveredAt }) =>
      deliveredAt !== null && Date.parse(deliveredAt) + days * DAY_MS >= now.getTime(),
  );
  const units = order.lines.map((line, position) => {
    const fresh = inTime
      .flatMap(({ lines }) => lines)
      .filter((part) => part.position === position)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return order.status === 'paid' ? Math.min(fresh, leftToReturn(line)) : 0;
  });
  const ends = inTime
    .filter(({ lines }) => lines.some(({ position }) => (units[position] ?? 0) > 0))
    .map(({ deliveredAt }) => Date.parse(deliveredAt ?? '') + days * DAY_MS);
  return { units, until: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null };
}

export function notReturnable(sku: string, left: number): AppError {
  const most = left === 0 ? 'No units' : `At most ${left}`;
  return new AppError('not_returnable', `${most} of ${sku} can be sent back now.`, {
    details: { sku, left },
  });
}
