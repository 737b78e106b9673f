/** What delivery in the shop's own country costs, for people whose address is not known. Pure. */
import type { DeliveryMethod, DeliveryPlace, DeliveryZone } from '../delivery-settings.ts';

export interface HomeDelivery {
  /** The lowest and the highest price below the amount from which it costs nothing. */
  lowestMinor: number;
  highestMinor: number;
  /** The order value from which it costs nothing everywhere in the country. */
  freeFromMinor: number | null;
  /** Working days from dispatch to arrival; null if a zone does not say them. */
  days: { from: number; to: number } | null;
}

/**
 * Sums up the cheapest parcel of each zone that is in this country. Null where no parcel goes there.
 */
export function homeDelivery(zones: readonly DeliveryZone[], home: string): HomeDelivery | null {
  const parcels = zonesIn(zones, home).flatMap(({ methods }) => cheapestParcel(methods));
  if (parcels.length === 0) return null;
  const prices = parcels.map(pricesOf);
  const rates = prices.flatMap(({ ratesMinor }) => ratesMinor);
  const freeFrom = prices.flatMap(({ freeFromMinor }) => freeFromMinor ?? []);
  const from = parcels.flatMap(({ daysFrom }) => daysFrom ?? []);
  const to = parcels.flatMap(({ daysTo }) => daysTo ?? []);
  const haveDays = from.length === parcels.length && to.length === parcels.length;
  return {
    lowestMinor: Math.min(...rates),
    highestMinor: Math.max(...rates),
    freeFromMinor: freeFrom.length === parcels.length ? Math.max(...freeFrom) : null,
    days: haveDays ? { from: Math.min(...from), to: Math.max(...to) } : null,
  };
}

/** The zones of a country, up to the first one that has all of it: later ones apply to nobody. */
function zonesIn(zones: readonly DeliveryZone[], home: string): readonly DeliveryZone[] {
  const placesIn = ({ places }: DeliveryZone) =>
    places.filter(({ countries }) => countries.length === 0 || countries.includes(home));
  const whole = zones.findIndex((zone) => placesIn(zone).some(isWholeCountry));
  const before = whole < 0 ? zones : zones.slice(0, whole + 1);
  return before.filter((zone) => placesIn(zone).length > 0);
}

const isWholeCountry = ({ region, cityWords, postcodeFrom }: DeliveryPlace) =>
  region === null && cityWords.length === 0 && postcodeFrom === null;

/** As `cheapestOf` preselects for a small order; picking up is no delivery. */
function cheapestParcel(methods: readonly DeliveryMethod[]): DeliveryMethod[] {
  const parcels = methods.filter(({ kind }) => kind !== 'pick_up');
  return parcels.toSorted((a, b) => a.rateMinor - b.rateMinor).slice(0, 1);
}

/** The prices of a method, and from which order value it costs nothing. */
function pricesOf({ kind, rateMinor, steps, freeFromMinor }: DeliveryMethod): {
  ratesMinor: number[];
  freeFromMinor: number | null;
} {
  const last = steps.at(-1);
  const isFreeAtLast = kind === 'by_value' && last?.rateMinor === 0;
  const free = isFreeAtLast ? Math.min(last.from, freeFromMinor ?? last.from) : freeFromMinor;
  const usesSteps = kind === 'by_weight' || kind === 'by_value';
  const ofSteps = usesSteps ? steps.filter((step) => !isFreeAtLast || step !== last) : [];
  const ratesMinor = [rateMinor, ...ofSteps.map((step) => step.rateMinor)];
  return { ratesMinor, freeFromMinor: ratesMinor.every((rate) => rate === 0) ? 0 : free };
}
