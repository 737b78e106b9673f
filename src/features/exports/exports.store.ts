import { asc, eq, gt } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import { products, variantCost, variantPriceIfSet, variants } from '../catalog/catalog.table.ts';
import { reservedUnits, unitsToShip } from '../inventory/inventory.table.ts';
import type { CostReader } from '../permissions.ts';

/** Variants with their stock, by id, after the given one. */
export function selectStock(db: Executor, reader: CostReader, limit: number, after: string) {
  return stockRows(db, reader).where(gt(variants.id, after)).orderBy(asc(variants.id)).limit(limit);
}

/** These variants with their stock, in this order. */
export async function selectStockOf(db: Executor, reader: CostReader, ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await stockRows(db, reader).where(anyOf(variants.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function stockRows(db: Executor, reader: CostReader) {
  return db
    .select({
      id: variants.id,
      sku: variants.sku,
      barcode: variants.barcode,
      name: products.name,
      slug: products.slug,
      status: products.status,
      size: variants.size,
      color: variants.color,
      option: variants.option,
      priceMinor: variantPriceIfSet,
      costMinor: variantCost(reader),
      available: variants.available,
      reserved: reservedUnits,
      toShip: unitsToShip,
      lowStockAt: variants.lowStockAt,
      archivedAt: variants.archivedAt,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId));
}
