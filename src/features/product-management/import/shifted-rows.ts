/**
 * Rows with more cells than the heading: a cell may have what belongs to another column, also the
 * name of their product. No product is imported in part because of that.
 */
import { fromSpreadsheet } from '#shared/spreadsheet-text.ts';
import type { ProductCsvColumn } from '../product-csv.schema.ts';
import { type CsvProblem, type CsvRecord, clean } from './csv-file.ts';
import { type CsvProduct, isFull } from './csv-product.ts';

/** A product whose rows are being read. */
interface Open {
  product: CsvProduct;
  problems: CsvProblem[];
}

type Row = Pick<CsvRecord, 'line' | 'lastLine' | 'size'>;

/** Columns of codes, which have no commas in them. */
const CODES: ProductCsvColumn[] = ['Handle', 'Product ID', 'Variant SKU', 'Variant Barcode'];

/**
 * Whether a row with more cells than the heading still has its key in the right place: only codes
 * stand before it. In a table of SKUs each row is on its own, so no other product has to be found.
 */
export function keepsKeyInShiftedRows(positions: ReadonlyMap<ProductCsvColumn, number>): boolean {
  const keys: ProductCsvColumn[] = positions.has('Handle') ? ['Handle', 'Product ID'] : ['Title'];
  const last = Math.max(-1, ...keys.flatMap((name) => positions.get(name) ?? []));
  const codes = new Set(CODES.flatMap((name) => positions.get(name) ?? []));
  for (let at = 0; at < last; at += 1) if (!codes.has(at)) return false;
  return true;
}

/** Why the product after a row is refused that may be its first one. */
export const doubtReason = (line: number) =>
  `The row at line ${line} has more cells than the heading, and may belong to this product.`;

/** Counts a row to its product. */
export function addRow({ product }: Pick<Open, 'product'>, { lastLine, size }: Row): void {
  product.lastLine = lastLine;
  product.size += size;
}

/** Counts a row to its product, which is refused because of it. */
export function addWrongRow(open: Open, record: Row, reason: string): void {
  const { product, problems } = open;
  addRow(open, record);
  if (isFull(product, problems)) return;
  // Its cells are not what they seem, so the first row may have got a wrong problem.
  if (record.line === product.line) problems.length = 0;
  problems.push({ line: record.line, reason });
}

/** The types that a cell of WooCommerce names. */
export const typesOf = (cell: string) => cell.toLowerCase().split(/,\s*/);

/**
 * Refuses the product of a variation of WooCommerce. The name of the product may stand in any of
 * the cells; where it stands in none, the product is the one that began last. Returns false where
 * the row is no variation, or no product waits for one.
 */
export function refuseParents(
  record: Row & Pick<CsvRecord, 'cells'>,
  reason: string,
  waiting: ReadonlyMap<string, Open>,
): boolean {
  const texts = record.cells.map((cell) => fromSpreadsheet(clean(cell)));
  if (!texts.some((text) => typesOf(text).includes('variation'))) return false;
  const named = new Set(texts.flatMap((text) => waiting.get(text) ?? []));
  const last = [...waiting.values()].at(-1);
  if (named.size === 0 && last) named.add(last);
  for (const one of named) addWrongRow(one, record, reason);
  return named.size > 0;
}
