/** A file of products: how it is written, what kind it is, and the products that it has. */

import type { ProductCsvColumn } from '../product-csv.schema.ts';
import {
  type ColumnMapping,
  type CsvDialect,
  detectDialect,
  guessMapping,
  mappedColumns,
} from '../product-csv-dialects.schema.ts';
import { type CsvFormat, type CsvSource, readFormat } from './csv-file.ts';
import type { CsvItem } from './csv-product.ts';
import { readProductCsv } from './read-csv.ts';
import { readWooCommerce } from './read-woocommerce.ts';

/** A file that can be read. */
export interface ProductFile {
  open: CsvSource;
  format: CsvFormat;
  dialect: CsvDialect;
  mapping: ColumnMapping;
}

/** A file needs one column of each group. */
const NEEDED: ProductCsvColumn[][] = [
  ['Handle', 'Title', 'Variant SKU'],
  ['Variant Price', 'Variant Inventory Qty'],
];

/**
 * Finds out what a file is. `chosen` takes precedence over what its columns say. Throws `BrokenFile`
 * for one that can't be read.
 */
export async function openProductFile(
  open: CsvSource,
  chosen: { mapping?: ColumnMapping | null } = {},
): Promise<ProductFile> {
  const format = await readFormat(open);
  const { header } = format;
  const known = chosen.mapping ? 'other' : detectDialect(header);
  const mapping = known === 'other' ? (chosen.mapping ?? guessMapping(header, known)) : {};
  return { open, format, dialect: known, mapping };
}

/** Why this is no file of products, as a sentence; null when it is one. */
export function missingColumns({ format, dialect, mapping }: ProductFile): string | null {
  if (dialect === 'woocommerce') return null;
  const has = (column: ProductCsvColumn) =>
    dialect === 'other' ? Boolean(mapping[column]) : format.header.includes(column);
  const missing = NEEDED.filter((group) => !group.some(has));
  if (missing.length === 0) return null;
  const names = missing.map((group) => group.map(labelOf).join(' or '));
  return `This is not a product file that the shop knows: no column is the ${names.join(', and none the ')}. Please choose the columns.`;
}

/** The products and the problems of the file, in order. Throws `BrokenFile` where it can't be read. */
export function readProducts(file: ProductFile): AsyncGenerator<CsvItem> {
  return file.dialect === 'woocommerce' ? readWooCommerce(file) : readProductCsv(file);
}

function labelOf(column: ProductCsvColumn): string {
  return column in mappedColumns
    ? mappedColumns[column as keyof typeof mappedColumns].label
    : column;
}
