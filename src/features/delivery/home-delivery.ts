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
 * Sums up what people pay in each zone that is in this country, if they choose the cheapest parcel.
 * Null where no parcel goes there.
 */
export function homeDelivery(zones: readonly DeliveryZone[], home: string): HomeDelivery | null {
  const served = zonesIn(zones, home)
    .map(({ methods }) => methods.filter(({ kind }) => kind !== 'pick_up'))
    .filter((parcels) => parcels.length > 0);
  if (served.length === 0) return null;
  const prices = served.map(pricesOfCheapest);
  const freeFrom = prices.flatMap(({ freeFromMinor }) => freeFromMinor ?? []);
  const usual = served.flatMap(cheapestParcel);
  const from = usual.flatMap(({ daysFrom }) => daysFrom ?? []);
  const to = usual.flatMap(({ daysTo }) => daysTo ?? []);
  const haveDays = from.length === usual.length && to.length === usual.length;
  return {
    lowestMinor: Math.min(...prices.map(({ lowestMinor }) => lowestMinor)),
    highestMinor: Math.max(...prices.map(({ highestMinor }) => highestMinor)),
    freeFromMinor: freeFrom.length === served.length ? Math.max(...freeFrom) : null,
    days: haveDays ? { from: Math.min(...from), to: Math.max(...to) } : null,
  };
}

/** The bounds of the price of the cheapest of these: none costs more than each of them at most. */
function pricesOfCheapest(parcels: readonly DeliveryMethod[]) {
  const prices = parcels.map(pricesOf);
  const free = prices.flatMap(({ freeFromMinor }) => freeFromMinor ?? []);
  return {
    lowestMinor: Math.min(...prices.flatMap(({ ratesMinor }) => ratesMinor)),
    highestMinor: Math.min(...prices.map(({ ratesMinor }) => Math.max(...ratesMinor))),
    freeFromMinor: free.length > 0 ? Math.min(...free) : null,
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

/** As `cheapestOf` preselects for a small order. */
function cheapestParcel(methods: readonly DeliveryMethod[]): DeliveryMethod[] {
  return methods.toSorted((a, b) => a.rateMinor - b.rateMinor).slice(0, 1);
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
  // A step by value from which it costs nothing anyway never applies.
  const applies = ({ from }: { from: number }) =>
    kind === 'by_weight' || from < (free ?? Number.POSITIVE_INFINITY);
  const ofSteps = usesSteps ? steps.filter(applies) : [];
  const ratesMinor = [rateMinor, ...ofSteps.map((step) => step.rateMinor)];
  return { ratesMinor, freeFromMinor: ratesMinor.every((rate) => rate === 0) ? 0 : free };
}
