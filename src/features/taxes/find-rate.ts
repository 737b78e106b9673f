/** Finds the tax rate of a place and a category. Pure. */
import type { TaxRate } from '#shared/taxes.ts';
import { type Destination, fold } from '../delivery/delivery.ts';
import type { PlacedTaxRate, TaxSettings } from '../tax-settings.ts';

type Place = Pick<Destination, 'country' | 'region'>;

/**
 * The rate that applies; null for none. One of the region comes before one of the whole country,
 * and then one of the category before one of all. Without a category, only rates of all count.
 */
export function findRate(
  rates: readonly PlacedTaxRate[],
  to: Place,
  categoryId: string | null,
): PlacedTaxRate | null {
  const weightOf = (rate: PlacedTaxRate) => (rate.region ? 2 : 0) + (rate.categoryId ? 1 : 0);
  const fitting = rates.filter(
    (rate) =>
      rate.country === to.country &&
      (rate.region === null || (to.region !== null && fold(rate.region) === fold(to.region))) &&
      (rate.categoryId === null || rate.categoryId === categoryId),
  );
  return fitting.reduce<PlacedTaxRate | null>(
    (best, rate) => (best && weightOf(best) >= weightOf(rate) ? best : rate),
    null,
  );
}

/** The taxes at a destination. */
export interface TaxesThere {
  /** Whether the shop's prices include them. */
  isIncluded: boolean;
  rateOf(categoryId: string | null): TaxRate | null;
  shippingRate: TaxRate | null;
}

export function taxesAt({ pricesIncludeTax, rates }: TaxSettings, to: Place): TaxesThere {
  const ofShipping = findRate(rates, to, null);
  return {
    isIncluded: pricesIncludeTax,
    rateOf: (categoryId) => toRate(findRate(rates, to, categoryId)),
    shippingRate: toRate(ofShipping?.coversShipping ? ofShipping : null),
  };
}

const toRate = (rate: PlacedTaxRate | null): TaxRate | null =>
  rate && { name: rate.name, ratePpm: rate.ratePpm };
