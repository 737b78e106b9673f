/** What customers can choose from: methods with prices and days. Pure. */
import type { DeliveryMethod, DeliverySettings, DeliveryZone } from '../delivery-settings.ts';
import { type Arrival, arrivalOf, daysInWords } from './arrival.ts';
import { type Destination, findZone } from './find-zone.ts';

/** What is sent. It has only what prices depend on. */
export interface Parcel {
  subtotalMinor: number;
  /** Variants without a weight count as 0. */
  weightGrams: number;
}

/** A method as it is offered for an order. */
export interface DeliveryOption {
  id: string;
  name: string;
  note: string | null;
  isPickUp: boolean;
  priceMinor: number;
  arrival: Arrival | null;
  /** Such as 'Arrives Tuesday 24 to Thursday 26 November'; null for a method without days. */
  arrives: string | null;
}

/** The methods for a destination in the order of staff; empty where the shop does not deliver. */
export function optionsFor(
  settings: DeliverySettings,
  to: Destination,
  parcel: Parcel,
  clock: { now: Date; timeZone: string },
): { zone: DeliveryZone | null; options: DeliveryOption[] } {
  const zone = findZone(settings.zones, to);
  const options = (zone?.methods ?? []).map((method): DeliveryOption => {
    const { id, name, note, kind } = method;
    const isPickUp = kind === 'pick_up';
    const arrival = arrivalOf(method, settings.times, clock.now, clock.timeZone);
    return {
      ...{ id, name, note, isPickUp, arrival },
      priceMinor: priceOf(method, parcel),
      arrives: arrival && arrivesInWords({ isPickUp, ...arrival }),
    };
  });
  return { zone, options };
}

/** The price of a method for a parcel, in minor units. */
export function priceOf(method: DeliveryMethod, { subtotalMinor, weightGrams }: Parcel): number {
  const { kind, rateMinor, freeFromMinor, steps } = method;
  if (freeFromMinor !== null && subtotalMinor >= freeFromMinor) return 0;
  if (kind !== 'by_weight' && kind !== 'by_value') return rateMinor;
  const amount = kind === 'by_weight' ? weightGrams : subtotalMinor;
  return steps.findLast(({ from }) => from <= amount)?.rateMinor ?? rateMinor;
}

/**
 * The cheapest option, the first of equal ones. Picking up is preselected only where there is
 * nothing else, because it costs nothing and most people want a parcel.
 */
export function cheapestOf(options: readonly DeliveryOption[]): DeliveryOption | null {
  const parcels = options.filter(({ isPickUp }) => !isPickUp);
  const [first, ...others] = parcels.length > 0 ? parcels : options;
  if (!first) return null;
  return others.reduce((best, next) => (next.priceMinor < best.priceMinor ? next : best), first);
}

/** The option with this id or name; null when it is not offered. */
export function findOption(
  options: readonly DeliveryOption[],
  wanted: string | null,
): DeliveryOption | null {
  return options.find(({ id, name }) => wanted === id || wanted === name) ?? null;
}

/** When an order arrives, or can be picked up, in words. */
export function arrivesInWords({
  isPickUp,
  from,
  to,
}: {
  isPickUp: boolean;
  from: string;
  to: string;
}): string {
  return `${isPickUp ? 'Ready to pick up' : 'Arrives'} ${daysInWords(from, to)}`;
}
