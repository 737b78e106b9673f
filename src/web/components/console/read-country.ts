import { countryCodes, countryName } from '#features/addresses/addresses.ts';

/** The code of a country from its typed name or code; null when there is no such country. */
export function readCountry(typed: string): string | null {
  const plain = typed.trim().toLowerCase();
  const found = countryCodes.find(
    (code) => code.toLowerCase() === plain || countryName(code).toLowerCase() === plain,
  );
  return found ?? null;
}
