/** Variants with their stock as rows of a CSV file. */
import { toDecimalText } from '#shared/money.ts';
import { productStatusLabels } from '../product-management/product-status.schema.ts';
import type { CsvRow } from './csv.ts';
import type { selectStock } from './exports.store.ts';

export const stockColumns = [
  'SKU',
  'Barcode',
  'Product',
  'Handle',
  'Status',
  'Size',
  'Color',
  'Option',
  'Price',
  'Cost',
  'On hand',
  'Reserved',
  'Available',
  'To ship',
  'On the shelf',
  'Low stock at',
  'Archived',
] as const;

/** The row of a variant. */
export function toStockRow(
  row: Awaited<ReturnType<typeof selectStock>>[number],
): CsvRow<(typeof stockColumns)[number]> {
  return {
    SKU: row.sku,
    Barcode: row.barcode,
    Product: row.name,
    Handle: row.slug,
    Status: productStatusLabels[row.status],
    Size: row.size,
    Color: row.color,
    Option: row.option,
    Price: row.priceMinor === null ? null : toDecimalText(row.priceMinor),
    Cost: row.costMinor === null ? null : toDecimalText(row.costMinor),
    'On hand': row.available + row.reserved,
    Reserved: row.reserved,
    Available: row.available,
    'To ship': row.toShip,
    'On the shelf': row.available + row.reserved + row.toShip,
    'Low stock at': row.lowStockAt,
    Archived: row.archivedAt ? 'yes' : 'no',
  };
}
