/** The first zones and working times of a shop, from `shop.config.ts`. Pure. */
import { toMinor } from '#shared/money.ts';
import { type ShopConfig, weekdays } from '#shared/shop-config.ts';
import { countryName } from '../addresses/addresses.ts';
import type { DeliveryPlace } from '../delivery-settings.ts';
import type { TimesInput, ZoneInput } from './delivery.schema.ts';

type Shipping = ShopConfig['shipping'];

/** The cut-off time if the file gives none. */
const CUT_OFF_MINUTE = 14 * 60;
const WORKING_DAYS = [1, 2, 3, 4, 5];

/**
 * A zone for each rule, one for the rest of the shop's own country, and one for all other countries
 * that the shop delivers to. Rules apply only to cities of the shop's own country.
 */
export function defaultZones(shipping: Shipping): ZoneInput[] {
  const { rules, otherwise, otherwiseDays, abroadDays, countries } = shipping;
  const [home = '', ...others] = countries;
  const ofRules = rules.map(({ cityContains, aliases = [], cost, days }) =>
    zone(cityContains, { countries: [home], cityWords: [cityContains, ...aliases] }, cost, days),
  );
  const rest = zone(countryName(home), { countries: [home] }, otherwise, otherwiseDays);
  const abroad = zone('Other countries', { countries: others }, otherwise, abroadDays);
  const zones = [...ofRules, rest, ...(others.length > 0 ? [abroad] : [])];
  return zones.map((one, index) => ({ ...one, name: freeName(zones, index) }));
}

/** When parcels leave the shop. */
export function defaultTimes({ cutOff, workingDays }: Shipping): TimesInput {
  const [hours = 0, minutes = 0] = cutOff?.split(':').map(Number) ?? [0, CUT_OFF_MINUTE];
  return {
    cutOffMinute: hours * 60 + minutes,
    workingDays: workingDays
      ? workingDays.map((day) => weekdays.indexOf(day) + 1).sort((a, b) => a - b)
      : WORKING_DAYS,
    daysOff: [],
  };
}

function zone(
  name: string,
  place: Partial<DeliveryPlace>,
  cost: number,
  days: [from: number, to: number] | undefined,
): ZoneInput {
  const [daysFrom, daysTo] = days ?? [null, null];
  return {
    name: name.charAt(0).toUpperCase() + name.slice(1),
    places: [
      {
        countries: [],
        region: null,
        cityWords: [],
        postcodeFrom: null,
        postcodeTo: null,
        ...place,
      },
    ],
    methods: [
      {
        ...{ name: 'Standard delivery', kind: 'flat', rateMinor: toMinor(cost) },
        ...{ freeFromMinor: null, steps: [], daysFrom, daysTo, note: null },
      },
    ],
  };
}

/** Two rules may be about one word. */
function freeName(zones: ZoneInput[], index: number): string {
  const { name = '' } = zones[index] ?? {};
  const isTaken = zones.slice(0, index).some((before) => before.name === name);
  return isTaken ? `${name} (${index + 1})` : name;
}
