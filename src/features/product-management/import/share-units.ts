/** Units that another shop counts for several variants together, in a product that this shop has. */
import type { StaffVariant } from '../product-management.schema.ts';
import type { Pair } from './merge-product.ts';

/**
 * Divides the units among the variants that share them, so that there are never more. Variants that
 * the file does not name may have some of them, too. Each keeps what it has as long as there are
 * enough, and the first that has any gets the rest; it has to be one that the file names. Archived
 * ones get none beside others. `variants` are those of the pairs, in order.
 */
export function shareUnits(pairs: Pair[], variants: StaffVariant[]): void {
  const sharing = pairs.flatMap(({ old, wanted }, index) => {
    const variant = variants[index];
    return variant && (wanted?.sharesUnits ?? true)
      ? [{ variant, wanted, had: old?.available ?? 0 }]
      : [];
  });
  const named = sharing.filter(({ wanted }) => wanted !== null);
  const units = named.find(({ wanted }) => wanted?.quantity !== null)?.wanted?.quantity;
  // A file with shared units says how many they are for one of them.
  if (units === undefined || units === null) return;
  let left = units;
  for (const { variant, had } of sharing) {
    variant.available = variant.archived ? 0 : Math.min(had, left);
    left -= variant.available;
  }
  const live = named.filter(({ variant }) => !variant.archived);
  const first = live.find(({ variant }) => variant.available > 0) ?? live[0] ?? named[0];
  if (first) first.variant.available += left;
}
