/** The units that a return has reserved for its exchanges, and whether they may still be sent. */
import { taxOf } from '#shared/taxes.ts';
import { differenceKey } from '../../order-tables/difference-key.schema.ts';
import { isTakingBack, type ReturnTimes } from '../../order-tables/return-status.schema.ts';
import type { OrderView } from '../orders.schema.ts';
import type { OrderRefundView } from '../refunds/refund-view.schema.ts';
import type { ExchangeView, ReturnView } from './return-view.schema.ts';

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
  returns: Pick<ReturnView, 'id' | 'ofReturnId' | 'lines'>[];
  refunds: Pick<OrderRefundView, 'key' | 'status' | 'lines'>[];
  payment: Pick<NonNullable<OrderView['payment']>, 'amountMinor' | 'refundableMinor'> | null;
}

/**
 * The units of a return's line that the shop has, or may still get. A unit whose exchange was sent
 * counts, even if it never comes.
 */
export function takenBack(
  one: ReturnTimes,
  {
    quantity,
    received,
    exchange,
  }: {
    quantity: number;
    received: number | null;
    exchange: Pick<ExchangeView, 'quantity' | 'released' | 'fulfillmentId'> | null;
  },
): number {
  const came = isTakingBack(one) ? (received ?? quantity) : 0;
  return Math.max(came, sentUnits(exchange));
}

/** Units that went out for a line of a return. */
export function sentUnits(
  exchange: Pick<ExchangeView, 'quantity' | 'released' | 'fulfillmentId'> | null | undefined,
): number {
  return exchange && exchange.fulfillmentId !== null ? exchange.quantity - exchange.released : 0;
}

/** The key of the refund that ends a return; `times` is how many were withdrawn before. */
export const refundKeyOfReturn = ({ id }: { id: string }, times = 0) =>
  times === 0 ? `return ${id}` : `return ${id} again ${times}`;

/** The refunds that ended a return: one at most counts, and those before it were withdrawn. */
export function refundsOfReturn<Refund extends Pick<OrderRefundView, 'key'>>(
  { refunds }: { refunds: Refund[] },
  one: { id: string },
): Refund[] {
  const key = refundKeyOfReturn(one);
  return refunds.filter((refund) => refund.key === key || refund.key?.startsWith(`${key} again `));
}

/** Whether a return ended with a refund that staff withdrew, so that it is refunded again. */
export function isRefundWithdrawn(
  order: { refunds: Pick<OrderRefundView, 'key' | 'status'>[] },
  one: { id: string },
): boolean {
  const all = refundsOfReturn(order, one);
  return all.length > 0 && all.every(({ status }) => status === 'withdrawn');
}

/** What was refunded for units in another way: the difference to a cheaper variant, with its tax. */
export interface RefundedBefore {
  amountMinor: number;
  taxMinor: number;
}

/** A refund that the provider refused and staff withdrew returned nothing. */
export function wasDifferenceReturned(
  { refunds }: { refunds: Pick<OrderRefundView, 'key' | 'status'>[] },
  one: Pick<ReturnView, 'id'>,
): boolean {
  const refund = refunds.find(({ key }) => key === differenceKey(one));
  return refund !== undefined && refund.status !== 'withdrawn';
}

/** All differences that were refunded of the order's payment for units of a line. */
export function refundedDifferences(
  {
    lines,
    returns,
    refunds,
  }: {
    lines: Pick<OrderView['lines'][number], 'taxPpm'>[];
    returns: Pick<ReturnView, 'id' | 'lines'>[];
    refunds: Pick<OrderRefundView, 'key' | 'status'>[];
  },
  position: number,
): RefundedBefore {
  const sum = { amountMinor: 0, taxMinor: 0 };
  for (const one of returns) {
    if (!wasDifferenceReturned({ refunds }, one)) continue;
    const exchange = one.lines.find((line) => line.position === position)?.exchange;
    const part = withTaxOf({ lines }, position, exchange?.refundedMinor ?? 0);
    sum.amountMinor += part.amountMinor;
    sum.taxMinor += part.taxMinor;
  }
  return sum;
}

/** A difference that was refunded for a line, with the tax in it that its credit note has. */
export function withTaxOf(
  { lines }: { lines: Pick<OrderView['lines'][number], 'taxPpm'>[] },
  position: number,
  amountMinor: number,
): RefundedBefore {
  return { amountMinor, taxMinor: taxOf(amountMinor, lines[position]?.taxPpm ?? 0, true) };
}

/** Whether a refund ended a return. */
export const wasRefunded = (
  order: { refunds: Pick<OrderRefundView, 'key' | 'status'>[] },
  one: { id: string },
): boolean => refundsOfReturn(order, one).some(({ status }) => status !== 'withdrawn');

/**
 * Units of a line whose refunds ended returns of exchanges: of this earlier return, or without
 * `ofReturnId` of any.
 */
export function refundedOfExchanges(
  { returns, refunds }: Pick<Exchangeable, 'returns' | 'refunds'>,
  position: number,
  ofReturnId?: string,
): number {
  return returns
    .filter((one) => one.ofReturnId !== null && (ofReturnId ?? one.ofReturnId) === one.ofReturnId)
    .flatMap((one) => refundsOfReturn({ refunds }, one))
    .filter(({ status }) => status !== 'withdrawn')
    .flatMap(({ lines }) => lines)
    .filter((part) => part.position === position)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Units of a line that may go out in exchange: those that were neither cancelled nor refunded, less
 * those for which another return has exchanges. Otherwise a customer would have the money and
 * another item. For a return of an exchange, they are those that this exchange sent.
 */
export function leftToExchange(
  order: Pick<Exchangeable, 'lines' | 'returns' | 'refunds'>,
  position: number,
  of: { id?: string; ofReturnId: string | null },
): number {
  const line = order.lines[position];
  if (!line) return 0;
  const exchanged = order.returns
    .filter(({ id, ofReturnId }) => id !== of.id && ofReturnId === of.ofReturnId)
    .flatMap((other) => other.lines)
    .filter((other) => other.position === position)
    .reduce((sum, { exchange }) => sum + (exchange ? exchange.quantity - exchange.released : 0), 0);
  if (of.ofReturnId !== null) {
    const earlier = order.returns.find(({ id }) => id === of.ofReturnId);
    const sent = sentUnits(earlier?.lines.find((each) => each.position === position)?.exchange);
    const refunded = refundedOfExchanges(order, position, of.ofReturnId);
    return Math.max(0, sent - refunded - exchanged);
  }
  const refunded = line.refundedQuantity - refundedOfExchanges(order, position);
  const gone = Math.max(refunded, line.cancelledQuantity);
  return Math.max(0, line.quantity - gone - exchanged);
}

/**
 * Whether all that was paid for an order was refunded, so that nothing of it is sent any more. The
 * database has it in `has_units_to_pack` and, once the refunds are carried out, in
 * `refunded_orders.share`. A test compares the three.
 */
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
