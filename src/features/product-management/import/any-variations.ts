/**
 * Variations of WooCommerce that are sold with any value of an attribute: one variant for each value
 * that their product has.
 */
import { variantName } from '#shared/variant-options.ts';
import { MAX_VARIANTS } from '#shared/variant-rules.ts';
import type { CsvProduct, CsvVariant } from './csv-product.ts';
import { groupOptions, type Option, readOptions } from './read-variant.ts';

/** So many combinations of attributes are looked at for a product. */
const MOST_COMBINATIONS = 10 * MAX_VARIANTS;

/** A variation with its attributes, of which some are empty. */
export interface AnyVariation {
  variant: CsvVariant;
  attributes: Option[];
  line: number;
}

/**
 * Puts the variants in the place of each variation. Values that another variation has are left out;
 * if all are, the variation stays as it is. The first variant keeps the SKU, the barcode and the
 * units, so that none is lost and no unit is counted twice.
 */
export function spreadVariations(
  product: CsvProduct,
  variations: AnyVariation[],
  valuesOf: ReadonlyMap<string, string[]>,
): void {
  const taken = new Set(product.variants.map(keyOf));
  let looked = 0;
  for (const { variant, attributes, line } of variations) {
    const room = MAX_VARIANTS + 1 - product.variants.length;
    const spread: CsvVariant[] = [];
    for (const values of combinations(attributes, valuesOf)) {
      if (spread.length > room) break;
      looked += 1;
      // Attributes that make the same options would never fill the room.
      if (looked > MOST_COMBINATIONS) {
        throw new Error(`${product.handle} has too many combinations of its attributes.`);
      }
      const filled = attributes.map((one, at) => ({ ...one, value: values[at] ?? '' }));
      const options = readOptions(groupOptions(filled));
      const key = keyOf(options);
      if (taken.has(key)) continue;
      taken.add(key);
      const added = attributes.flatMap(({ value }, at) => (value ? [] : [values[at] ?? '']));
      spread.push(
        spread.length === 0 ? { ...variant, ...options } : further(variant, options, added),
      );
    }
    if (spread.length === 0) continue;
    product.variants.splice(product.variants.indexOf(variant), 1, ...spread);
    product.notes.push({ line, reason: describe(product, variant, spread, attributes) });
  }
}

function further(
  variant: CsvVariant,
  options: Pick<CsvVariant, 'size' | 'color' | 'option'>,
  added: string[],
): CsvVariant {
  const sku = variant.sku === null ? null : [variant.sku, ...added].join('-');
  return { ...variant, ...options, sku, barcode: null, quantity: null };
}

function* combinations(
  attributes: Option[],
  valuesOf: ReadonlyMap<string, string[]>,
): Generator<string[]> {
  const [first, ...rest] = attributes;
  if (!first) {
    yield [];
    return;
  }
  const values = first.value ? [first.value] : (valuesOf.get(first.name) ?? []);
  for (const value of values.length > 0 ? values : ['']) {
    for (const others of combinations(rest, valuesOf)) yield [value, ...others];
  }
}

function describe(
  { handle }: CsvProduct,
  { sku, isUncounted }: CsvVariant,
  spread: CsvVariant[],
  attributes: Option[],
): string {
  const [first] = spread;
  const names = attributes.flatMap(({ name, value }) => (value ? [] : [name])).join(' and ');
  const start = `${sku ?? handle} is sold in any ${names}, so it becomes ${spread.length} variants with its price.`;
  if (isUncounted || !first || spread.length === 1) return start;
  return `${start} Its stock is not known by ${names}: ${variantName(first)} has it, and new ones beside it begin with 0 units.`;
}

const keyOf = ({ size, color, option }: Pick<CsvVariant, 'size' | 'color' | 'option'>) =>
  JSON.stringify([size, color, option]);
