import { type SQL, sql } from 'drizzle-orm';
import type { FilterOf } from './product-list.schema.ts';

/**
 * The condition on a row of `variants` behind each filter of kind `flag`, in lists and searches. A
 * condition on the product has to read it by `variants.product_id`, because not every query of
 * variants has their products.
 */
export const flagConditions = {
  inStock: sql`variants.on_hand > 0`,
} satisfies Record<FilterOf<'flag'>, SQL>;
