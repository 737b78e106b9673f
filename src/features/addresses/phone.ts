/** Phone numbers: read as people write them, stored as E.164. Only the server has the library. */
import parsePhoneNumber, {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
} from 'libphonenumber-js/max';

// The tables check the same pattern. The library accepts some numbers of 16 digits.
const E164 = /^\+[1-9][0-9]{4,14}$/;

/** The number as E.164; null when it is not a valid number in any country. */
export function readPhone(text: string, country: string): string | null {
  const phone = parsePhoneNumber(text, { defaultCountry: country as CountryCode, extract: false });
  if (!phone?.isValid() || phone.ext || !E164.test(phone.number)) return null;
  return phone.number;
}

/** A stored number in groups, with the code of its country. */
export function formatPhone(number: string): string {
  return parsePhoneNumber(number)?.formatInternational() ?? number;
}

/** The codes that numbers of all countries begin with, such as '880', each once. */
export const callingCodes: readonly string[] = [
  ...new Set(getCountries().map((country) => String(getCountryCallingCode(country)))),
];
