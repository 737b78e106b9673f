/** The form of a zone as texts: the initial values, and the typed ones. */
import { countryName } from '#features/addresses/addresses.ts';
import { zoneInput } from '#features/delivery/delivery.schema.ts';
import type { DeliveryZone } from '#features/delivery-settings.ts';
import { toDecimalText } from '#shared/money.ts';
import { toAmountText } from '#shared/read-amount.ts';
import { readCountry } from '../../../components/console/read-country.ts';
import { postedText } from '../../../posted-text.ts';
import {
  EMPTY_METHOD,
  EMPTY_PLACE,
  type MethodDraft,
  methodFields,
  type PlaceDraft,
  placeFields,
  type ZoneDraft,
} from './zone-fields.ts';

export function draftOf(zone: DeliveryZone | null): ZoneDraft {
  if (!zone) return { name: '', places: [EMPTY_PLACE], methods: [EMPTY_METHOD] };
  return {
    name: zone.name,
    places: zone.places.map((place) => ({
      countries: place.countries.map(countryName).join(', '),
      region: place.region ?? '',
      cityWords: place.cityWords.join(', '),
      postcodeFrom: place.postcodeFrom ?? '',
      postcodeTo: place.postcodeTo ?? '',
    })),
    methods: zone.methods.map(({ rateMinor, freeFromMinor, steps, ...method }) => ({
      ...{ id: method.id, name: method.name, kind: method.kind, note: method.note ?? '' },
      price: toDecimalText(rateMinor),
      freeFrom: freeFromMinor === null ? '' : toDecimalText(freeFromMinor),
      steps: steps
        .map((step) => {
          const from = method.kind === 'by_weight' ? step.from : toDecimalText(step.from);
          return `${from} = ${toDecimalText(step.rateMinor)}`;
        })
        .join('\n'),
      daysFrom: String(method.daysFrom ?? ''),
      daysTo: String(method.daysTo ?? ''),
    })),
  };
}

/** The typed values, after the pressed button has added or removed rows. */
export function readDraft(posted: FormData, intent: string): { draft: ZoneDraft; focus: string } {
  const rows = <Name extends string>(kind: string, fields: readonly Name[]) => {
    const found: Record<Name, string>[] = [];
    for (let nr = 0; posted.has(`${kind}_${nr}_${fields[0]}`); nr += 1) {
      const text = (name: string) => postedText(posted, `${kind}_${nr}_${name}`);
      found.push(Object.fromEntries(fields.map((name) => [name, text(name)])) as never);
    }
    return found;
  };
  const [action, at = ''] = intent.split(':');
  const without = <Row>(all: Row[], what: string) =>
    action === `remove-${what}` ? all.filter((_, index) => index !== Number(at)) : all;
  const places: PlaceDraft[] = without(rows('places', placeFields), 'place');
  const methods: MethodDraft[] = without(rows('methods', methodFields), 'method');
  if (action === 'add-place') places.push(EMPTY_PLACE);
  if (action === 'add-method') methods.push(EMPTY_METHOD);
  const focus: Record<string, string> = {
    'add-place': `places_${places.length - 1}_countries`,
    'add-method': `methods_${methods.length - 1}_name`,
    'remove-place': 'add-place',
    'remove-method': 'add-method',
  };
  const name = postedText(posted, 'name');
  return { draft: { name, places, methods }, focus: focus[action ?? ''] ?? '' };
}

/** The zone of a draft, or the errors by field. */
export function readZone({ name, places, methods }: ZoneDraft) {
  const errors: Record<string, string> = {};
  const parsed = zoneInput.safeParse({
    name,
    places: places.map((place, nr) => ({
      ...place,
      cityWords: listOf(place.cityWords),
      countries: listOf(place.countries).map((typed) => {
        const code = readCountry(typed);
        if (!code) errors[`places_${nr}_countries`] = `“${typed}” is not a country.`;
        return code ?? 'XX';
      }),
    })),
    methods: methods.map(({ id, daysFrom, daysTo, price, freeFrom, steps, ...method }, nr) => ({
      ...method,
      ...(id && { _id: id }),
      price: toAmountText(price),
      freeFrom: toAmountText(freeFrom) || null,
      daysFrom: daysFrom.trim() === '' ? null : Number(daysFrom),
      daysTo: daysTo.trim() === '' ? null : Number(daysTo),
      // The form hides the steps for other kinds.
      steps: readSteps(method.kind.startsWith('by_') ? steps : '', () => {
        errors[`methods_${nr}_steps`] = 'Please write a number, =, and a price on each line.';
      }),
    })),
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    errors[path.slice(0, 3).join('_')] ??= message;
  }
  return Object.keys(errors).length > 0 || !parsed.success
    ? { errors, zone: null }
    : { errors, zone: parsed.data };
}

const listOf = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

function readSteps(text: string, onProblem: () => void) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    const [, from, price] = /^\s*([\d.]+)\s*[=:]\s*([\d.]+)\s*$/.exec(line) ?? [];
    if (from && price) return [{ from: Number(from), price }];
    onProblem();
    return [];
  });
}
