/** Values of WooCommerce, and those that variations have from their product. */
import type { DecimalSign } from '#shared/read-decimal.ts';
import type { CsvProduct, CsvVariant, GivenField } from './csv-product.ts';
import { readQuantity, readWeight, readWhole } from './read-variant.ts';
import type { WooRow } from './woo-options.ts';

export interface Inherited {
  weightGrams: number | null;
  lowStockAt: number | null;
  /** The units of all variations together; empty if they are not counted. */
  stock: string;
  /** Whether a variation has these units already. */
  isStockTaken: boolean;
}

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, lbs: 453.592_37, oz: 28.349_523_125 };

/** How the weights of a file are written. */
interface Weights {
  unit: string;
  decimal: DecimalSign | null;
}

/** What the row of a variable product has for its variations. */
export function readInherited(row: WooRow, weights: Weights, handle: string): Inherited {
  return {
    weightGrams: readWooWeight(row, weights, handle),
    lowStockAt: readLowStock(row, handle),
    stock: row('Stock'),
    isStockTaken: false,
  };
}

/** The weight in grams; null for none, which WooCommerce also writes as 0. */
export function readWooWeight(
  row: WooRow,
  { unit, decimal }: Weights,
  handle: string,
): number | null {
  const grams = row('Variant Grams');
  const weight = grams
    ? readWeight(grams, handle, decimal)
    : readWeight(row(`Weight (${unit})`), handle, decimal, GRAMS[unit] ?? 1_000);
  return weight || null;
}

export function readLowStock(row: WooRow, handle: string): number | null {
  return readWhole(row('Low stock amount'), /^\d{1,6}$/, 'low-stock level', handle);
}

/** Fills in a variation that was read from this row. */
export function inherit(
  inherited: Inherited,
  {
    product,
    variant,
    row,
    line,
  }: { product: CsvProduct; variant: CsvVariant; row: WooRow; line: number },
): void {
  variant.weightGrams ??= inherited.weightGrams;
  variant.lowStockAt ??= inherited.lowStockAt;
  const hasNone = row('Stock') === '' && inherited.stock !== '';
  if (hasNone || isShared(row)) takeShared(inherited, product, variant, line);
}

/** The units of a row. Those of all variations together are not its own. */
export function readWooStock(
  row: WooRow,
  handle: string,
  given: ReadonlySet<GivenField>,
): Pick<CsvVariant, 'quantity' | 'isUncounted'> {
  if (isShared(row)) return { quantity: null, isUncounted: false };
  const isSold = /^(1|yes|backorder)$/i.test(row('In stock?'));
  const isUncounted = row('Stock') === '' && isSold && given.has('quantity');
  return { quantity: readQuantity(row('Stock'), handle), isUncounted };
}

/** WooCommerce writes 'parent' where only the units of all variations together are counted. */
const isShared = (row: WooRow) => row('Stock').toLowerCase() === 'parent';

/**
 * Gives the first variation the units of all together, so that none is lost. In a product that the
 * shop has, others may have some already (`shareUnits`).
 */
function takeShared(
  inherited: Inherited,
  product: CsvProduct,
  variant: CsvVariant,
  line: number,
): void {
  variant.isUncounted = false;
  variant.sharesUnits = true;
  const { stock } = inherited;
  if (stock === '' || inherited.isStockTaken) return;
  variant.quantity = readQuantity(stock, product.handle);
  inherited.isStockTaken = true;
  const name = variant.sku ?? product.handle;
  const reason = `The stock of all variations is counted together: ${name} has all ${stock} units, unless the shop has some in others.`;
  product.notes.push({ line, reason });
}
