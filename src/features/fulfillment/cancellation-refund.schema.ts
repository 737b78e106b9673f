import {
  proposedRefund,
  type Refundable,
  type RefundChoice,
} from '../orders/proposed-refund.schema.ts';

type Cancellable = Refundable & {
  lines: (Refundable['lines'][number] & { cancelledQuantity: number })[];
};

/**
 * What is refunded when units of an order are cancelled: the units, and the shipping too when
 * nothing was or will be shipped.
 */
export function cancellationChoice(
  { lines }: { lines: { quantity: number; cancelledQuantity: number }[] },
  cancelled: { position: number; quantity: number }[],
): RefundChoice {
  const units = new Map(cancelled.map(({ position, quantity }) => [position, quantity]));
  const shipping = lines.every(
    (line, position) => line.cancelledQuantity + (units.get(position) ?? 0) === line.quantity,
  );
  return { lines: cancelled, shipping };
}

/** The proposed refund, in minor units. Browsers compute it while staff choose units. */
export function proposedCancellationRefund(
  order: Cancellable,
  cancelled: { position: number; quantity: number }[],
): number {
  return proposedRefund(order, cancellationChoice(order, cancelled)).amountMinor;
}
