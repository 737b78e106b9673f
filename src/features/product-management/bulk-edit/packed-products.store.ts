import { sql } from 'drizzle-orm';
import { anyOf } from '#db/any-of.ts';
import type { Executor } from '#db/client.ts';
import {
  products,
  variantCompareAt,
  variantCost,
  variantPriceIfSet,
  variants,
} from '../../catalog/catalog.table.ts';
import { categoryName } from '../../catalog/categories.table.ts';
import { reservedUnits } from '../../inventory/inventory.table.ts';
import type { CostReader } from '../../permissions.ts';

/** A variant with its amounts; one that it does not have itself comes from its product. */
const packedVariant = (reader: CostReader) => sql`json_build_array(
  variants.id, variants.sku, variants.size, variants.colour, variants.option_value,
  ${variantPriceIfSet}, ${variantCompareAt}, ${variantCost(reader)},
  variants.on_hand + ${reservedUnits}, variants.on_hand, variants.low_stock_at
)`;

/** A product with its variants that are not archived. */
const packedProduct = (reader: CostReader) => sql<string>`json_build_array(
  products.id, products.name, products.version, products.status, ${categoryName}, products.tags,
  coalesce((
    select json_agg(${packedVariant(reader)} order by variants.position, variants.id)
    from ${variants} where variants.product_id = products.id and variants.archived_at is null
  ), '[]')
)::text`;

/**
 * These products in the given order, as `unpackProducts` reads them. Those that no longer exist are
 * left out. PostgreSQL writes the text, so that thousands of values are not read and written again.
 */
export async function selectPacked(
  db: Executor,
  reader: CostReader,
  ids: string[],
): Promise<string> {
  if (ids.length === 0) return '[]';
  const rows = await db
    .select({ id: products.id, packed: packedProduct(reader) })
    .from(products)
    .where(anyOf(products.id, ids));
  const byId = new Map(rows.map(({ id, packed }) => [id, packed]));
  return `[${ids.flatMap((id) => byId.get(id) ?? []).join()}]`;
}
