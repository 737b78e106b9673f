/**
 * What an exchange costs: the one place of the rule. The request, the form that offers variants, the
 * extra payment for a dearer variant, its waiver, and the refund when a return is received compute it
 * here. All amounts are in minor units. `extra_due_of` in the database says the same.
 */
import { taxOf } from '#shared/taxes.ts';
import type { OrderLineView, OrderView } from '../orders.schema.ts';
import type { ReturnItem, ReturnLineView } from './return-view.schema.ts';

/** The prices of a unit that comes back and of the one that goes out. */
export interface ExchangePrices {
  /** What was paid for a unit of what comes back. */
  paidUnitMinor: number;
  /** What a unit of the wanted variant costs when it is asked for, less what was waived of it. */
  unitPriceMinor: number;
  /** The rate of the tax that was paid in addition; 0 without one, or if the prices include it. */
  addedTaxPpm: number;
}

/** The prices of what comes back of a line of an order, and of a variant that is wanted for it. */
export function exchangePrices(
  { taxesIncluded }: Pick<OrderView, 'taxesIncluded'>,
  { taxPpm }: Pick<OrderLineView, 'taxPpm'>,
  { unitPriceMinor: paidUnitMinor }: Pick<ReturnItem, 'unitPriceMinor'>,
  { unitPriceMinor }: { unitPriceMinor: number },
): ExchangePrices {
  return { paidUnitMinor, unitPriceMinor, addedTaxPpm: taxesIncluded ? 0 : (taxPpm ?? 0) };
}

/**
 * The difference for so many units, with the tax of it that is paid in addition. Above zero it goes to
 * the customer; below zero the wanted variant is dearer, and the customer pays it.
 */
export function exchangeDifference(
  { paidUnitMinor, unitPriceMinor, addedTaxPpm }: ExchangePrices,
  units: number,
): number {
  const without = (paidUnitMinor - unitPriceMinor) * units;
  return without + Math.sign(without) * taxOf(Math.abs(without), addedTaxPpm, false);
}

/** Whether a variant costs more than was paid. */
export function isDearer(prices: ExchangePrices): boolean {
  return exchangeDifference(prices, 1) < 0;
}

type PricedOrder = Pick<OrderView, 'taxesIncluded'> & { lines: Pick<OrderLineView, 'taxPpm'>[] };

/** What the lines of a return cost more because their exchanges are dearer, without released units. */
export function extraOfLines(order: PricedOrder, lines: ReturnLineView[]): number {
  return lines.reduce((sum, line) => sum + extraOfLine(order, line, 0), 0);
}

/** How much more they would cost, if staff had waived nothing. */
export function waivedOfLines(order: PricedOrder, lines: ReturnLineView[]): number {
  const whole = lines.reduce(
    (sum, line) => sum + extraOfLine(order, line, line.exchange?.waivedUnitMinor ?? 0),
    0,
  );
  return whole - extraOfLines(order, lines);
}

function extraOfLine(
  order: PricedOrder,
  { position, item, exchange }: ReturnLineView,
  moreMinor: number,
): number {
  const line = order.lines[position];
  if (!line || !exchange) return 0;
  const unitPriceMinor = exchange.unitPriceMinor + moreMinor;
  const prices = exchangePrices(order, line, item, { unitPriceMinor });
  return Math.max(0, -exchangeDifference(prices, exchange.quantity - exchange.released));
}

/** The difference of a unit of a return's line, without tax, that may be waived; 0 without one. */
export function waivableOf({ item, exchange }: ReturnLineView): number {
  if (exchange?.state !== 'reserved') return 0;
  return Math.max(0, exchange.unitPriceMinor - item.unitPriceMinor);
}
