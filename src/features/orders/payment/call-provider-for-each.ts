import { AppError } from '#shared/errors.ts';
import { isProviderUnreachable } from '../../payments/payments.ts';

/**
 * The provider may fail for one payment and respond for all others. After this many failures in a
 * row, for each item at a time, it counts as unreachable.
 */
const UNREACHABLE_AFTER = 3;

/** The provider refuses the shop's keys, or the shop has none. */
const isUnavailableForAll = (error: unknown) =>
  error instanceof AppError && error.code === 'payments_unavailable';

/**
 * Does work that calls the card provider, for one item after the other, or for `atOnce` items at a
 * time. The order is random, so that items that fail each time don't prevent the others from being
 * done. Ends early when the provider is unreachable. Returns the items that it did not begin.
 */
export async function callProviderForEach<Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
  onFault: (error: unknown, item: Item) => unknown,
  { atOnce = 1 } = {},
): Promise<Item[]> {
  const waiting = inRandomOrder(items);
  let isUnreachable = false;
  let inARow = 0;
  const takeNext = () => (isUnreachable ? undefined : waiting.pop());
  const workOn = async () => {
    for (let item = takeNext(); item !== undefined; item = takeNext()) {
      try {
        await work(item);
        inARow = 0;
      } catch (error) {
        await onFault(error, item);
        inARow = isProviderUnreachable(error) ? inARow + 1 : 0;
        isUnreachable ||= isUnavailableForAll(error) || inARow === UNREACHABLE_AFTER * atOnce;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  return waiting;
}

function inRandomOrder<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}
