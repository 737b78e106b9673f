/** Countries and regions that staff type for zones and rates: only those that addresses can have. */
import { AppError } from '#shared/errors.ts';
import { readRegion, whyNoRegion } from './address-input.ts';
import { isCountry } from './country-formats.ts';

/** Refuses a country that no address can have. */
export function requireCountry(code: string): void {
  if (isCountry(code)) return;
  throw refused('country', `${code} is not a country that addresses can have.`);
}

/** A region as addresses have it: 'California' becomes 'CA'. Null for none; refuses an unknown one. */
export function requireRegion(country: string, text: string | null): string | null {
  if (!text) return null;
  const region = readRegion(country, text);
  if (region === null) throw refused('region', whyNoRegion(country, text));
  return region;
}

/** A refusal of a typed place. It names the field, so that a form shows the sentence there. */
function refused(field: 'country' | 'region', message: string): AppError {
  return new AppError('invalid_request', message, { details: { field } });
}
