/** What staff write: zones, methods and working times. Amounts come as decimals of the currency. */
import { z } from 'zod';
import {
  LONGEST_CITY,
  LONGEST_DELIVERY_NAME,
  LONGEST_DELIVERY_NOTE,
  LONGEST_REGION,
} from '#shared/field-lengths.ts';
import { singleLine } from '#shared/single-line.schema.ts';
import { price } from '../catalog/catalog.schema.ts';
import { type MethodKind, methodKinds } from '../delivery-settings.ts';
import { fold } from './find-zone.ts';

export const MAX_ZONES = 100;
const MAX_PLACES = 100;
const MAX_METHODS = 20;
const MAX_STEPS = 20;
const MAX_WORDS = 50;
const MAX_DAYS = 90;
const MAX_DAYS_OFF = 100;
const MAX_GRAMS = 1_000_000_000;

const named = (thing: string) =>
  singleLine(LONGEST_DELIVERY_NAME).pipe(z.string().min(1, `${thing} needs a name.`));
const orNull = (most: number) =>
  singleLine(most)
    .nullable()
    .transform((text) => text || null);

const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'A country is two letters, such as BD.');

const postcode = z
  .string()
  .max(40)
  .transform((text) => text.toUpperCase().replace(/[\s-]+/g, ''))
  .pipe(z.string().regex(/^[A-Z0-9]{0,10}$/, 'A postcode has at most 10 letters and digits.'))
  .nullable()
  .transform((text) => text || null);

export const placeInput = z
  .strictObject({
    countries: z.array(country).max(300).default([]),
    region: orNull(LONGEST_REGION).default(null),
    cityWords: z
      .array(
        singleLine(LONGEST_CITY).pipe(
          z
            .string()
            .refine((word) => fold(word).trim() !== '', 'A city word has letters.')
            // The page of a zone has them on one line, with commas between them.
            .regex(/^[^,;]*$/, 'A city word has no comma and no semicolon.'),
        ),
      )
      .max(MAX_WORDS)
      .default([]),
    postcodeFrom: postcode.default(null),
    postcodeTo: postcode.default(null),
  })
  .superRefine(({ countries, region, postcodeFrom: from, postcodeTo: to }, ctx) => {
    const problem = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if ((region || from || to) && countries.length !== 1) {
      problem('countries', 'A region and postcodes need one country.');
    }
    if ((from === null) !== (to === null)) {
      problem('postcodeTo', 'Postcodes need the first and the last one.');
    } else if (from && to && from.length !== to.length) {
      problem('postcodeTo', 'The first and the last postcode have to be equally long.');
    } else if (from && to && from > to) {
      problem('postcodeTo', 'The first postcode comes after the last one.');
    }
  })
  .transform((place) => ({ ...place, countries: [...new Set(place.countries)] }));

const days = z
  .int('Whole days only.')
  .min(0)
  .max(MAX_DAYS, `At most ${MAX_DAYS} working days.`)
  .nullable();

const stepInput = z.strictObject({
  /** Grams, or an order value as a decimal. */
  from: z.number().positive(),
  price,
});

export const methodInput = z
  .strictObject({
    /** The id of a method that the zone has. A new method has none. */
    _id: z.string().min(1).max(80).optional(),
    name: named('A method'),
    kind: z.enum(methodKinds),
    price,
    freeFrom: price.nullable().default(null),
    steps: z.array(stepInput).max(MAX_STEPS).default([]),
    daysFrom: days.default(null),
    daysTo: days.default(null),
    note: orNull(LONGEST_DELIVERY_NOTE).default(null),
  })
  .superRefine(({ daysFrom, daysTo, freeFrom }, ctx) => {
    const problem = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    if ((daysFrom === null) !== (daysTo === null)) {
      problem('daysTo', 'Please give both the fewest and the most days.');
    } else if (daysFrom !== null && daysTo !== null && daysFrom > daysTo) {
      problem('daysTo', 'The fewest days must not be more than the most.');
    }
    if (freeFrom === 0) problem('freeFrom', 'For a free method write 0 as its price.');
  })
  .transform((given, ctx) => {
    const { _id, price: rateMinor, freeFrom: freeFromMinor, steps, ...method } = given;
    const read = readSteps(given.kind, steps);
    if (typeof read === 'string') {
      ctx.addIssue({ code: 'custom', path: ['steps'], message: read, input: steps });
      return z.NEVER;
    }
    return { ...method, rateMinor, freeFromMinor, steps: read, ...(_id && { id: _id }) };
  });

/** Steps in ascending order, or an error that says what is wrong with them. */
function readSteps(kind: MethodKind, given: z.output<typeof stepInput>[]) {
  if (kind !== 'by_weight' && kind !== 'by_value') {
    return given.length > 0 ? 'Only prices by weight or by order value can have steps.' : [];
  }
  const steps = given.map(({ from, price: rateMinor }) => {
    const value = kind === 'by_weight' ? from : price.safeParse(from).data;
    return { from: value ?? Number.NaN, rateMinor };
  });
  if (steps.some(({ from }) => !Number.isSafeInteger(from) || from > MAX_GRAMS)) {
    return kind === 'by_weight' ? 'A step needs whole grams.' : 'A step needs an amount.';
  }
  if (new Set(steps.map(({ from }) => from)).size < steps.length) return 'A step is listed twice.';
  return steps.sort((a, b) => a.from - b.from);
}

const zone = {
  name: named('A zone'),
  places: z.array(placeInput).min(1, 'A zone needs a place.').max(MAX_PLACES),
  methods: z
    .array(methodInput)
    .max(MAX_METHODS)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      'Two methods have the same name.',
    ),
};

export const zoneInput = z.strictObject(zone);
/** What is absent stays as it is. */
export const zoneChanges = z.strictObject(zone).partial();

export const zoneRowOrder = z.strictObject({
  ids: z.array(z.string().min(1).max(80)).min(1).max(MAX_ZONES),
});

const day = z.iso.date('Please write a day like 2026-12-25.');

export const timesInput = z
  .strictObject({
    cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please write a time like 14:30.'),
    workingDays: z
      .array(z.int().min(1).max(7))
      .min(1, 'Please choose at least one working day.')
      .max(7),
    daysOff: z.array(day).max(MAX_DAYS_OFF).default([]),
  })
  .transform(({ cutOff, workingDays, daysOff }) => ({
    cutOffMinute: Number(cutOff.slice(0, 2)) * 60 + Number(cutOff.slice(3)),
    workingDays: [...new Set(workingDays)].sort((a, b) => a - b),
    daysOff: [...new Set(daysOff)].sort(),
  }));

/** An address, or the known parts of one, and a parcel, to find their methods. */
export const optionsQuery = z.object({
  country: country.optional(),
  region: singleLine(LONGEST_REGION).optional(),
  city: singleLine(LONGEST_CITY).optional(),
  postcode: singleLine(40).optional(),
  subtotal: price.optional(),
  weight: z.coerce.number().int().min(0).max(MAX_GRAMS).optional(),
});

export type ZoneInput = z.output<typeof zoneInput>;
export type ZoneChanges = z.output<typeof zoneChanges>;
export type TimesInput = z.output<typeof timesInput>;
export type OptionsQuery = z.output<typeof optionsQuery>;

/** The place of a shipping estimate, as far as the price of delivery depends on it. */
export interface Estimated {
  city: string;
  /** Null where a country has no postal codes. */
  zip: string | null;
  /** A code of ISO 3166-1; null, or absent, for the shop's own country. */
  country?: string | null;
  region?: string | null;
}
