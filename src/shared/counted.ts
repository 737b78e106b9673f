import { withThousands } from './thousands.ts';

/** A number with its noun: '1 product', '1,204 products'. */
export function counted(count: number, thing: string): string {
  return `${withThousands(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** The same for a number that was counted up to one more than `most`: '1,000+ products'. */
export function countedUpTo(count: number, most: number, thing: string): string {
  return count > most ? `${withThousands(most)}+ ${thing}s` : counted(count, thing);
}
