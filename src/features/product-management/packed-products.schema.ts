// For browsers, so it imports no zod.

/**
 * The products of a sheet as one text: JSON with lists instead of records. React Router writes each
 * value of a record by itself, which takes far longer than one text.
 */
import type { SheetProduct, SheetVariant } from './bulk-edit.schema.ts';

/** The fields of a variant, in the order of `packedVariant` in `bulk-edit/packed-products.store.ts`. */
type PackedVariant = [
  id: string,
  sku: string,
  size: string | null,
  color: string | null,
  option: string | null,
  priceMinor: number | null,
  compareAtMinor: number | null,
  costMinor: number | null,
  onHand: number,
  available: number,
  lowStockAt: number | null,
];

/** The fields of a product, in the order of `packedProduct` there. */
type PackedProduct = [
  id: string,
  name: string,
  version: number,
  status: SheetProduct['status'],
  category: string,
  tags: string[],
  variants: PackedVariant[],
];

export function unpackProducts(packed: string): SheetProduct[] {
  const products = JSON.parse(packed) as PackedProduct[];
  return products.map(([id, name, version, status, category, tags, variants]) => ({
    id,
    name,
    version,
    status,
    category,
    tags,
    variants: variants.map(unpackVariant),
  }));
}

function unpackVariant(packed: PackedVariant): SheetVariant {
  const [id, sku, size, color, option, priceMinor, compareAtMinor, costMinor, ...units] = packed;
  const [onHand, available, lowStockAt] = units;
  const amounts = { priceMinor, compareAtMinor, costMinor };
  return { id, sku, size, color, option, ...amounts, onHand, available, lowStockAt };
}
