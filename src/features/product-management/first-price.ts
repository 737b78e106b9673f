/** The price that a product without one takes from its variants. */
import { isOrWillBeInShop } from './product-status.schema.ts';

interface Priced {
  priceMinor: number | null;
  archived: boolean;
}

/**
 * The own price of the first live variant if each live one has its own, else null. Without live
 * variants, archived ones count.
 */
export function firstPrice(variants: readonly Priced[]): number | null {
  const live = variants.filter(({ archived }) => !archived);
  const counted = live.length > 0 ? live : variants;
  const isWhole = counted.every(({ priceMinor }) => priceMinor !== null);
  return isWhole ? (counted[0]?.priceMinor ?? null) : null;
}

/** The price of a changed product. One that is or will be in the shop needs one, a draft doesn't. */
export function settledPrice({
  status,
  priceMinor,
  variants,
}: {
  status: string;
  priceMinor: number | null;
  variants: readonly Priced[];
}): number | null {
  if (priceMinor !== null || !isOrWillBeInShop(status)) return priceMinor;
  return firstPrice(variants);
}
