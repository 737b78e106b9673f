import type { Added } from './cart.schema.ts';
import { MAX_QUANTITY } from './cart.schema.ts';
import type { Units } from './cart.store.ts';

/** The result of adding `requested` units when `available` can be sold. */
export function addedMessage(
  requested: number,
  { before, after }: Units,
  available: number,
): Added {
  const units = after - before;
  if (units === requested) return { code: 'added', message: 'Added to your cart.' };
  const code = units === 0 ? 'added-none' : 'added-fewer';
  if (available > MAX_QUANTITY) {
    const message = `A cart can hold at most ${MAX_QUANTITY} of one item: ${after} are in your cart.`;
    return { code, message };
  }
  const count = (number: number, one: string, more: string) =>
    `${number} ${number === 1 ? one : more}`;
  const there = count(after, 'is', 'are');
  const message =
    units > 0
      ? `Only ${count(available, 'was', 'were')} left: ${there} in your cart.`
      : `Only ${count(available, 'is', 'are')} left; ${available === 1 && after === 1 ? 'it is' : there} in your cart already.`;
  return { code, message };
}
