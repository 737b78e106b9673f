/** Phone numbers: read as people write them, stored as E.164. The server alone has the library. */
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/max';

/** The number as E.164; null when no phone of any country has it. */
export function readPhone(text: string, country: string): string | null {
  const phone = parsePhoneNumber(text, { defaultCountry: country as CountryCode, extract: false });
  return phone?.isValid() && !phone.ext ? phone.number : null;
}

/** A stored number in groups, with the code of its country. */
export function formatPhone(number: string): string {
  return parsePhoneNumber(number)?.formatInternational() ?? number;
}
