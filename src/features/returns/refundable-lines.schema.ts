/** What the refund of a return is for. The call and the page compute it here. */

import type { OrderView } from '../orders/orders.schema.ts';
import {
  earlierDifferences,
  givenBack,
  lowerShare,
  refundedBelow,
  sharesOf,
} from '../orders/payment/paid-parts.schema.ts';
import { proposedRefund, type RefundChoice } from '../orders/refunds/proposed-refund.schema.ts';
import {
  isRefundWithdrawn,
  type RefundedBefore,
  refundedOfExchanges,
  sentUnits,
  wasDifferenceReturned,
  withTaxOf,
} from '../orders/returns/exchange-units.schema.ts';
import { earlierReturns } from '../orders/returns/exchanged-items.schema.ts';
import type {
  ExtraReturnView,
  ReturnLineView,
  ReturnView,
} from '../orders/returns/return-view.schema.ts';

/**
 * The units that arrived with a return and were neither refunded nor exchanged.
 * - A refund of a line does not say which units it is for. So no more units are refundable than came
 *   back to the shop, less all that were refunded. Units that are still to be shipped don't count.
 * - Units of exchanges are refunded by their own returns alone, and no more of them than came back
 *   for them before. Otherwise a customer would have the money and an earlier item.
 */
export function refundableLines(
  order: Pick<OrderView, 'lines' | 'returns' | 'refunds'>,
  one: Pick<ReturnView, 'ofReturnId' | 'lines'>,
): { position: number; quantity: number }[] {
  const earlier = earlierReturns(order.returns, one.ofReturnId);
  return one.lines.flatMap((each) => {
    const { position } = each;
    const line = order.lines[position];
    if (!line) return [];
    const came = order.returns
      .filter(({ ofReturnId }) => ofReturnId === null)
      .flatMap((other) => other.lines)
      .filter((other) => other.position === position)
      .reduce((sum, other) => sum + cameForMoney(other), 0);
    const back = came + line.cancelledQuantity + line.restockedQuantity;
    const ofOthers = refundedOfExchanges(order, position) + line.refundedToShipQuantity;
    const refunded = line.refundedQuantity - ofOthers;
    const left = one.ofReturnId === null ? back - refunded : line.quantity - line.refundedQuantity;
    const leftOfEarlier = earlier.map(
      (before) => receivedIn(before, position) - refundedBelow(order, before.id, position),
    );
    const quantity = Math.min(cameForMoney(each), left, ...leftOfEarlier);
    return quantity > 0 ? [{ position, quantity }] : [];
  });
}

/**
 * Whether the item that something was sent for is on its way. Its arrival refunds the difference, and
 * nobody knows yet whether it comes, so what was sent for it is not refunded before.
 */
export function awaitsEarlierItem(
  { returns }: Pick<OrderView, 'returns'>,
  { ofReturnId }: Pick<ReturnView, 'ofReturnId'>,
): boolean {
  return earlierReturns(returns, ofReturnId).some(({ state }) => state === 'in_transit');
}

/**
 * What comes back was sent in exchange for earlier items. Tells whether all of these came. If not, the
 * customer still has one, so nothing is refunded without staff.
 */
export function haveEarlierItemsCome(
  { returns }: Pick<OrderView, 'returns'>,
  { ofReturnId }: Pick<ReturnView, 'ofReturnId'>,
  position: number,
): boolean {
  return earlierReturns(returns, ofReturnId).every((before) => {
    const line = before.lines.find((each) => each.position === position);
    return receivedIn(before, position) >= sentUnits(line?.exchange);
  });
}

function receivedIn({ lines }: Pick<ReturnView, 'lines'>, position: number): number {
  return lines.find((line) => line.position === position)?.received ?? 0;
}

/** Units of a return's line that came, less those for which something else goes out. */
export function cameForMoney({
  received,
  exchange,
}: Pick<ReturnLineView, 'received' | 'exchange'>): number {
  return (received ?? 0) - exchangedUnits({ received, exchange });
}

/** Units of a return's line that came and are exchanged. */
export function exchangedUnits({
  received,
  exchange,
}: Pick<ReturnLineView, 'received' | 'exchange'>): number {
  return exchange ? Math.min(received ?? 0, exchange.quantity - exchange.released) : 0;
}

/** What the refund of a return takes from the payments. */
export interface ReturnRefund {
  /** From the order's own payment. */
  orderMinor: number;
  /** From extra payments of earlier exchanges. */
  extras: ExtraReturnView[];
  /** The whole refund, as far as it is left. */
  amountMinor: number;
}

/**
 * The refund of a return. Without `amountMinor` it is the price of what arrived for money, less the
 * differences that were refunded for its exchanges. An amount is taken from the order's payment first,
 * because that refund says which units it is for. So is what exceeds all payments.
 */
export function refundOfReturn(
  order: OrderView,
  one: ReturnView,
  { shipping, amountMinor }: { shipping: boolean; amountMinor: number | null },
): ReturnRefund {
  const lines = chosenOf(order, one);
  const proposedMinor = proposedRefund(order, { lines, shipping }).amountMinor;
  const shares = sharesOf(
    order,
    lines.flatMap((units) => givenBack(order, one, units, { kind: 'refund', toMinor: 0 }).extras),
  );
  const sum = shares.reduce((all, { availableMinor }) => all + availableMinor, 0);
  if (amountMinor === null) {
    const extras = shares.flatMap(({ parts }) => parts);
    return { orderMinor: proposedMinor, extras, amountMinor: proposedMinor + sum };
  }
  let left = Math.max(0, amountMinor - proposedMinor);
  const extras = shares.flatMap((share) => {
    const taken = Math.min(left, share.availableMinor);
    left -= taken;
    // What is kept now can still go back, if this refund is withdrawn and made again.
    return taken === 0 ? [] : lowerShare(share, taken);
  });
  return { orderMinor: Math.min(amountMinor, proposedMinor) + left, extras, amountMinor };
}

/**
 * What is left of a return whose refund was withdrawn after extra payments had given back their part,
 * which is not withdrawn. Null for any other return, of which more may be refunded than its price.
 */
export function leftAfterExtras(
  order: OrderView,
  one: ReturnView,
  { shipping }: { shipping: boolean },
): number | null {
  const gaveBack = one.extraReturns.some(({ kind }) => kind === 'refund');
  if (!gaveBack || !isRefundWithdrawn(order, one)) return null;
  return refundOfReturn(order, one, { shipping, amountMinor: null }).amountMinor;
}

/** What the refund of a return is for, with what was refunded for its exchanges before. */
export function chosenOf(order: OrderView, one: ReturnView): RefundChoice['lines'] {
  return refundableLines(order, one).map((units) => {
    const wasReturned = (id: string) => wasDifferenceReturned(order, { id });
    const earlier = earlierDifferences(order, one, units, wasReturned);
    const own = refundedDifference(order, one, units.position);
    const before = {
      amountMinor: earlier.amountMinor + own.amountMinor,
      taxMinor: earlier.taxMinor + own.taxMinor,
    };
    return { ...units, before };
  });
}

/** The proposed refund of a return. */
export function proposedReturnRefund(
  order: OrderView,
  one: ReturnView,
  { shipping }: { shipping: boolean },
): number {
  return refundOfReturn(order, one, { shipping, amountMinor: null }).amountMinor;
}

/** The difference that was refunded for the exchange of a line which was cancelled afterwards. */
function refundedDifference(
  order: Pick<OrderView, 'lines' | 'refunds'>,
  one: Pick<ReturnView, 'id' | 'lines'>,
  position: number,
): RefundedBefore {
  const exchange = one.lines.find((line) => line.position === position)?.exchange;
  const isCounted = exchange?.state === 'released' && wasDifferenceReturned(order, one);
  return withTaxOf(order, position, isCounted ? exchange.refundedMinor : 0);
}
