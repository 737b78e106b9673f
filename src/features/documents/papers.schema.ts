export const paperSizes = ['a4', 'letter'] as const;

export type PaperSize = (typeof paperSizes)[number];

/** Where printers have letter paper, by the data of Unicode (CLDR). All others have A4. */
const LETTER_COUNTRIES = new Set([
  ...['BZ', 'CA', 'CL', 'CO', 'CR', 'GT', 'MX', 'NI', 'PA', 'PH', 'PR', 'SV', 'US', 'VE'],
]);

/** The paper of a country, by its code of ISO 3166-1. */
export function paperOf(country: string | undefined): PaperSize {
  return country && LETTER_COUNTRIES.has(country) ? 'letter' : 'a4';
}
