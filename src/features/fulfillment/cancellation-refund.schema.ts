import type { OrderLineView } from '../orders/orders.schema.ts';
import {
  proposedRefund,
  type Refundable,
  type RefundChoice,
} from '../orders/proposed-refund.schema.ts';
import { refundedToShip, type ShippedLine } from '../orders/to-ship.schema.ts';

type CancellableLine = ShippedLine &
  Pick<OrderLineView, 'quantity' | 'lineTotalMinor' | 'refundedMinor'>;

type Cancellable = Refundable & { lines: (Refundable['lines'][number] & CancellableLine)[] };

/**
 * What is refunded when units of an order are cancelled: the units, and the shipping too when
 * nothing was or will be shipped. Units whose price was refunded before are cancelled first, and
 * refunded no second time.
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
    return { position, quantity: quantity - Math.min(quantity, line ? paidBack(line) : 0) };
  });
  return { lines: toRefund.filter(({ quantity }) => quantity > 0), shipping };
}

/** Units to be shipped that were refunded, if refunds have paid back their whole price. */
function paidBack(line: CancellableLine): number {
  const { quantity, lineTotalMinor, refundedQuantity, refundedMinor } = line;
  const isWhole = refundedMinor * quantity >= lineTotalMinor * refundedQuantity;
  return isWhole ? refundedToShip(line) : 0;
}

/** The proposed refund, in minor units. Browsers compute it while staff choose units. */
export function proposedCancellationRefund(
  order: Cancellable,
  cancelled: { position: number; quantity: number }[],
): number {
  return proposedRefund(order, cancellationChoice(order, cancelled)).amountMinor;
}
