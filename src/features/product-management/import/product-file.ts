/** A file of products: its format, its kind, and its products. */

import type { DecimalSign } from '#shared/read-decimal.ts';
import {
  type ColumnMapping,
  type CsvDialect,
  detectDialect,
  guessMapping,
  mappedColumns,
  mappingOf,
  placesOf,
} from '../import-columns.schema.ts';
import type { ProductCsvColumn } from '../product-csv.schema.ts';
import { type CsvFormat, type CsvSource, readFormat } from './csv-file.ts';
import type { CsvItem } from './csv-product.ts';
import { findDecimalSign } from './decimal-sign.ts';
import { readShopify } from './read-shopify.ts';
import { readWooCommerce } from './read-woocommerce.ts';

/** A file that can be read. */
export interface ProductFile {
  open: CsvSource;
  format: CsvFormat;
  dialect: CsvDialect;
  /** The choices of staff; for columns that they did not choose, those of the file. */
  mapping: ColumnMapping;
  /** Where the file has each column (`placesOf`). */
  places: ReadonlyMap<string, number>;
  /** Null if amounts of the file have none or both: then each is read for itself. */
  decimal: DecimalSign | null;
  /** A sale price counts if its dates include this time. */
  now: Date;
}

/** In characters. */
const LONGEST_REASON = 400;

/** A file needs one column of each group. */
const NEEDED: ProductCsvColumn[][] = [
  ['Handle', 'Title', 'Variant SKU'],
  ['Variant Price', 'Variant Inventory Qty'],
];
/** One of these and any other column change products of the shop. */
const KEYS: ProductCsvColumn[] = ['Handle', 'Variant SKU'];

/**
 * Detects the kind of a file. `chosen` takes precedence over the columns of the file, one by one.
 * Throws `BrokenFile` for a file that can't be read.
 */
export async function openProductFile(
  open: CsvSource,
  chosen: { mapping?: ColumnMapping | null; now?: Date } = {},
): Promise<ProductFile> {
  const format = await readFormat(open);
  const { header } = format;
  const dialect = detectDialect(header);
  const mapping = mappingOf(header, dialect, chosen.mapping ?? guessMapping(header, dialect));
  const places = placesOf(header, dialect, mapping);
  const decimal = await findDecimalSign(open, format, dialect, places);
  const now = chosen.now ?? new Date();
  return { open, format, dialect, mapping, places, decimal, now };
}

/** What is wrong with the columns of the file, as a sentence; null if products can be read. */
export function columnProblem(file: ProductFile): string | null {
  return repeatedColumn(file) ?? missingColumns(file);
}

/** Nobody knows which of two columns with the same name is meant. Ones that are not read may be. */
function repeatedColumn({ format: { header }, places }: ProductFile): string | null {
  const names = header.map((heading) => heading.toLowerCase());
  for (const at of places.values()) {
    const name = names[at];
    if (name && names.indexOf(name) !== names.lastIndexOf(name)) {
      return `The file has the column "${header[at]?.slice(0, 200)}" more than once. Please remove or rename the others.`;
    }
  }
  return null;
}

/** Why this is no file of products; null if it is one. */
function missingColumns({ dialect, places, format }: ProductFile): string | null {
  if (dialect === 'woocommerce') return null;
  const has = (column: ProductCsvColumn) => places.has(column);
  const others = (Object.keys(mappedColumns) as ProductCsvColumn[]).filter(
    (column) => !KEYS.includes(column),
  );
  if (KEYS.some(has) && others.some(has)) return null;
  const missing = NEEDED.filter((group) => !group.some(has));
  if (missing.length === 0) return null;
  const names = missing.map((group) => group.map(labelOf).join(' or '));
  // No choice of columns makes a table of one of them.
  const next = format.header.length < 2 ? 'another file' : 'the columns';
  return `This is not a product file that the shop knows: it has no column for ${names.join(', and none for ')}. Please choose ${next}.`;
}

/** The products and the problems of the file, in order. Throws `BrokenFile` where it can't be read. */
export async function* readProducts(file: ProductFile): AsyncGenerator<CsvItem> {
  const items = file.dialect === 'woocommerce' ? readWooCommerce(file) : readShopify(file);
  for await (const item of items) yield 'product' in item ? item : withShortReasons(item);
}

/**
 * A file whose reading ends with an error once the signal is aborted. The rows of one product may
 * go on for minutes.
 */
export function untilAborted(signal: AbortSignal, file: ProductFile): ProductFile {
  return {
    ...file,
    async *open() {
      for await (const chunk of file.open()) {
        signal.throwIfAborted();
        yield chunk;
      }
    },
  };
}

/**
 * Shortens reasons, because a reason quotes the wrong cell, which may have millions of characters.
 */
function withShortReasons(item: Extract<CsvItem, { isProduct: boolean }>): CsvItem {
  const problems = item.problems.map((one) => ({ ...one, reason: shorten(one.reason) }));
  return { ...item, problems };
}

function shorten(reason: string): string {
  if (reason.length <= LONGEST_REASON) return reason;
  const half = LONGEST_REASON / 2;
  return `${reason.slice(0, half)}…${reason.slice(-half)}`;
}

function labelOf(column: ProductCsvColumn): string {
  return column in mappedColumns
    ? mappedColumns[column as keyof typeof mappedColumns].label
    : column;
}
