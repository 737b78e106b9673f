import { DAY_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { Ctx } from '../context.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { sentUnits } from '../orders/returns/exchange-units.schema.ts';
import { leftForCustomer, leftToReturn, returnSources } from './left-to-return.schema.ts';

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
 * many days, are no final sale and are not in another return; none with 0 days. `ofReturnId` is the return
 * whose exchange they are; bought ones are of none.
 */
export function returnableOf(
  order: OrderView,
  days: number,
  now: Date,
  ofReturnId: string | null = null,
): Returnable {
  const inTime = order.fulfillments.filter(
    ({ deliveredAt }) =>
      days > 0 && deliveredAt !== null && Date.parse(deliveredAt) + days * DAY_MS >= now.getTime(),
  );
  const parcels = inTime.map((parcel) => ({
    ...parcel,
    lines: ofReturnId === null ? parcel.lines : exchangedIn(order, ofReturnId, parcel.id),
  }));
  const units = order.lines.map((_, position) => {
    const fresh = parcels
      .flatMap(({ lines }) => lines)
      .filter((part) => part.position === position)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return order.status === 'paid'
      ? Math.min(fresh, leftForCustomer(order, position, ofReturnId))
      : 0;
  });
  const ends = parcels
    .filter(({ lines }) => lines.some(({ position }) => (units[position] ?? 0) > 0))
    .map(({ deliveredAt }) => Date.parse(deliveredAt ?? '') + days * DAY_MS);
  return { units, until: ends.length > 0 ? new Date(Math.min(...ends)).toISOString() : null };
}

/** Whether the customer of an order can send something of it back now. */
export function isReturnable({ shop, now }: Pick<Ctx, 'shop' | 'now'>, order: OrderView): boolean {
  return returnSources(order).some(
    (source) => returnableOf(order, shop.returns.days, now(), source).until !== null,
  );
}

/** The units of each line that staff can take back now: at any time, and also of a final sale. */
export function returnableForStaff(order: OrderView, ofReturnId: string | null): number[] {
  return order.lines.map((_, position) =>
    order.status === 'paid' ? leftToReturn(order, position, ofReturnId) : 0,
  );
}

/** What a parcel has of the exchange of a return. */
function exchangedIn(
  { returns }: OrderView,
  ofReturnId: string,
  parcelId: string,
): { position: number; quantity: number }[] {
  const one = returns.find(({ id }) => id === ofReturnId);
  return (one?.lines ?? []).flatMap(({ position, exchange }) =>
    exchange?.fulfillmentId === parcelId ? [{ position, quantity: sentUnits(exchange) }] : [],
  );
}

/** 409 `final_sale` for a line that its customer cannot send back. */
export function requireNoFinalSale(order: OrderView, wanted: { sku: string }[]): void {
  const skus = wanted.map(({ sku }) => sku);
  const line = order.lines.find(({ sku, isFinalSale }) => isFinalSale && skus.includes(sku));
  if (!line) return;
  throw new AppError(
    'final_sale',
    `${line.name} is a final sale: it cannot be returned or exchanged. If it is damaged or not as pictured, please write to us.`,
    { details: { sku: line.sku } },
  );
}

export function notReturnable(sku: string, left: number): AppError {
  const most = left === 0 ? 'No units' : `At most ${left}`;
  return new AppError('not_returnable', `${most} of ${sku} can be sent back now.`, {
    details: { sku, left },
  });
}
