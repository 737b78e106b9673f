import { countryCodes, countryName } from '#features/addresses/addresses.ts';

/** The code of a country that somebody typed by its name or code; null when there is none. */
export function readCountry(typed: string): string | null {
  const plain = typed.trim().toLowerCase();
  const found = countryCodes.find(
    (code) => code.toLowerCase() === plain || countryName(code).toLowerCase() === plain,
  );
  return found ?? null;
}
