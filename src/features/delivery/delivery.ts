/**
 * Owns where the shop delivers to, by which methods, at which price and in how many days. Promises:
 * the first zone that an address is in applies; prices are whole minor units; a change by staff
 * applies from the next request on, in every process, and is in the audit log.
 */
import { inTransaction, lockInTransaction } from '#db/client.ts';
import { AppError } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { ShopConfig } from '#shared/shop-config.ts';
import type { Address } from '../addresses/addresses.schema.ts';
import { cityOf, countryCodes, countryName, isCountry } from '../addresses/addresses.ts';
import type { Ctx } from '../context.ts';
import type { DeliverySettings, DeliveryZone } from '../delivery-settings.ts';
import { defaultTimes, defaultZones } from './default-zones.ts';
import type { Estimated, OptionsQuery } from './delivery.schema.ts';
import {
  insertTimes,
  insertZone,
  isSetUp,
  replaceMethods,
  replacePlaces,
} from './delivery.store.ts';
import { countriesOf, type Destination } from './find-zone.ts';
import { type HomeDelivery, homeDelivery } from './home-delivery.ts';
import { cheapestOf, type DeliveryOption, optionsFor, type Parcel } from './options.ts';

export { type Arrival, clockOf } from './arrival.ts';
export { methodInWords, placeInWords } from './differences.ts';
export {
  addZone,
  editTimes,
  editZone,
  getDeliverySettings,
  getZone,
  removeZone,
  reorderZones,
} from './edit-zones.ts';
export { type Destination, fold } from './find-zone.ts';
export {
  arrivesInWords,
  cheapestOf,
  type DeliveryOption,
  findOption,
  type Parcel,
} from './options.ts';
export { createDeliveryReader } from './read-settings.ts';

/**
 * Writes the zones of `shop.config.ts` into a database that has none yet. Later starts leave them
 * alone.
 */
export async function setUpDelivery(ctx: Ctx): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockInTransaction(tx, 'delivery');
    if (await isSetUp(tx)) return;
    for (const [position, { name, places, methods }] of defaultZones(ctx.shop.shipping).entries()) {
      const id = newId('zon');
      await insertZone(tx, { id, name, position });
      await replacePlaces(tx, id, places);
      await replaceMethods(
        tx,
        id,
        methods.map((method) => ({ ...method, id: newId('dlv') })),
      );
    }
    await insertTimes(tx, defaultTimes(ctx.shop.shipping));
  });
  await ctx.delivery.read(ctx.db);
}

/** The methods for a destination now; empty where the shop does not deliver. */
export function deliveryOptions(
  ctx: Ctx,
  settings: DeliverySettings,
  to: Destination,
  parcel: Parcel,
): DeliveryOption[] {
  return optionsFor(settings, to, parcel, clockOfShop(ctx)).options;
}

/** The zone and the methods of an address, for staff who try their settings. */
export async function tryAddress(
  ctx: Ctx,
  { country, region, city, postcode, subtotal, weight }: OptionsQuery,
): Promise<{ zone: DeliveryZone | null; options: DeliveryOption[]; preselected: string | null }> {
  const home = homeOf(ctx.shop);
  const to = { country: country ?? home, city: city ?? '' };
  const whole = { ...to, region: region || null, postcode: postcode || null };
  const parcel = { subtotalMinor: subtotal ?? 0, weightGrams: weight ?? 0 };
  const found = optionsFor(await ctx.delivery.read(ctx.db), whole, parcel, clockOfShop(ctx));
  return { ...found, preselected: cheapestOf(found.options)?.id ?? null };
}

/** The destination of a city alone: it is in the shop's own country. */
export function cityOfShop(ctx: Ctx, city: string, zip: string | null): Destination {
  return { country: homeOf(ctx.shop), region: null, city, postcode: zip };
}

/** The destination of a shipping estimate: in the shop's own country, unless it names another. */
export function placeOfEstimate(ctx: Ctx, { city, zip, country, region }: Estimated): Destination {
  return { ...cityOfShop(ctx, city, zip), ...(country && { country, region: region ?? null }) };
}

/**
 * The shipping estimate for an address. The form of the shop's own country takes zip codes of digits
 * alone, so any other one is left out there.
 */
export function toEstimate(
  { shop }: Ctx,
  place: Pick<Address, 'city' | 'region' | 'postcode' | 'country'>,
): Required<Estimated> {
  const { region, postcode, country } = place;
  const city = cityOf(place);
  if (country !== homeOf(shop)) return { city, zip: postcode, country, region };
  const zip = postcode && /^\d{1,12}$/.test(postcode) ? postcode : null;
  return { city, zip, country: null, region: null };
}

/** Where an address is. */
export function destinationOf(address: Address): Destination {
  const { country, region, postcode } = address;
  return { country, region, city: cityOf(address), postcode };
}

/**
 * What delivery in the shop's own country costs; null where no parcel goes there. `version` is that of
 * the settings, which another statement has read.
 */
export async function homeDeliveryNow(ctx: Ctx, version: string): Promise<HomeDelivery | null> {
  return homeDelivery((await ctx.delivery.at(ctx.db, version)).zones, homeOf(ctx.shop));
}

/** Codes of the countries that the shop delivers to; null means all. */
export async function deliveryCountries(ctx: Ctx): Promise<string[] | null> {
  return countriesOf((await ctx.delivery.read(ctx.db)).zones);
}

/**
 * Codes of the countries other than the shop's own that it delivers to, by name. It needs no
 * statement, and knows what the process read last: reading a cart has updated it.
 */
export function otherCountries(ctx: Ctx): string[] {
  const named = countriesOf(ctx.delivery.known.zones);
  const isOther = isOtherOf(ctx);
  if (!named) return countryCodes.filter(isOther);
  return named.filter(isOther).sort((a, b) => countryName(a).localeCompare(countryName(b), 'en'));
}

/** Whether there are any such countries. Every cart asks, and sorting their names takes long. */
export function hasOtherCountries(ctx: Ctx): boolean {
  return (countriesOf(ctx.delivery.known.zones) ?? countryCodes).some(isOtherOf(ctx));
}

function isOtherOf({ shop }: Ctx): (code: string) => boolean {
  const home = homeOf(shop);
  return (code) => code !== home && isCountry(code);
}

/** The 422 for a destination that no zone has. */
export function noDelivery({ country, city }: Destination): AppError {
  const place = [city, countryName(country)].filter(Boolean).join(', ');
  return new AppError('no_delivery', `We do not deliver to ${place}.`);
}

const homeOf = ({ shipping }: ShopConfig) => shipping.countries[0] ?? '';

const clockOfShop = ({ now, shop }: Ctx) => ({ now: now(), timeZone: shop.timeZone });
