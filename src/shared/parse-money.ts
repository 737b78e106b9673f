import { moneyFormat } from './money-format.ts';

// In its own file, so that pages of the shop, which read no amounts, don't load it.

/** The largest amount the shop handles, in minor units. */
export const MAX_MINOR = 1_000_000_000;

/**
 * Turns a decimal amount such as `29.9` or `'29.90'` into minor units without floating-point sums.
 * Null for anything that is not an amount, is negative, has more decimals than the currency, or is
 * too large.
 */
export function parseMoney(amount: number | string): number | null {
  const minor = typeof amount === 'number' ? minorOfNumber(amount) : minorOfText(amount.trim());
  return minor <= MAX_MINOR ? minor : null;
}

/**
 * The pattern of amounts, stored for the last number of decimals, because an import reads hundreds
 * of thousands.
 */
let pattern = { digits: -1, amount: /^$/ };

function minorOfText(text: string): number {
  const { digits } = moneyFormat;
  if (pattern.digits !== digits) {
    const amount = new RegExp(`^(\\d{1,12})(?:\\.(?=\\d)(\\d{0,${digits}})0*)?$`);
    pattern = { digits, amount };
  }
  const amount = pattern.amount.exec(text);
  return amount ? Number(amount[1] + (amount[2] ?? '').padEnd(digits, '0')) : Number.NaN;
}

// JavaScript prints 0.1 + 0.2 as 0.30000000000000004. So anything within a millionth of a minor
// unit counts as that amount, and the rest is refused.
function minorOfNumber(amount: number): number {
  const minor = Math.round(amount * 10 ** moneyFormat.digits) + 0;
  const isNear = Math.abs(amount * 10 ** moneyFormat.digits - minor) < 1e-6;
  return amount >= 0 && isNear ? minor : Number.NaN;
}
