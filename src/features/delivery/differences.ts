/** Zones and working times as lines of text, for the audit log. Pure. */
import { counted } from '#shared/counted.ts';
import { formatMoney } from '#shared/money.ts';
import { weekdays } from '#shared/shop-config.ts';
import { withThousands } from '#shared/thousands.ts';
import { countryName } from '../addresses/addresses.ts';
import type { DeliveryMethod, DeliveryPlace, DeliveryZone } from '../delivery-settings.ts';
import { clockOf } from './arrival.ts';
import type { TimesInput } from './delivery.schema.ts';

/** Before and after of each part that differs. */
export type Changed = Record<string, [before: unknown, after: unknown]>;

export function changesOfZone(before: DeliveryZone | null, after: DeliveryZone | null): Changed {
  return differing({
    name: [before?.name ?? null, after?.name ?? null],
    places: [before?.places.map(placeInWords), after?.places.map(placeInWords)],
    methods: [before?.methods.map(methodInWords), after?.methods.map(methodInWords)],
  });
}

export function changesOfTimes(before: TimesInput, after: TimesInput): Changed {
  return differing({
    cutOff: [clockOf(before.cutOffMinute), clockOf(after.cutOffMinute)],
    workingDays: [namesOf(before.workingDays), namesOf(after.workingDays)],
    daysOff: [before.daysOff, after.daysOff],
  });
}

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

const namesOf = (days: number[]) => days.map((day) => weekdays[day - 1]);

function differing(all: Changed): Changed {
  return Object.fromEntries(
    Object.entries(all).filter(
      ([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after),
    ),
  );
}
