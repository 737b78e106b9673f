import type { OrderView } from '../orders/orders.schema.ts';

/**
 * What is proposed to be refunded, in minor units, when units of an order are cancelled: their
 * prices, and the shipping too when nothing was or will be shipped. Never more than may be refunded.
 * Browsers compute it while staff choose units.
 */
export function proposedRefund(
  {
    lines,
    shippingMinor,
    payment,
  }: Pick<OrderView, 'shippingMinor'> & {
    lines: Pick<OrderView['lines'][number], 'quantity' | 'cancelledQuantity' | 'unitPriceMinor'>[];
    payment: Pick<NonNullable<OrderView['payment']>, 'refundableMinor'> | null;
  },
  cancelled: { position: number; quantity: number }[],
): number {
  const units = new Map(cancelled.map(({ position, quantity }) => [position, quantity]));
  const goodsMinor = lines.reduce(
    (sum, line, position) => sum + line.unitPriceMinor * (units.get(position) ?? 0),
    0,
  );
  const isAll = lines.every(
    (line, position) => line.cancelledQuantity + (units.get(position) ?? 0) === line.quantity,
  );
  const wholeMinor = goodsMinor + (isAll ? shippingMinor : 0);
  return Math.min(wholeMinor, payment?.refundableMinor ?? 0);
}
