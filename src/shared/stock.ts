/** What stock means for customers: the rules, and the sentences that several places show. */

export function isSoldOut(units: number): boolean {
  return units === 0;
}

/**
 * Whether there are this many units or fewer, but not none. `at` is the number of the shop or the
 * variant.
 */
export function isFew(units: number, at: number): boolean {
  return !isSoldOut(units) && units <= at;
}

interface Stocked {
  available: number;
}

/** How many units these variants have together. */
export function unitsOf(variants: Stocked[]): number {
  return variants.reduce((sum, { available }) => sum + available, 0);
}

export function soldOutOf<Variant extends Stocked>(variants: Variant[]): Variant[] {
  return variants.filter(({ available }) => isSoldOut(available));
}

/** True when none of these variants can be bought. */
export function allSoldOut(variants: Stocked[]): boolean {
  return variants.every(({ available }) => isSoldOut(available));
}

export function isShort(units: number, wanted: number): boolean {
  return units < wanted;
}

export const SOLD_OUT = 'That one is sold out.';
export const GONE = 'That product is no longer in the shop.';
