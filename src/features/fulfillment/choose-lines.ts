import { AppError } from '#shared/errors.ts';
import { linesToPack } from '../orders/lists/to-ship.schema.ts';
import type { OrderView } from '../orders/orders.schema.ts';
import { type ChosenLine, findLines } from '../orders/orders.ts';
import type { RequestedLine } from '../orders/refunds/requested-lines.schema.ts';

/**
 * The lines of a parcel: those that are asked for; without `requested`, all that is still to be
 * shipped and was not refunded. 409 `already_shipped`, 422 as for `chooseLines`.
 */
export function chooseForParcel(order: OrderView, requested?: RequestedLine[]): ChosenLine[] {
  if (requested) return chooseLines(order, requested);
  const lines = linesToPack(order);
  if (lines.length > 0) return lines;
  if (chooseLines(order).length > 0) {
    throw new AppError(
      'already_shipped',
      'All that is left of this order was refunded. Please cancel it, or choose the items to ship them all the same.',
    );
  }
  return lines;
}

/**
 * The lines that are asked for; without `requested`, all that is still to be shipped. 409
 * `already_shipped` when fewer units remain; 422 for a SKU that the order does not have.
 */
export function chooseLines(order: OrderView, requested?: RequestedLine[]): ChosenLine[] {
  if (!requested) {
    const rest = order.lines
      .map(({ unfulfilledQuantity: quantity }, position) => ({ position, quantity }))
      .filter(({ quantity }) => quantity > 0);
    if (rest.length > 0) return rest;
    throw new AppError('already_shipped', 'This order has nothing left to ship.');
  }
  return findLines(
    order,
    requested,
    ({ unfulfilledQuantity }) => unfulfilledQuantity,
    (sku, left) => {
      const most = left === 0 ? 'No units' : `At most ${left}`;
      return new AppError('already_shipped', `${most} of ${sku} can still be shipped.`, {
        details: { sku, left },
      });
    },
  );
}
