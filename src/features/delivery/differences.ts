/** Zones and working times as lines of text, for the audit log. Pure. */
import { counted } from '#shared/counted.ts';
import { type Differences, differencesBetween } from '#shared/differences.ts';
import { formatMoney } from '#shared/money.ts';
import { weekdays } from '#shared/shop-config.ts';
import { withThousands } from '#shared/thousands.ts';
import { countryName } from '../addresses/addresses.ts';
import type { DeliveryMethod, DeliveryPlace, DeliveryZone } from '../delivery-settings.ts';
import { clockOf } from './arrival.ts';
import type { TimesInput } from './delivery.schema.ts';

export function changesOfZone(
  before: DeliveryZone | null,
  after: DeliveryZone | null,
): Differences {
  return differencesBetween(zoneInWords(before), zoneInWords(after));
}

export function changesOfTimes(before: TimesInput, after: TimesInput): Differences {
  return differencesBetween(timesInWords(before), timesInWords(after));
}

const zoneInWords = (zone: DeliveryZone | null) => ({
  name: zone?.name ?? null,
  places: zone?.places.map(placeInWords),
  methods: zone?.methods.map(methodInWords),
});

const timesInWords = ({ cutOffMinute, workingDays, daysOff }: TimesInput) => ({
  cutOff: clockOf(cutOffMinute),
  workingDays: workingDays.map((day) => weekdays[day - 1]),
  daysOff,
});

/** A place in a line: 'Bangladesh, city with chittagong or Chattogram'. */
export function placeInWords(place: DeliveryPlace): string {
  const { countries, region, cityWords, postcodeFrom, postcodeTo } = place;
  return [
    countries.length > 0 ? countries.map(countryName).join(', ') : 'Every country',
    ...(region ? [`region ${region}`] : []),
    ...(cityWords.length > 0 ? [`city with ${cityWords.join(' or ')}`] : []),
    ...(postcodeFrom ? [`postcodes ${postcodeFrom} to ${postcodeTo}`] : []),
  ].join('; ');
}

/** A method in a line: 'Express: $90.00, free from $500.00, 1 to 2 working days'. */
export function methodInWords(method: DeliveryMethod): string {
  const { name, freeFromMinor, daysFrom, daysTo, note } = method;
  const most = counted(daysTo ?? 0, 'working day');
  const days = daysFrom === daysTo ? most : `${daysFrom} to ${most}`;
  const facts = [
    ...(method.kind === 'pick_up' ? ['picked up'] : []),
    pricesInWords(method),
    ...(freeFromMinor === null ? [] : [`free from ${formatMoney(freeFromMinor)}`]),
    ...(daysTo === null ? [] : [daysTo === 0 ? 'on the day it leaves' : days]),
    ...(note ? [note] : []),
  ];
  return `${name}: ${facts.join(', ')}`;
}

function pricesInWords({ kind, rateMinor, steps }: DeliveryMethod): string {
  const from = (amount: number) =>
    kind === 'by_weight' ? `${withThousands(amount)} g` : formatMoney(amount);
  const further = steps.map((step) => `${formatMoney(step.rateMinor)} from ${from(step.from)}`);
  return [rateMinor === 0 ? 'free' : formatMoney(rateMinor), ...further].join(', ');
}
