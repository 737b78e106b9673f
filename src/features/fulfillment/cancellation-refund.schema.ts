import type { OrderLineView } from '../orders/orders.schema.ts';
import {
  proposedRefund,
  type Refundable,
  type RefundChoice,
} from '../orders/refunds/proposed-refund.schema.ts';

type CancellableLine = Pick<
  OrderLineView,
  'quantity' | 'cancelledQuantity' | 'refundedToShipQuantity'
>;

type Cancellable = Refundable & { lines: (Refundable['lines'][number] & CancellableLine)[] };

/**
 * What is refunded when units of an order are cancelled: the units, and the shipping too when
 * nothing was or will be shipped. Units whose price was refunded before are cancelled first, and
 * refunded no second time. A line that is cancelled as a whole gives back all that is left of its
 * price; one that was cancelled in part before does not, because staff may have kept a part.
 */
export function cancellationChoice(
  { lines }: { lines: CancellableLine[] },
  cancelled: { position: number; quantity: number }[],
): RefundChoice {
  const units = new Map(cancelled.map(({ position, quantity }) => [position, quantity]));
  const shipping = lines.every(
    (line, position) => line.cancelledQuantity + (units.get(position) ?? 0) === line.quantity,
  );
  const toRefund = cancelled.map(({ position, quantity }) => {
    const line = lines[position];
    if (line?.cancelledQuantity === 0 && quantity === line.quantity) {
      return { position, quantity, isWholeLine: true };
    }
    const refunded = line?.refundedToShipQuantity ?? 0;
    return { position, quantity: quantity - Math.min(quantity, refunded) };
  });
  return { lines: toRefund.filter(({ quantity }) => quantity > 0), shipping };
}

/** The proposed refund, in minor units. Browsers compute it while staff choose units. */
export function proposedCancellationRefund(
  order: Cancellable,
  cancelled: { position: number; quantity: number }[],
): number {
  return proposedRefund(order, cancellationChoice(order, cancelled)).amountMinor;
}
