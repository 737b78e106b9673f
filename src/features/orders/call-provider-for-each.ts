import { AppError } from '#shared/errors.ts';
import { isProviderUnreachable } from '../payments/payments.ts';

/**
 * The provider may fail for one payment and respond for all others. After this many failures in a
 * row it counts as unreachable.
 */
const UNREACHABLE_AFTER = 3;

/** The provider refuses the shop's keys, or the shop has none. */
const isUnavailableForAll = (error: unknown) =>
  error instanceof AppError && error.code === 'payments_unavailable';

/**
 * Does work that calls the card provider, for one item after the other. The order is random, so
 * that items that fail each time don't prevent the others from being done. Ends early when the
 * provider is unreachable. Returns the items that it did not begin.
 */
export async function callProviderForEach<Item>(
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
      if (isUnavailableForAll(error)) return waiting;
      inARow = isProviderUnreachable(error) ? inARow + 1 : 0;
    }
    if (inARow === UNREACHABLE_AFTER) return waiting;
  }
  return [];
}

function inRandomOrder<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}
