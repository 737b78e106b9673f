/**
 * What an exchange costs: the one place of the rule. The request, the form that offers variants, and
 * the refund when a return is received compute it here. All amounts are in minor units.
 */

/** The prices of a unit that comes back and of the one that goes out. */
export interface ExchangePrices {
  /** What was paid for a unit of the line. */
  paidUnitMinor: number;
  /** What a unit of the wanted variant costs when it is asked for. */
  unitPriceMinor: number;
}

/**
 * The difference for so many units. Above zero it goes to the customer; below zero the wanted variant
 * is dearer, and there is no exchange.
 */
export function exchangeDifference(
  { paidUnitMinor, unitPriceMinor }: ExchangePrices,
  units: number,
): number {
  return (paidUnitMinor - unitPriceMinor) * units;
}

/** Whether a variant is too dear to be had in exchange. */
export function isTooDear(prices: ExchangePrices): boolean {
  return exchangeDifference(prices, 1) < 0;
}
