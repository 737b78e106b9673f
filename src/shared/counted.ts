import { withThousands } from './thousands.ts';

/** Counts of what waits stop at one more than this. */
export const MOST_COUNTED = 1_000;

/** A number with its noun: '1 product', '1,204 products'. */
export function counted(count: number, thing: string): string {
  return `${withThousands(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** A number with its noun, counted up to one more than `most`: '1,000+ products'. */
export function countedUpTo(count: number, most: number, thing: string): string {
  return count > most ? `${upTo(count, most)} ${thing}s` : counted(count, thing);
}

/** A number that was counted up to one more than `most`, without a noun: '1,000+'. */
export function upTo(count: number, most: number): string {
  return withThousands(Math.min(count, most)) + (count > most ? '+' : '');
}

/** A number with its verb: '1 was', '1,204 were'. */
export function countedWere(count: number): string {
  return `${withThousands(count)} ${count === 1 ? 'was' : 'were'}`;
}
