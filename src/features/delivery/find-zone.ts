/** Finds the zone of an address. Pure. */
import type { DeliveryPlace, DeliveryZone } from '../delivery-settings.ts';

/** Where an order goes, as far as it is known. */
export interface Destination {
  /** A code of ISO 3166-1. */
  country: string;
  region: string | null;
  city: string;
  postcode: string | null;
}

/** The first zone that a destination is in; null where the shop does not deliver. */
export function findZone(zones: readonly DeliveryZone[], to: Destination): DeliveryZone | null {
  const folded = { ...to, city: fold(to.city), postcode: plainPostcode(to.postcode ?? '') };
  const zone = zones.find(({ places }) => places.some((place) => isIn(place, folded)));
  return zone && zone.methods.length > 0 ? zone : null;
}

function isIn(place: DeliveryPlace, to: Destination & { postcode: string }): boolean {
  const { countries, region, cityWords, postcodeFrom, postcodeTo } = place;
  return (
    (countries.length === 0 || countries.includes(to.country)) &&
    (region === null || (to.region !== null && fold(to.region) === fold(region))) &&
    (cityWords.length === 0 || cityWords.some((word) => to.city.includes(fold(word)))) &&
    (postcodeFrom === null ||
      postcodeTo === null ||
      isBetween(to.postcode, postcodeFrom, postcodeTo))
  );
}

/** Compares the start of a postcode, so '10' to '19' is the range of 10115 and 19999. */
function isBetween(postcode: string, from: string, to: string): boolean {
  const start = postcode.slice(0, from.length);
  return start.length === from.length && start >= from && start <= to;
}

/** A postcode without spaces and hyphens, in capitals: 'sw1a 1aa' becomes 'SW1A1AA'. */
export function plainPostcode(text: string): string {
  return text.toUpperCase().replace(/[\s-]+/g, '');
}

/** The countries that have a place in a zone with a method; null means every country. */
export function countriesOf(zones: readonly DeliveryZone[]): string[] | null {
  const places = zones.filter(({ methods }) => methods.length > 0).flatMap(({ places }) => places);
  if (places.some(({ countries }) => countries.length === 0)) return null;
  return [...new Set(places.flatMap(({ countries }) => countries))];
}

/** Removes capitals and accents, and unifies letters that Unicode can write in several ways. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');
}
