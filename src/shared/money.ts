/**
 * Money is an integer number of minor units (cents) with a currency beside it; the database holds
 * it as `bigint`. Dollars exist only at the edge: in calls, in CSV files and on the screen.
 */

import { withThousands } from './thousands.ts';

/** The largest amount the shop handles, in minor units: ten million dollars. */
export const MAX_MINOR = 1_000_000_000;

/**
 * Turns a decimal amount such as `29.9` or `'29.90'` into minor units, without floating-point sums.
 * Null for anything that is no amount, is negative, has more than two decimals or is too large.
 */
export function parseMinor(amount: number | string): number | null {
  const text = typeof amount === 'number' ? numberText(amount) : amount.trim();
  const match = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) return null;
  const minor = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return minor <= MAX_MINOR ? minor : null;
}

/** Minor units as a JSON number of dollars: 2990 becomes 29.9. */
export function toDollars(minor: number): number {
  return minor / 100;
}

/** Minor units as shown to people: 123456 becomes '1,234.56' (the currency sign is the page's). */
export function formatMinor(minor: number): string {
  const sign = minor < 0 ? '-' : '';
  const absolute = Math.abs(minor);
  const whole = withThousands(Math.floor(absolute / 100));
  return `${sign}${whole}.${(absolute % 100).toString().padStart(2, '0')}`;
}

// JavaScript prints 0.1 + 0.2 as 0.30000000000000004; two decimals are what a price can have, so
// anything within a millionth of a cent of one is that price, and the rest is refused.
function numberText(amount: number): string {
  if (!Number.isFinite(amount) || amount < 0) return 'none';
  const rounded = Math.round(amount * 100);
  return Math.abs(amount * 100 - rounded) < 1e-6 ? (rounded / 100).toFixed(2) : 'none';
}
