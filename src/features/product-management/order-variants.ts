/** Puts the variants of a product in an order, from which customers get that of its options. */
import type { Tx } from '#db/client.ts';
import { inOptionOrder, optionValuesOf } from '#shared/option-values.ts';
import { updatePositions } from './edit-product.store.ts';
import type { ProductChanges, StaffProduct } from './product-management.schema.ts';

/** The variants have to be locked. */
export async function orderVariants(
  tx: Tx,
  { variants }: Pick<StaffProduct, 'variants'>,
  { colors = [], options = [] }: Pick<ProductChanges, 'colors' | 'options'>,
): Promise<void> {
  const now = optionValuesOf(variants);
  const ordered = inOptionOrder(variants, {
    sizes: now.sizes,
    colors: [...new Set([...colors, ...now.colors])],
    options: [...new Set([...options, ...now.options])],
  });
  await updatePositions(
    tx,
    ordered.map(({ id }) => id),
  );
}
