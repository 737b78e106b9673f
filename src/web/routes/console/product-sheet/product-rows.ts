/** The rows of the sheet of products: one for each variant, as typed text. */
import type { SheetProduct } from '#features/product-management/bulk-edit.schema.ts';
import { sheetStatuses } from '#features/product-management/bulk-edit.schema.ts';
import type { SentProductEdit } from '#features/product-management/bulk-edit-input.schema.ts';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import { toDecimalText } from '#shared/money.ts';
import { bySize } from '#shared/size-order.ts';
import { joinTags, splitTags } from '#shared/tags.ts';
import { itemName, variantName } from '#shared/variant-options.ts';

/** The columns in their order. */
export const columns = [
  'size',
  'color',
  'option',
  'sku',
  'price',
  'compareAtPrice',
  'cost',
  'onHand',
  'available',
  'lowStockAt',
  'status',
  'category',
  'tags',
] as const;

export type Column = (typeof columns)[number];

/** The columns of the product. All of its rows have the same values there. */
export const productColumns = ['status', 'category', 'tags'] as const satisfies Column[];
export const amountColumns = ['price', 'compareAtPrice', 'cost'] as const satisfies Column[];
/** The columns that can be edited. */
export const editedColumns = [...amountColumns, 'onHand', 'lowStockAt', ...productColumns] as const;

export type EditedColumn = (typeof editedColumns)[number];

export interface ProductRow extends Record<Column, string> {
  /** The id of the variant. */
  key: string;
  productId: string;
  version: number;
  name: string;
  /** Whether it is the first row of its product. */
  isFirst: boolean;
}

/** The rows of these products. Those of one product are sorted by color and size. */
export function rowsOf(products: SheetProduct[]): ProductRow[] {
  return products.flatMap((product) => {
    const { id: productId, version, name, category, tags } = product;
    const status = productStatusLabels[product.status];
    const sorted = product.variants.toSorted(
      (a, b) => (a.color ?? '').localeCompare(b.color ?? '') || bySize(a.size ?? '', b.size ?? ''),
    );
    return sorted.map((variant, index) => ({
      key: variant.id,
      productId,
      version,
      name,
      isFirst: index === 0,
      size: variant.size ?? '',
      color: variant.color ?? '',
      option: variant.option ?? '',
      sku: variant.sku,
      price: amountText(variant.priceMinor),
      compareAtPrice: amountText(variant.compareAtMinor),
      cost: amountText(variant.costMinor),
      onHand: String(variant.onHand),
      available: String(variant.available),
      lowStockAt: variant.lowStockAt === null ? '' : String(variant.lowStockAt),
      status,
      category,
      tags: joinTags(tags),
    }));
  });
}

const amountText = (minor: number | null) => (minor === null ? '' : toDecimalText(minor));

/** The name of a row: 'Coat, Navy / M'. */
export function rowLabel({ name, ...options }: ProductRow): string {
  return itemName({ name, variantName: variantName(options) });
}

/** The product of a row, in the columns of the product; null in the others. */
export function sharedBy(column: Column, { productId }: ProductRow): string | null {
  return productColumns.some((one) => one === column) ? productId : null;
}

/** Edited rows. If a product's own value was edited, the other rows of the product are included. */
export function withWholeProducts(
  rows: ProductRow[],
  edits: Map<string, ProductRow>,
): Map<string, ProductRow> {
  const before = new Map(rows.map((row) => [row.key, row]));
  const changed = new Map<string, Partial<ProductRow>>();
  for (const edited of edits.values()) {
    const row = before.get(edited.key);
    for (const column of productColumns) {
      if (!row || edited[column] === row[column]) continue;
      const fields = changed.get(edited.productId) ?? {};
      changed.set(edited.productId, { ...fields, [column]: edited[column] });
    }
  }
  if (changed.size === 0) return edits;
  const all = new Map(edits);
  for (const row of rows) {
    const fields = changed.get(row.productId);
    if (fields) all.set(row.key, { ...(edits.get(row.key) ?? row), ...fields });
  }
  return all;
}

/** The rows that differ from the loaded ones, and in which columns. */
export function changesOf(
  base: ReadonlyMap<string, ProductRow>,
  rows: ProductRow[],
): Map<string, EditedColumn[]> {
  const found = new Map<string, EditedColumn[]>();
  for (const row of rows) {
    const before = base.get(row.key);
    if (!before || before === row) continue;
    const names = editedColumns.filter((column) => row[column] !== before[column]);
    if (names.length > 0) found.set(row.key, names);
  }
  return found;
}

/** The edits to send, by product. The rows must not have errors. */
export function editsOf(
  base: ReadonlyMap<string, ProductRow>,
  rows: ProductRow[],
): SentProductEdit[] {
  const changes = changesOf(base, rows);
  const byId = new Map<string, SentProductEdit & { variants: object[] }>();
  for (const row of rows) {
    const names = changes.get(row.key);
    const before = base.get(row.key);
    if (!names || !before) continue;
    const { productId, version } = row;
    const edit = byId.get(productId) ?? { _id: productId, version, variants: [] };
    byId.set(productId, { ...edit, ...ofProduct(row, names) });
    const fields = ofVariant(row, before, names);
    if (Object.keys(fields).length > 0) edit.variants.push({ _id: row.key, ...fields });
  }
  return [...byId.values()];
}

function ofProduct(row: ProductRow, names: EditedColumn[]): Partial<SentProductEdit> {
  const status = sheetStatuses.find((one) => productStatusLabels[one] === row.status);
  return {
    ...(names.includes('status') && status ? { status } : {}),
    ...(names.includes('category') ? { category: row.category } : {}),
    ...(names.includes('tags') ? { tags: splitTags(row.tags) } : {}),
  };
}

function ofVariant(row: ProductRow, before: ProductRow, names: EditedColumn[]): object {
  const amounts = amountColumns
    .filter((column) => names.includes(column))
    .map((column) => [column, row[column] === '' ? null : row[column]]);
  const onHand = { from: Number(before.onHand), to: Number(row.onHand) };
  const lowStockAt = row.lowStockAt === '' ? null : Number(row.lowStockAt);
  return {
    ...Object.fromEntries(amounts),
    ...(names.includes('onHand') ? { onHand } : {}),
    ...(names.includes('lowStockAt') ? { lowStockAt } : {}),
  };
}
