/**
 * Changes of prices by a bulk edit, in minor units, with integer arithmetic. Every result is
 * rounded to the nearest amount, and upwards from the middle.
 */
import { moneyFormat } from './money-format.ts';

/** The most a price can be changed by, in hundredths of a percent: to a hundred times as much. */
const MAX_HUNDREDTHS = 990_000;

/** '12.5', '-10 %' or '+7,25' in hundredths of a percent: 1250, -1000, 725. Null for other text. */
export function readPercent(text: string): number | null {
  const typed = /^([+\-\u2212]?)(\d{1,4})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!typed) return null;
  const [, sign, whole = '', part = ''] = typed;
  const hundredths = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  const change = sign === '' || sign === '+' ? hundredths : -hundredths;
  return change >= -10_000 && change <= MAX_HUNDREDTHS ? change : null;
}

/** A price after a change by this many hundredths of a percent: 1999 and 1000 make 2199. */
export function changeByPercent(minor: number, hundredths: number): number {
  const product = BigInt(minor) * BigInt(10_000 + hundredths);
  return Number((product + 5_000n) / 10_000n);
}

/**
 * The nearest price that ends in .99: 2050 becomes 2099, and 2049 becomes 1999. In a currency
 * without decimals it ends in 99, and in one with three decimals in .990. The lowest result is
 * 0.99, except that a price of 0 stays 0.
 */
export function roundTo99(minor: number): number {
  if (minor === 0) return 0;
  const unit = 10 ** Math.max(2, moneyFormat.digits);
  const ending = (unit / 100) * 99;
  const steps = Math.floor((minor - ending + unit / 2) / unit);
  return Math.max(0, steps) * unit + ending;
}
