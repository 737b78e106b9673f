/** Phone numbers: read as people write them, stored as E.164. The server alone has the library. */
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/max';

// As the tables check it. The library takes some numbers of 16 digits for valid.
const E164 = /^\+[1-9][0-9]{4,14}$/;

/** The number as E.164; null when no phone of any country has it. */
export function readPhone(text: string, country: string): string | null {
  const phone = parsePhoneNumber(text, { defaultCountry: country as CountryCode, extract: false });
  if (!phone?.isValid() || phone.ext || !E164.test(phone.number)) return null;
  return phone.number;
}

/** A stored number in groups, with the code of its country. */
export function formatPhone(number: string): string {
  return parsePhoneNumber(number)?.formatInternational() ?? number;
}
