import { inArray } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { variants } from '../catalog/catalog.table.ts';

/** The variants of these products, whether they are on sale or were. */
export function resolveVariants(db: Executor, productIds: string[]) {
  return db
    .select({
      variantId: variants.id,
      productId: variants.productId,
      sku: variants.sku,
      active: variants.active,
    })
    .from(variants)
    .where(inArray(variants.productId, productIds));
}
