import { and, asc, eq, gt } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import {
  products,
  variantCompareAt,
  variantCost,
  variantPriceIfSet,
  variants,
} from '../catalog/catalog.table.ts';
import { pastPrices } from '../catalog/past-prices.table.ts';
import type { CostReader } from '../permissions.ts';

/** The prices of a variant now. */
export async function selectPrices(db: Executor, variantId: string, reader: CostReader) {
  const [row] = await db
    .select({
      priceMinor: variantPriceIfSet,
      compareAtMinor: variantCompareAt,
      costMinor: variantCost(reader),
      currency: products.currency,
      recordedSince: variants.pricesSince,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.id, variantId));
  return row;
}

/** The first prices of a variant that ended after this moment. */
export async function selectPastPrices(db: Executor, variantId: string, at: Date) {
  const { endedAt, transaction, priceMinor, compareAtMinor, costMinor } = pastPrices;
  const [row] = await db
    .select({ priceMinor, compareAtMinor, costMinor })
    .from(pastPrices)
    .where(and(eq(pastPrices.variantId, variantId), gt(endedAt, at)))
    .orderBy(asc(endedAt), asc(transaction))
    .limit(1);
  return row;
}
