/**
 * Which refunded units of a line are among those that are still to be shipped. A refund says of how
 * many units it is, and not of which. So the changes of a line are read by their times; each is made
 * under the order's lock:
 *
 * refund .......... of shipped and cancelled units that were not refunded; then of units to be shipped
 * parcel .......... has units that were not refunded; others only if staff choose more
 * cancellation .... takes refunded units first
 * exchange ........ is sent for a shipped unit, which no later refund of the line is for
 *
 * A unit to be shipped is refunded when its whole price was paid back, with the tax on top of it and
 * with what lowered it before. A lower amount is for no unit, and it is still shipped. Of refunds from
 * before prices could be lowered, a lower amount names units. A withdrawn refund paid nothing back.
 *
 * Of shipped and cancelled units, the refund of a cancellation is of cancelled ones first, and any
 * other refund is of shipped ones first.
 */
import { addedTax } from '#shared/taxes.ts';
import type { OrderLine } from '../orders.schema.ts';
import { refundsOfReturn, sentUnits } from '../returns/exchange-units.schema.ts';
import type { ExchangeView, ReturnView } from '../returns/return-view.schema.ts';
import {
  type CancellationView,
  type FulfillmentView,
  refundKeyOfCancellation,
} from '../view/parcel-view.schema.ts';
import type { OrderRefundView } from './refund-view.schema.ts';

type Exchange = Pick<ExchangeView, 'quantity' | 'released' | 'fulfillmentId'>;

/** What happened to the lines of an order. */
export interface LineChanges {
  taxesIncluded: boolean;
  lines: Pick<OrderLine, 'quantity' | 'unitPriceMinor' | 'taxMinor'>[];
  fulfillments: Pick<FulfillmentView, 'id' | 'shippedAt' | 'lines'>[];
  cancellations: Pick<CancellationView, 'key' | 'cancelledAt' | 'lines'>[];
  refunds: Pick<OrderRefundView, 'key' | 'status' | 'createdAt' | 'lines'>[];
  returns: (Pick<ReturnView, 'id' | 'ofReturnId'> & {
    lines: { position: number; exchange: Exchange | null }[];
  })[];
}

interface Units {
  toShip: number;
  /** How many of the units to ship were refunded. */
  refunded: number;
  /** Units that were shipped or cancelled, and neither refunded nor exchanged. */
  ended: number;
  /** How many of the units in `ended` were cancelled. */
  cancelled: number;
  /** Units that were cancelled and refunded. */
  cancelledAndRefunded: number;
  /** By how much refunds lowered the price of the line, in minor units. */
  loweredMinor: number;
}

interface Change {
  at: string;
  apply(units: Units): void;
}

/** The units of a line after all that happened to it. */
export function refundedUnits(order: LineChanges, position: number): Units {
  const toShip = order.lines[position]?.quantity ?? 0;
  const units = {
    toShip,
    refunded: 0,
    ended: 0,
    cancelled: 0,
    cancelledAndRefunded: 0,
    loweredMinor: 0,
  };
  // A cancellation may have the time of its own refund, and comes before it.
  const changes = [
    ...cancellationsOf(order, position),
    ...parcelsOf(order, position),
    ...exchangesOf(order, position),
    ...refundsOf(order, position),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  for (const change of changes) change.apply(units);
  return units;
}

function refundsOf(order: LineChanges, position: number): Change[] {
  const { refunds, returns } = order;
  const priceMinor = unitPrice(order, position);
  const ofExchanges = returns
    .filter(({ ofReturnId }) => ofReturnId !== null)
    .flatMap((one) => refundsOfReturn({ refunds }, one));
  const ofCancellations = new Set<string | null>(
    order.cancellations.map(({ key }) => refundKeyOfCancellation(key)),
  );
  return refunds
    .filter((refund) => refund.status !== 'withdrawn' && !ofExchanges.includes(refund))
    .flatMap(({ key, createdAt: at, lines: parts }) =>
      partsAt(parts, position).map(({ quantity, amountMinor }) => ({
        at,
        apply(units) {
          if (quantity === 0) units.loweredMinor += amountMinor;
          const ofEnded = Math.min(quantity, units.ended);
          refundEnded(units, ofEnded, { cancelledFirst: ofCancellations.has(key) });
          if (amountMinor + units.loweredMinor < priceMinor * quantity) return;
          units.refunded = Math.min(units.toShip, units.refunded + quantity - ofEnded);
        },
      })),
    );
}

/** What a unit of a line costs at least. Of taxes that can't be divided, some units have a penny more. */
function unitPrice({ lines, taxesIncluded }: LineChanges, position: number): number {
  const line = lines[position];
  if (!line) return 0;
  return line.unitPriceMinor + addedTax(taxesIncluded, Math.floor(line.taxMinor / line.quantity));
}

function parcelsOf({ fulfillments }: LineChanges, position: number): Change[] {
  return fulfillments.flatMap(({ shippedAt: at, lines }) =>
    partsAt(lines, position).map(({ quantity }) => ({
      at,
      apply(units) {
        const unrefunded = Math.min(quantity, units.toShip - units.refunded);
        end(units, quantity, quantity - unrefunded);
      },
    })),
  );
}

function cancellationsOf({ cancellations }: LineChanges, position: number): Change[] {
  return cancellations.flatMap(({ cancelledAt: at, lines }) =>
    partsAt(lines, position).map(({ quantity }) => ({
      at,
      apply(units) {
        const refunded = Math.min(quantity, units.refunded);
        end(units, quantity, refunded);
        units.cancelled += quantity - refunded;
        units.cancelledAndRefunded += refunded;
      },
    })),
  );
}

function exchangesOf({ returns, fulfillments }: LineChanges, position: number): Change[] {
  return returns
    .filter(({ ofReturnId }) => ofReturnId === null)
    .flatMap(({ lines }) => partsAt(lines, position))
    .flatMap(({ exchange }) => {
      const parcel = fulfillments.find(({ id }) => id === exchange?.fulfillmentId);
      if (!parcel) return [];
      const apply = (units: Units) => {
        units.ended -= Math.min(sentUnits(exchange), units.ended);
        units.cancelled = Math.min(units.cancelled, units.ended);
      };
      return [{ at: parcel.shippedAt, apply }];
    });
}

/** Counts that units are no longer to be shipped, and that so many of them were refunded. */
function end(units: Units, quantity: number, refunded: number): void {
  units.toShip -= quantity;
  units.refunded -= refunded;
  units.ended += quantity - refunded;
}

/** Counts a refund of so many shipped or cancelled units. */
function refundEnded(
  units: Units,
  quantity: number,
  { cancelledFirst }: { cancelledFirst: boolean },
): void {
  const shipped = units.ended - units.cancelled;
  const cancelled = cancelledFirst
    ? Math.min(quantity, units.cancelled)
    : Math.max(0, quantity - shipped);
  units.ended -= quantity;
  units.cancelled -= cancelled;
  units.cancelledAndRefunded += cancelled;
}

function partsAt<T extends { position: number }>(parts: T[], position: number): T[] {
  return parts.filter((part) => part.position === position);
}
