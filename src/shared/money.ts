/**
 * Money is an integer number of minor units (cents, fils, whole yen) of the shop's one currency;
 * the database stores it as `bigint`. Decimal amounts exist only in `shop.config.ts`, calls, CSV
 * files and on screen.
 */

import { moneyFormat } from './money-format.ts';
import { groupDigits } from './thousands.ts';

/**
 * Minor units for people: 123456 becomes '$1,234.56'. Without `Intl`, because the browser's formats
 * take a phone a tenth of a second to load and can differ from the server's.
 */
export function formatMoney(minor: number): string {
  const { decimal, pattern } = moneyFormat;
  const number = toDecimalText(minor).replace('.', decimal);
  return pattern.replace('#', groupDigits(number));
}

/** The lowest and the highest of some amounts for people: '$29.00–32.00', or one if all are equal. */
export function formatMoneyRange(from: number, to: number): string {
  if (from === to) return formatMoney(from);
  const { decimal, pattern } = moneyFormat;
  const [low, high] = [from, to].map((minor) =>
    groupDigits(toDecimalText(minor).replace('.', decimal)),
  );
  return pattern.replace('#', `${low}–${high}`);
}

/** Minor units as a JSON number of the currency: 2990 becomes 29.9. */
export function toDecimal(minor: number): number {
  return minor / 10 ** moneyFormat.digits;
}

/** Minor units as a JSON number of the currency; null for an amount that is missing. */
export function toDecimalOrNull(minor: number | null): number | null {
  return minor === null ? null : toDecimal(minor);
}

/** Minor units as text with all decimals of the currency, for fields and CSV files: '29.90'. */
export function toDecimalText(minor: number): string {
  return toDecimal(minor).toFixed(moneyFormat.digits);
}

/** An amount of `shop.config.ts` in minor units. The start has checked it. */
export function toMinor(amount: number): number {
  return Math.round(amount * 10 ** moneyFormat.digits);
}
