import { AppError } from '#shared/errors.ts';
import type { AskedLine } from '../orders/asked-lines.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { type ChosenLine, findLines } from '../orders/orders.ts';

/**
 * The lines that are asked for; without `asked`, all that is still to be shipped. 409
 * `already_shipped` when fewer units remain; 422 for a SKU that the order does not have.
 */
export function chooseLines(order: OrderView, asked?: AskedLine[]): ChosenLine[] {
  if (!asked) {
    const rest = order.lines
      .map(({ unfulfilledQuantity: quantity }, position) => ({ position, quantity }))
      .filter(({ quantity }) => quantity > 0);
    if (rest.length > 0) return rest;
    throw new AppError('already_shipped', 'This order has nothing left to ship.');
  }
  return findLines(
    order,
    asked,
    ({ unfulfilledQuantity }) => unfulfilledQuantity,
    (sku, left) => {
      const most = left === 0 ? 'No units' : `At most ${left}`;
      return new AppError('already_shipped', `${most} of ${sku} can still be shipped.`, {
        details: { sku, left },
      });
    },
  );
}
