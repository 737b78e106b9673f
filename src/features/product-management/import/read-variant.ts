import { MAX_UNITS } from '#shared/product-limits.ts';
import { amountProblem, readAmount } from '#shared/read-amount.ts';
import { type DecimalSign, decimalProblem, readDecimal } from '#shared/read-decimal.ts';
import { isRuinedNumber, RUINED_BARCODE } from '#shared/ruined-number.ts';
import { fromSpreadsheet } from '#shared/spreadsheet-text.ts';
import { hasSameOptions, type VariantOptions, variantName } from '#shared/variant-options.ts';
import { type OwnValue, ownValues, type ProductCsvColumn } from '../product-csv.schema.ts';
import { type CsvProduct, type CsvVariant, type GivenField, needsPrice } from './csv-product.ts';
import { namesColor, namesSize } from './option-names.ts';
import type { Row } from './read-shopify.ts';

export interface Option {
  name: string;
  value: string;
}

/** Options by what they are for a shop, which has only one beside size and color. */
export type OptionGroups = Record<'colors' | 'sizes' | 'others', Option[]>;

/** Reads the row of a variant of this product. Refuses a variant that the product already has. */
export function readVariant(
  product: Pick<CsvProduct, 'handle' | 'variants' | 'optionsNotGiven' | 'status'>,
  row: Row,
  groups: OptionGroups,
  {
    isOwn,
    given,
    decimal,
  }: { isOwn: boolean; given: ReadonlySet<GivenField>; decimal: DecimalSign | null },
): CsvVariant {
  const { handle, variants } = product;
  const readPrice = needsPrice(product) ? getAmount : findAmount;
  const priceMinor = given.has('price') ? readPrice(row('Variant Price'), handle, decimal) : null;
  const options = readOptions(groups);
  const text = (name: ProductCsvColumn) => fromSpreadsheet(row(name)).trim() || null;
  const sku = readSku(row('Variant SKU'), handle, isOwn);
  const isTwice = given.has('options')
    ? hasVariant(product, sku, options)
    : variants.some((other) => other.sku === sku);
  if (isTwice) {
    throw new Error(`${handle} has ${variantName(options) || 'a single variant'} twice.`);
  }
  // Shopify writes 0 for an amount that nobody entered.
  const entered = (value: number | null) => (isOwn ? value : value || null);
  return {
    sku,
    ...options,
    priceMinor,
    compareAtMinor: entered(findAmount(row('Variant Compare At Price'), handle, decimal)),
    costMinor: entered(findAmount(row('Cost per item'), handle, decimal)),
    weightGrams: entered(readWeight(row('Variant Grams'), handle, decimal)),
    own: readOwn(row('Variant Own Values')),
    ...readStock(row, handle, isOwn, given),
    sharesUnits: false,
    barcode: readBarcode(row('Variant Barcode'), handle, isOwn),
    lowStockAt: readWhole(row('Variant Low Stock At'), /^\d{1,6}$/, 'low-stock level', handle),
    imageUrl: text('Variant Image'),
    isArchived: row('Variant Archived').toLowerCase() === 'true',
  };
}

/**
 * Whether a product has a variant with the same options. Several without options, or without some
 * that the file does not give, may have SKUs: those that the shop knows keep the options that they
 * have there.
 */
export function hasVariant(
  { variants, optionsNotGiven }: Pick<CsvProduct, 'variants' | 'optionsNotGiven'>,
  sku: string | null,
  options: VariantOptions,
): boolean {
  const isPlain = variantName(options) === '' || optionsNotGiven.size > 0;
  return variants.some((other) => {
    const isOther = isPlain && sku !== null && other.sku !== null && other.sku !== sku;
    return hasSameOptions(other, options) && !isOther;
  });
}

function readOwn(cell: string): OwnValue[] {
  if (cell === '') return [];
  const named = cell.split(/\s+/);
  return ownValues.filter((name) => named.includes(name));
}

/**
 * Available units. The stock of other shops can be negative because of overselling; here it becomes
 * zero, and `noteOversold` says so.
 */
export function readQuantity(cell: string, handle: string): number | null {
  const units = readWhole(cell, /^-?\d{1,7}$/, 'quantity', handle);
  if (units === null) return null;
  if (units > MAX_UNITS) {
    const most = MAX_UNITS.toLocaleString('en');
    throw new Error(`"${cell}" is not a quantity for ${handle}. It may have ${most} units.`);
  }
  return Math.max(0, units);
}

/** Shopify writes an apostrophe before a long number, so that spreadsheets keep it. */
function readCode(cell: string, isOwn: boolean): string | null {
  const code = fromSpreadsheet(cell).trim();
  return (isOwn ? code : code.replace(/^['’]+(?=\d+$)/, '')) || null;
}

export function readSku(cell: string, handle: string, isOwn = false): string | null {
  const sku = readCode(cell, isOwn);
  if (!isOwn && sku && isRuinedNumber(sku)) {
    throw new Error(`"${cell}" is not an SKU for ${handle}. Excel changed it.`);
  }
  return sku;
}

export function readBarcode(cell: string, handle: string, isOwn = false): string | null {
  const barcode = readCode(cell, isOwn);
  // One that the shop exported itself is stored like that.
  if (!isOwn && barcode && isRuinedNumber(barcode)) {
    throw new Error(`"${cell}" is not a barcode for ${handle}. ${RUINED_BARCODE}`);
  }
  return barcode;
}

/**
 * The units in a file. Shopify has none of goods that it does not track, and sells others although
 * there are none.
 */
function readStock(
  row: Row,
  handle: string,
  isOwn: boolean,
  given: ReadonlySet<GivenField>,
): Pick<CsvVariant, 'quantity' | 'isUncounted'> {
  const quantity = readQuantity(row('Variant Inventory Qty'), handle);
  const isLeft = isOwn || (quantity ?? 0) > 0;
  const isUntracked = given.has('tracker') && row('Variant Inventory Tracker') === '';
  const isSoldOn = /^(continue|true|yes|1)$/i.test(row('Variant Inventory Policy'));
  const isUncounted = !isLeft && (isUntracked || isSoldOn);
  return { quantity: isUntracked && isUncounted ? null : quantity, isUncounted };
}

/** Notes that a variant has less than no units in the file. */
export function noteOversold(
  { notes, handle }: Pick<CsvProduct, 'notes' | 'handle'>,
  cell: string,
  { sku, isUncounted }: CsvVariant,
  line: number,
): void {
  if (!/^-0*[1-9]/.test(cell)) return;
  const name = sku ?? handle;
  const reason = isUncounted
    ? `"${cell}" is less than no units. The other shop sells ${name} without any.`
    : `"${cell}" is less than no units, so ${name} has 0.`;
  notes.push({ line, reason });
}

/**
 * An amount in minor units, in a file with this decimal sign. Throws for a text that is no amount.
 */
function getAmount(cell: string, handle: string, decimal: DecimalSign | null): number {
  const minor = readAmount(cell, decimal);
  if (minor !== null) return minor;
  const why = amountProblem(cell, decimal, 'A price');
  throw new Error(`"${cell}" is not a price for ${handle}. ${why}`);
}

/**
 * An amount in minor units, in a file with this decimal sign; null for an empty cell. Throws for a
 * text that is no amount.
 */
export function findAmount(cell: string, handle: string, decimal: DecimalSign | null) {
  return cell === '' ? null : getAmount(cell, handle, decimal);
}

/** A weight in grams, from a number of units with this many grams; null for an empty cell. */
export function readWeight(
  cell: string,
  handle: string,
  decimal: DecimalSign | null,
  grams = 1,
): number | null {
  if (cell === '') return null;
  const number = readDecimal(cell, decimal);
  if (number === null || !/^\d{1,7}(\.\d+)?$/.test(number)) {
    const why = decimalProblem(cell, decimal);
    throw new Error(`"${cell}" is not a weight for ${handle}.${why ? ` ${why}` : ''}`);
  }
  return Math.round(Number(number) * grams);
}

export function readWhole(cell: string, form: RegExp, what: string, handle: string): number | null {
  if (cell === '') return null;
  if (!form.test(cell)) throw new Error(`"${cell}" is not a ${what} for ${handle}.`);
  return Number(cell);
}

/** The size, color and third option that options of a file are. */
export function readOptions({ colors, sizes, others }: OptionGroups): VariantOptions {
  return { size: joinedOnce(sizes), color: joinedOnce(colors), option: joined(valuesOf(others)) };
}

/** Options with the same value twice, such as 'Size' and 'Shoe size', have it once. */
function joinedOnce(options: Option[]): string | null {
  const values = valuesOf(options);
  return joined(values.length < 2 ? values : [...new Set(values)]);
}

const valuesOf = (options: Option[]) => options.map(({ value }) => value);

/** Notes that options of the file become one, because the shop has only one beside size and color. */
export function noteOneOption({ notes }: CsvProduct, { others }: OptionGroups, line: number): void {
  const names = others.flatMap(({ name, value }) => (value ? [name] : []));
  if (names.length < 2) return;
  const last = names.at(-1);
  const list = `${names.slice(0, -1).join(', ')} and ${last}`;
  notes.push({ line, reason: `${list} are one option, ${names.join(' / ')}.` });
}

/** The name of the third option among these; empty if there is none. */
export function readOptionName({ others }: OptionGroups): string {
  return joined(others.map(({ name }) => name)) ?? '';
}

/**
 * Groups options by their names. Color and size are those of the shop, and all other options together
 * are the third option. Without an option 'Size', a name such as 'Shoe size' counts as the size, and
 * so does a value without a name.
 */
export function groupOptions(options: Option[]): OptionGroups {
  const colors: Option[] = [];
  const sizes: Option[] = [];
  const rest: Option[] = [];
  for (const one of options) {
    const { name, value } = one;
    if (name === '' && value === '') continue;
    // Shopify writes a made-up option for a product without options.
    if (name === 'Title' && value === 'Default Title') continue;
    if (namesColor(name)) colors.push(one);
    else if (namesSize(name)) sizes.push(one);
    else rest.push(one);
  }
  if (rest.length === 0) return { colors, sizes, others: rest };
  if (sizes.length === 0)
    sizes.push(...rest.filter(({ name }) => /\bsize\b/i.test(name)).slice(0, 1));
  sizes.push(...rest.filter(({ name }) => name === ''));
  return { colors, sizes, others: rest.filter((one) => !sizes.includes(one)) };
}

/** The options that none of these is. */
export function otherOptions({
  colors,
  sizes,
  others,
}: OptionGroups): ReadonlySet<keyof VariantOptions> {
  const missing = [
    ...(sizes.length > 0 ? [] : ['size' as const]),
    ...(colors.length > 0 ? [] : ['color' as const]),
    ...(others.length > 0 ? [] : ['option' as const]),
  ];
  return new Set(missing);
}

/** Joins texts into one; null if all are empty. */
function joined(texts: string[]): string | null {
  if (texts.length < 2) return texts[0] || null;
  return texts.filter(Boolean).join(' / ') || null;
}
