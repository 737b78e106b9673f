/** What staff read of a former price that customers don't see. */
export const FORMER_UNSEEN = 'Not above the price, so customers don’t see it.';

/**
 * Whether customers don't see a former price, because it is not above the price; the query of the
 * catalog leaves it out. It is allowed: staff are only told. Nothing is said of a missing price.
 */
export function isFormerUnseen(priceMinor: number | null, formerMinor: number | null): boolean {
  return priceMinor !== null && formerMinor !== null && formerMinor <= priceMinor;
}
