import { LONGEST_CITY } from '#shared/field-lengths.ts';

/** A postal address. Absent parts are null. `country-formats.ts` says which parts a country has. */
export interface Address {
  recipient: string;
  company: string | null;
  line1: string;
  line2: string | null;
  city: string | null;
  /** A state, province or the like, as it is printed: 'CA', 'Dubai'. */
  region: string | null;
  postcode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** E.164, such as '+8801712345678'. */
  phone: string | null;
}

/** The address alone, of a record that has more. */
export function toAddress(from: Address): Address {
  const { recipient, company, line1, line2, city, region, postcode, country, phone } = from;
  return { recipient, company, line1, line2, city, region, postcode, country, phone };
}

/** An address as pages and emails print it. */
export interface AddressView extends Address {
  /** The label of a parcel, in the order of its country, the country last. */
  lines: string[];
  countryName: string;
  /** In groups of digits, such as '+880 1712-345678'. */
  phoneText: string | null;
}

/** An address of an account's address book. */
export interface SavedAddress extends AddressView {
  id: string;
  /** Whether checkout suggests it. An account that has addresses has one default. */
  isDefault: boolean;
  /** Rises with each change, so that an edit of an older state is refused. */
  version: number;
}

/** The most addresses of one account. */
export const MAX_ADDRESSES = 20;

export const addressFields = [
  'recipient',
  'company',
  'line1',
  'line2',
  'city',
  'region',
  'postcode',
  'country',
  'phone',
] as const;

export type AddressFieldName = (typeof addressFields)[number];

/** The most characters of each part; the database has the same limits. */
export const addressLimits: Record<AddressFieldName, number> = {
  recipient: 120,
  company: 120,
  line1: 120,
  line2: 120,
  city: LONGEST_CITY,
  region: 80,
  postcode: 16,
  country: 2,
  phone: 32,
};

/** How a form asks for one part of an address in a country. */
export interface AddressField {
  name: Exclude<AddressFieldName, 'country'>;
  label: string;
  required: boolean;
  autoComplete: string;
  inputMode: 'text' | 'numeric' | 'tel';
  maxLength: number;
  /** The choices of a region that is chosen from a list. */
  options: { value: string; label: string }[] | null;
  hint: string | null;
  missing: string;
}

/** A field on which the price of delivery depends. */
export type PlaceField = AddressField & { name: 'city' | 'region' | 'postcode' };

/** The form of an address in a country, in the country's order. */
export interface AddressForm {
  country: string;
  fields: AddressField[];
}
