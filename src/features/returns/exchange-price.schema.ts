/**
 * What an exchange costs: the one place of the rule. The request, the form that offers variants, and
 * the refund when a return is received compute it here. All amounts are in minor units.
 */
import { taxOf } from '#shared/taxes.ts';
import type { OrderLineView, OrderView } from '../orders/orders.schema.ts';

/** The prices of a unit that comes back and of the one that goes out. */
export interface ExchangePrices {
  /** What was paid for a unit of the line. */
  paidUnitMinor: number;
  /** What a unit of the wanted variant costs when it is asked for. */
  unitPriceMinor: number;
  /** The rate of the tax that was paid in addition; 0 without one, or if the prices include it. */
  addedTaxPpm: number;
}

/** The prices of a line of an order, and of a variant that is wanted for it. */
export function exchangePrices(
  { taxesIncluded }: Pick<OrderView, 'taxesIncluded'>,
  { unitPriceMinor: paidUnitMinor, taxPpm }: Pick<OrderLineView, 'unitPriceMinor' | 'taxPpm'>,
  { unitPriceMinor }: { unitPriceMinor: number },
): ExchangePrices {
  return { paidUnitMinor, unitPriceMinor, addedTaxPpm: taxesIncluded ? 0 : (taxPpm ?? 0) };
}

/**
 * The difference for so many units, with the tax that was paid for it. Above zero it goes to the
 * customer; below zero the wanted variant is dearer, and there is no exchange.
 */
export function exchangeDifference(
  { paidUnitMinor, unitPriceMinor, addedTaxPpm }: ExchangePrices,
  units: number,
): number {
  const differenceMinor = (paidUnitMinor - unitPriceMinor) * units;
  if (differenceMinor <= 0) return differenceMinor;
  return differenceMinor + taxOf(differenceMinor, addedTaxPpm, false);
}

/** Whether a variant is too dear to be had in exchange. */
export function isTooDear(prices: ExchangePrices): boolean {
  return exchangeDifference(prices, 1) < 0;
}
