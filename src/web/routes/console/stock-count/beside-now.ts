/** The counts beside the stock of now, and those that wait until the person has chosen them. */
import { onShelf } from '#features/inventory/inventory.schema.ts';
import {
  type CountedVariant,
  LOOKED_UP_AT_ONCE,
} from '../../../components/console/counting/counted-variants.ts';
import { lookUp, type VariantNow } from '../../../components/console/counting/look-up.ts';

export const isWaiting = ({ meanwhile }: CountedVariant) => Boolean(meanwhile);

/**
 * A count beside the stock now. It waits while staff did something since, or other units lie on the
 * shelf, which orders and payments don't change. Meanwhile it keeps what it was compared with, so that
 * it can replace nothing that the person has not seen.
 */
export function besideNow(row: CountedVariant, now: VariantNow | undefined): CountedVariant {
  if (!now) return row;
  const { adjusted, movement, ...variant } = now;
  const shelf = row.meanwhile?.shelf ?? onShelf(row);
  if (!adjusted && onShelf(now) === shelf) {
    return { ...row, ...variant, movement, meanwhile: null };
  }
  return { ...row, ...variant, meanwhile: { ...(adjusted ?? { reason: null }), movement, shelf } };
}

/** The count after the person has chosen it. What happens from now on is a new question. */
export function chosen(row: CountedVariant): CountedVariant {
  if (!row.meanwhile) return row;
  return { ...row, movement: row.meanwhile.movement, meanwhile: null, problem: null };
}

/** These variants with their stock now. One that the shop does not have any more is missing. */
export async function withStockNow(
  rows: CountedVariant[],
): Promise<{ variants: VariantNow[]; problem: string | null }> {
  const variants: VariantNow[] = [];
  for (let at = 0; at < rows.length; at += LOOKED_UP_AT_ONCE) {
    const some = rows.slice(at, at + LOOKED_UP_AT_ONCE);
    // Rows that an earlier version stored have no movement, so all that staff ever did counts.
    const results = await Promise.all(some.map(({ sku, movement = 0 }) => lookUp(sku, movement)));
    for (const [index, { value, problem }] of results.entries()) {
      if (problem !== undefined) return { variants: [], problem };
      const now = value.find(({ _id }) => _id === some[index]?._id);
      if (now) variants.push(now);
    }
  }
  return { variants, problem: null };
}
