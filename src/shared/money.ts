/**
 * Money is an integer number of minor units (cents, fils, whole yen) of the shop's one currency;
 * the database stores it as `bigint`. Decimal amounts exist only in `shop.config.ts`, calls, CSV
 * files and on screen.
 */

import { moneyFormat } from './money-format.ts';
import { groupDigits } from './thousands.ts';

/** The largest amount the shop handles, in minor units. */
export const MAX_MINOR = 1_000_000_000;

/**
 * Minor units for people: 123456 becomes '$1,234.56'. Without `Intl`, because the browser's formats
 * take a phone a tenth of a second to load and can differ from the server's.
 */
export function formatMoney(minor: number): string {
  const { decimal, pattern } = moneyFormat;
  const number = toDecimalText(minor).replace('.', decimal);
  return pattern.replace('#', groupDigits(number));
}

/** Minor units as a JSON number of the currency: 2990 becomes 29.9. */
export function toDecimal(minor: number): number {
  return minor / 10 ** moneyFormat.digits;
}

/** The same with all decimals of the currency, for fields and CSV files: '29.90'. */
export function toDecimalText(minor: number): string {
  return toDecimal(minor).toFixed(moneyFormat.digits);
}

/** An amount of `shop.config.ts` in minor units. The start has checked it. */
export function toMinor(amount: number): number {
  return Math.round(amount * 10 ** moneyFormat.digits);
}

/**
 * Turns a decimal amount such as `29.9` or `'29.90'` into minor units without floating-point sums.
 * Null for anything that is no amount, is negative, has more decimals than the currency or is too
 * large.
 */
export function parseMoney(amount: number | string): number | null {
  const minor = typeof amount === 'number' ? minorOfNumber(amount) : minorOfText(amount.trim());
  return minor <= MAX_MINOR ? minor : null;
}

function minorOfText(text: string): number {
  const { digits } = moneyFormat;
  const amount = new RegExp(`^(\\d{1,12})(?:\\.(?=\\d)(\\d{0,${digits}})0*)?$`).exec(text);
  return amount ? Number(amount[1] + (amount[2] ?? '').padEnd(digits, '0')) : Number.NaN;
}

// JavaScript prints 0.1 + 0.2 as 0.30000000000000004. So anything within a millionth of a minor
// unit counts as that amount, and the rest is refused.
function minorOfNumber(amount: number): number {
  const minor = toMinor(amount) + 0;
  const isNear = Math.abs(amount * 10 ** moneyFormat.digits - minor) < 1e-6;
  return amount >= 0 && isNear ? minor : Number.NaN;
}
