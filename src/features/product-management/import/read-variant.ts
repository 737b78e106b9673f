import { amountHint } from '#shared/amount-hint.ts';
import { parseMoney } from '#shared/parse-money.ts';
import { fromSpreadsheet } from '#shared/spreadsheet-text.ts';
import { type OwnValue, ownValues, type ProductCsvColumn } from '../product-csv.schema.ts';
import type { Row } from './csv-file.ts';

/** A variant in the file. */
export interface CsvVariant {
  sku: string | null;
  size: string | null;
  color: string | null;
  priceMinor: number;
  compareAtMinor: number | null;
  costMinor: number | null;
  weightGrams: number | null;
  /** The values that are its own although they equal the product's. */
  own: OwnValue[];
  quantity: number;
  barcode: string | null;
  lowStockAt: number | null;
  imageUrl: string | null;
  isArchived: boolean;
}

interface Option {
  name: string;
  value: string;
}

/** Reads a row with a variant of this product. Refuses one that the product has already. */
export function readVariant(
  { handle, variants }: { handle: string; variants: CsvVariant[] },
  row: Row<ProductCsvColumn>,
  values: Option[],
  isOwnFile: boolean,
): CsvVariant {
  const priceMinor = parseMoney(row('Variant Price'));
  if (priceMinor === null) throw notAmount(row('Variant Price'), handle);
  const options = readOptions(values);
  const same = (other: CsvVariant) => other.size === options.size && other.color === options.color;
  if (variants.some(same)) {
    const name = [options.size, options.color].filter(Boolean).join(' / ') || 'a single variant';
    throw new Error(`${handle} has ${name} twice.`);
  }
  // Shopify writes 0 for what nobody entered.
  const entered = (value: number | null) => (isOwnFile ? value : value || null);
  const text = (name: ProductCsvColumn) => fromSpreadsheet(row(name)).trim() || null;
  return {
    sku: text('Variant SKU'),
    ...options,
    priceMinor,
    compareAtMinor: entered(readAmount(row('Variant Compare At Price'), handle)),
    costMinor: entered(readAmount(row('Cost per item'), handle)),
    weightGrams: entered(readGrams(row('Variant Grams'), handle)),
    own: ownValues.filter((name) => row('Variant Own Values').split(/\s+/).includes(name)),
    // With overselling, Shopify's stock can be negative; here it is zero.
    quantity: Math.max(
      0,
      readWhole(row('Variant Inventory Qty'), /^-?\d{1,7}$/, 'quantity', handle) ?? 0,
    ),
    barcode: text('Variant Barcode'),
    lowStockAt: readWhole(row('Variant Low Stock At'), /^\d{1,6}$/, 'low-stock level', handle),
    imageUrl: text('Variant Image'),
    isArchived: row('Variant Archived').toLowerCase() === 'true',
  };
}

/** An amount in minor units; null for an empty cell. */
export function readAmount(cell: string, handle: string): number | null {
  if (cell === '') return null;
  const minor = parseMoney(cell);
  if (minor === null) throw notAmount(cell, handle);
  return minor;
}

/** A weight; null for an empty cell. */
export function readGrams(cell: string, handle: string): number | null {
  if (cell === '') return null;
  if (!/^\d{1,7}(\.\d+)?$/.test(cell)) throw new Error(`"${cell}" is not a weight for ${handle}.`);
  return Math.round(Number(cell));
}

function readWhole(cell: string, form: RegExp, what: string, handle: string): number | null {
  if (cell === '') return null;
  if (!form.test(cell)) throw new Error(`"${cell}" is not a ${what} for ${handle}.`);
  return Number(cell);
}

function notAmount(cell: string, handle: string): Error {
  return new Error(`"${cell}" is not a price for ${handle}. ${amountHint('A price')}`);
}

/** Options by name: color is the color, all others together are the size. */
function readOptions(options: Option[]): { size: string | null; color: string | null } {
  const named = options.filter(
    ({ name, value }) => value && !(name === 'Title' && value === 'Default Title'),
  );
  const isColor = ({ name }: Option) => /^colou?r$/i.test(name);
  const sizes = named.filter((option) => !isColor(option)).map(({ value }) => value);
  return { size: sizes.join(' / ') || null, color: named.find(isColor)?.value ?? null };
}
