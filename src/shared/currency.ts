/**
 * The properties of a currency, for the server and the build. Browsers get the resulting format.
 */
import type { MoneyFormat } from './money-format.ts';
import { StartError } from './start-error.ts';

/**
 * The decimals of ISO 4217 where they are not two. `Intl` differs (none for HUF and IDR) between
 * versions of Node, and amounts in a database must not.
 */
const MINOR_UNITS: [digits: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
];

/** Decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function minorUnits(currency: string): number {
  return MINOR_UNITS.find(([, codes]) => codes.split(' ').includes(currency))?.[0] ?? 2;
}

/** How `Intl.NumberFormat` writes amounts of a currency; throws `StartError` for an unknown one. */
export function readMoneyFormat({
  currency,
  locale,
}: {
  currency: string;
  locale: string;
}): MoneyFormat {
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw new StartError(
      `shop.config.ts: currency must be an ISO 4217 code such as 'EUR', but ${JSON.stringify(currency)} is not one.`,
    );
  }
  if (!isLocale(locale)) {
    throw new StartError(
      `shop.config.ts: locale must be a language such as 'en-US' or 'de', but this Node does not know ${JSON.stringify(locale)}.`,
    );
  }
  const digits = minorUnits(currency);
  const write = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    numberingSystem: 'latn',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const large = write.formatToParts(12_345_678);
  const symbolOf = (name: string) => large.find(({ type }) => type === name)?.value ?? '';
  return {
    currency,
    digits,
    decimal: symbolOf('decimal'),
    group: symbolOf('group'),
    groupStart: groupStartOf(write),
    pattern: patternOf(write.formatToParts(1)),
  };
}

function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

// Digits are grouped by three; in India by two beyond the thousands. Some languages write 1234, but
// 12.345.
function groupStartOf(write: Intl.NumberFormat): string {
  const large = write.formatToParts(12_345_678).filter(({ type }) => type === 'integer');
  const size = large.at(-2)?.value.length ?? 3;
  const start = String.raw`\B(?=(\d{${size}})*\d{3}(?!\d))`;
  const isFromThousand = write.formatToParts(1_234).some(({ type }) => type === 'group');
  return isFromThousand ? start : String.raw`(?<=\d\d)${start}|\B(?=(\d{${size}})+\d{3}(?!\d))`;
}

const NUMBER = ['integer', 'group', 'decimal', 'fraction'];

function patternOf(parts: Intl.NumberFormatPart[]): string {
  const isNumber = ({ type }: Intl.NumberFormatPart) => NUMBER.includes(type);
  return parts
    .filter((part) => !isNumber(part) || part.type === 'integer')
    .map((part) => (isNumber(part) ? '#' : part.value))
    .join('');
}
