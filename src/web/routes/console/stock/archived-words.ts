import type { StockRow } from '#features/inventory/inventory.schema.ts';

/** What is archived of a variant in lists of stock: its product, or it alone. Null if nothing is. */
export function archivedWords({
  archived,
  ofArchivedProduct,
}: Pick<StockRow, 'archived' | 'ofArchivedProduct'>): string | null {
  if (!archived) return null;
  return ofArchivedProduct ? 'archived' : 'variant archived';
}
