import type { OrderView } from '../orders/orders.schema.ts';
import { sentUnits, takenBack } from '../orders/returns/exchange-units.schema.ts';
import type { ReturnView } from '../orders/returns/return-view.schema.ts';

type Delivered = Pick<OrderView, 'lines' | 'returns' | 'fulfillments'>;

/**
 * Units of a line that were delivered and have not come back: bought ones, or those that the exchange
 * of an earlier return sent.
 */
export function leftToReturn(
  order: Delivered,
  position: number,
  ofReturnId: string | null,
): number {
  if (ofReturnId !== null) return leftOfExchange(order, position, ofReturnId);
  const line = order.lines[position];
  if (!line) return 0;
  const { deliveredQuantity, fulfilledQuantity, restockedQuantity, returnedQuantity } = line;
  return Math.max(
    0,
    Math.min(deliveredQuantity, fulfilledQuantity - restockedQuantity) - returnedQuantity,
  );
}

/**
 * Units of a line that the customer can send back: those of `leftToReturn`, but none of a final
 * sale, which only staff take back, and none of what was sent in exchange for one.
 */
export function leftForCustomer(
  order: Delivered,
  position: number,
  ofReturnId: string | null,
): number {
  return order.lines[position]?.isFinalSale ? 0 : leftToReturn(order, position, ofReturnId);
}

function leftOfExchange(
  { returns, fulfillments }: Delivered,
  position: number,
  ofReturnId: string,
): number {
  const one = returns.find(({ id }) => id === ofReturnId);
  const exchange = one?.lines.find((line) => line.position === position)?.exchange;
  const parcel = fulfillments.find(({ id }) => id === exchange?.fulfillmentId);
  if (!exchange || !parcel?.deliveredAt) return 0;
  const back = returns
    .filter((other) => other.ofReturnId === ofReturnId)
    .flatMap((other) =>
      other.lines
        .filter((line) => line.position === position)
        .map((line) => takenBack(other, line)),
    );
  return Math.max(
    0,
    back.reduce((sum, units) => sum - units, sentUnits(exchange)),
  );
}

/** What can come back: bought items, as null, and each return whose exchange was sent. */
export function returnSources(order: Pick<OrderView, 'returns'>): (string | null)[] {
  return [null, ...sentExchanges(order).map(({ id }) => id)];
}

/** The returns whose exchanges were sent, so that they may come back. */
export function sentExchanges({ returns }: Pick<OrderView, 'returns'>): ReturnView[] {
  return returns.filter(({ lines }) => lines.some(({ exchange }) => exchange?.state === 'sent'));
}
