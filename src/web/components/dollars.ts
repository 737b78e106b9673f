import { formatMinor } from '#shared/money.ts';

/** An amount of minor units with its sign: 2990 becomes '$29.90'. */
export function dollars(minor: number): string {
  return `$${formatMinor(minor)}`;
}
