/** Reads an address that somebody typed: limits first, then the rules of its country. */
import { z } from 'zod';
import { oneLine } from '#shared/one-line.ts';
import {
  type Address,
  type AddressFieldName,
  addressFields,
  addressLimits,
} from './addresses.schema.ts';
import {
  addressForm,
  countryName,
  examplePostcode,
  hasField,
  isCountry,
  placeFields,
  readPostcode,
  regionsOf,
} from './country-formats.ts';
import { readPhone } from './phone.ts';

// Many times the limit of a part, so that a part with many spaces or invisible characters passes.
const LONGEST_RAW = 1_000;

const part = (name: AddressFieldName) =>
  z
    .string()
    .max(LONGEST_RAW, 'This is too long.')
    .transform((text) => oneLine(text, LONGEST_RAW).replace(/\s+/g, ' '))
    // Not a schema of its own: forms read an empty text as none, and one is spaces alone.
    .refine(
      (text) => text.length <= addressLimits[name],
      `At most ${addressLimits[name]} characters.`,
    )
    .nullish()
    .transform((text) => text || null);

const raw = z.object({
  recipient: part('recipient'),
  company: part('company'),
  line1: part('line1'),
  line2: part('line2'),
  city: part('city'),
  region: part('region'),
  postcode: part('postcode'),
  country: z
    .string({ message: 'A country is needed.' })
    .max(LONGEST_RAW)
    .transform((code) => code.trim().toUpperCase())
    .refine(isCountry, 'A country is needed: two letters, such as BD.'),
  phone: part('phone'),
});

type Given = Pick<z.output<typeof raw>, 'city' | 'region' | 'postcode' | 'country'>;
type Problem = (path: AddressFieldName, message: string) => void;

/** The parts of a place by the rules of its country; those that it does not have are dropped. */
function readPlace(given: Given, problem: Problem) {
  const { country } = given;
  const partOf = (name: 'city' | 'region' | 'postcode') =>
    hasField(country, name) ? given[name] : null;
  const [typedRegion, typedPostcode] = [partOf('region'), partOf('postcode')];
  const region = typedRegion && readRegion(country, typedRegion);
  if (typedRegion && !region) problem('region', 'Please choose one of the list.');
  const postcode = typedPostcode && readPostcode(country, typedPostcode);
  if (typedPostcode && !postcode) {
    const example = examplePostcode(country);
    problem(
      'postcode',
      `This does not look like one of that country${example ? `, such as ${example}` : ''}.`,
    );
  }
  return { city: partOf('city'), region, postcode };
}

/** An address as far as the price of delivery depends on it: without a person and a street. */
export const estimateInput = raw
  .pick({ city: true, region: true, postcode: true, country: true })
  .transform((given, ctx) => {
    const problem: Problem = (path, message) =>
      ctx.addIssue({ code: 'custom', path: [path], message, input: given });
    for (const { name, required, missing } of placeFields(given.country)) {
      if (required && !given[name]) problem(name, missing);
    }
    return { ...readPlace(given, problem), country: given.country };
  });

/**
 * An address as it is stored. Parts that the country does not have are dropped. A phone number is
 * required; one without a country code belongs to the address's country.
 */
export const addressInput = raw.transform((given, ctx): Address => {
  const { country } = given;
  const problem = (path: AddressFieldName, message: string) =>
    ctx.addIssue({ code: 'custom', path: [path], message, input: given[path] });
  for (const { name, required, missing } of addressForm(country, 'shipping').fields) {
    if (required && !given[name]) problem(name, missing);
  }
  const kept = Object.fromEntries(
    addressFields.map((name) => [name, hasField(country, name) ? given[name] : null]),
  ) as Record<AddressFieldName, string | null>;
  const { city, region, postcode } = readPlace(given, problem);
  const phone = given.phone && readPhone(given.phone, country);
  if (given.phone && !phone) {
    problem(
      'phone',
      `This is no phone number of ${countryName(country)}. Begin one of another country with + and its code.`,
    );
  }
  const { recipient, company, line1, line2 } = kept;
  return {
    ...{ recipient: recipient ?? '', company, line1: line1 ?? '', line2 },
    ...{ city, region, postcode, country, phone },
  };
});

/**
 * Finds a region in a country's list, by its printed form or its name. Returns any text as it is
 * for a country without a list, and null for one whose addresses have no region.
 */
export function readRegion(country: string, text: string): string | null {
  if (!hasField(country, 'region')) return null;
  const regions = regionsOf(country);
  if (regions.length === 0) return text;
  const plain = text.toLowerCase();
  const found = regions.find(({ value, label }) =>
    [value, label].some((word) => word.toLowerCase() === plain),
  );
  return found?.value ?? null;
}

/** Why `readRegion` found none, for staff. */
export function whyNoRegion(country: string, text: string): string {
  return hasField(country, 'region')
    ? `${text} is not a region of ${countryName(country)}.`
    : `Addresses in ${countryName(country)} have no region, so please leave it empty.`;
}
