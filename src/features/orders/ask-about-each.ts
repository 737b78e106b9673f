import { AppError } from '#shared/errors.ts';
import { isAway } from '../payments/payments.ts';

/** The provider may fail for one payment and respond for all others; so often in a row it is away. */
const AWAY_AFTER = 3;

/** It refuses the shop's keys, or there is none. */
const isAwayForAll = (error: unknown) =>
  error instanceof AppError && error.code === 'payments_unavailable';

/**
 * Does work that asks the card provider, for one item after the other. The order changes from run to
 * run, so that items which fail each time don't keep the others from their turn. Ends early when the
 * provider is away; returns the items that it did not begin.
 */
export async function askAboutEach<Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
  onFault: (error: unknown, item: Item) => unknown,
): Promise<Item[]> {
  const waiting = inRandomOrder(items);
  let inARow = 0;
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    try {
      await work(item);
      inARow = 0;
    } catch (error) {
      await onFault(error, item);
      if (isAwayForAll(error)) return waiting;
      inARow = isAway(error) ? inARow + 1 : 0;
    }
    if (inARow === AWAY_AFTER) return waiting;
  }
  return [];
}

function inRandomOrder<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}
