import { AppError } from '#shared/errors.ts';
import type { OrderView } from '../orders/orders.schema.ts';

/** Units of a line of an order, which is named by its SKU. */
export interface AskedLine {
  sku: string;
  quantity: number;
}

/** Units of the order's line at a position. */
export interface ChosenLine {
  position: number;
  quantity: number;
}

/**
 * The lines that are asked for, or without `asked` all that is still to be shipped. 409
 * `already_shipped` when less is left; 422 for a SKU that the order does not have.
 */
export function chooseLines(order: OrderView, asked: AskedLine[] | undefined): ChosenLine[] {
  const open = order.lines.map((line, position) => ({ ...line, position }));
  if (!asked) {
    const rest = open.filter(({ unfulfilledQuantity }) => unfulfilledQuantity > 0);
    if (rest.length > 0) {
      return rest.map(({ position, unfulfilledQuantity: quantity }) => ({ position, quantity }));
    }
    throw new AppError('already_shipped', 'Nothing of this order is left to be shipped.');
  }
  return asked.map(({ sku, quantity }) => {
    const line = open.find((one) => one.sku === sku);
    if (!line) throw new AppError('invalid_request', `This order has no line with the SKU ${sku}.`);
    const { unfulfilledQuantity: left, position } = line;
    if (quantity <= left) return { position, quantity };
    const most = left === 0 ? 'Nothing' : `At most ${left}`;
    throw new AppError('already_shipped', `${most} of ${sku} is left to be shipped.`, {
      details: { sku, left },
    });
  });
}

/** Whether a request that is repeated asks for the lines that it chose before. */
export function isSameChoice(
  order: OrderView,
  chosen: ChosenLine[],
  asked: AskedLine[] | undefined,
): boolean {
  if (!asked) return true;
  const before = new Map(
    chosen.map(({ position, quantity }) => [order.lines[position]?.sku, quantity]),
  );
  return (
    asked.length === before.size && asked.every(({ sku, quantity }) => before.get(sku) === quantity)
  );
}
