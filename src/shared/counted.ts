import { withThousands } from './thousands.ts';

/** A number with its noun: '1 product', '1,204 products'. */
export function counted(count: number, thing: string): string {
  return `${withThousands(count)} ${thing}${count === 1 ? '' : 's'}`;
}
