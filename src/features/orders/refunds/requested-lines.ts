import { AppError } from '#shared/errors.ts';
import type { OrderLineView, OrderView } from '../orders.schema.ts';
import type { RequestedLine } from './requested-lines.schema.ts';

/** Units of the order's line at a position. */
export interface ChosenLine {
  position: number;
  quantity: number;
}

/**
 * The lines of an order that a request names. Each has no more units than `leftOf` returns;
 * otherwise it throws the refusal of `tooMany`. 422 for a SKU that the order does not have.
 */
export function findLines<T extends RequestedLine>(
  order: OrderView,
  requested: T[],
  leftOf: (line: OrderLineView) => number,
  tooMany: (sku: string, left: number) => AppError,
): (T & ChosenLine)[] {
  return requested.map((one) => {
    const position = order.lines.findIndex(({ sku }) => sku === one.sku);
    const line = order.lines[position];
    if (!line) {
      throw new AppError('invalid_request', `This order has no line with the SKU ${one.sku}.`);
    }
    const left = leftOf(line);
    if (one.quantity > left) throw tooMany(one.sku, left);
    return { ...one, position };
  });
}

/** Whether a repeated request asks for the same lines as the first one. */
export function isSameChoice(
  order: OrderView,
  chosen: ChosenLine[],
  requested: RequestedLine[] | undefined,
): boolean {
  if (!requested) return true;
  const before = new Map(
    chosen.map(({ position, quantity }) => [order.lines[position]?.sku, quantity]),
  );
  return (
    requested.length === before.size &&
    requested.every(({ sku, quantity }) => before.get(sku) === quantity)
  );
}

/** The variants of lines, with their units. */
export function variantsOf(
  order: OrderView,
  lines: ChosenLine[],
): { variantId: string; quantity: number }[] {
  return lines.map(({ position, quantity }) => {
    const line = order.lines[position];
    if (!line) throw new Error(`Order ${order.id} has no line ${position}.`);
    return { variantId: line.variantId, quantity };
  });
}
