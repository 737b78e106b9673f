import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { variants } from '../catalog/catalog.table.ts';

/** The variants on sale of these products. */
export function resolveVariants(db: Executor, productIds: string[]) {
  return db
    .select({ variantId: variants.id, productId: variants.productId, sku: variants.sku })
    .from(variants)
    .where(and(inArray(variants.productId, productIds), eq(variants.active, true)));
}
