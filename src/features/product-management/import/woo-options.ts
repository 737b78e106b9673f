/** The attributes of products of WooCommerce, and the columns of options that staff chose. */
import type { ColumnMapping } from '../import-columns.schema.ts';
import type { ProductCsvColumn } from '../product-csv.schema.ts';
import type { Option } from './read-variant.ts';

/** The value of a cell by the English name of its column; empty where there is none. */
export type WooRow = (name: string) => string;

/** The columns of options, which are the same for all rows of a file. */
export interface OptionColumns {
  /** The numbers of the attributes. */
  attributes: string[];
  /** The columns that staff chose for options, with the names of these. */
  chosen: { column: ProductCsvColumn; name: string }[];
}

export function optionColumns(
  places: ReadonlyMap<string, number>,
  mapping: ColumnMapping,
): OptionColumns {
  const chosen: OptionColumns['chosen'] = [
    { column: 'Size', name: 'Size' },
    { column: 'Color', name: 'Color' },
    { column: 'Option3 Value', name: mapping['Option3 Value'] ?? '' },
  ];
  return {
    attributes: [...places.keys()].flatMap(
      (name) => /^Attribute (\d+) name$/.exec(name)?.[1] ?? [],
    ),
    chosen: chosen.filter(({ column }) => places.has(column)),
  };
}

/** The attributes of a row, and the options whose columns staff chose. */
export function attributesOf(row: WooRow, columns: OptionColumns): Option[] {
  const own = columns.attributes.flatMap((nr) => {
    const name = row(`Attribute ${nr} name`);
    return name ? [{ name, value: row(`Attribute ${nr} value(s)`) }] : [];
  });
  return [...own, ...chosenOptions(row, columns).filter(({ value }) => value !== '')];
}

/** The options whose columns staff chose. */
export function chosenOptions(row: WooRow, { chosen }: OptionColumns): Option[] {
  return chosen.map(({ column, name }) => ({ name, value: row(column) }));
}

/**
 * The values of an attribute of a product. WooCommerce writes a backslash before a comma in a value.
 * Other programs do not, so that half sizes such as '36,5' are found by the rest of the list.
 */
export function splitValues(list: string): string[] {
  const values = list.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ',').trim());
  return [...new Set(halfSizes(list) ?? values)].filter(Boolean);
}

/** The longest list of sizes that is looked at, in characters. */
const LONGEST_SIZES = 2_000;
const SIZE = /^\d{1,3}(?:,5)?$/;

/**
 * The sizes of a list of numbers in which ',5' ends a half size; null for any other list. It does
 * where the list has a space after each other comma. Where no comma has one, it does if the sizes
 * rise only so: '36,36,5,37' are three sizes, and '3,4,5,6' are four.
 */
function halfSizes(list: string): string[] | null {
  if (!list.includes(',5') || list.length > LONGEST_SIZES) return null;
  const spaced = list.trim().split(/,\s+/);
  if (spaced.length > 1) return spaced.every((size) => SIZE.test(size)) ? spaced : null;
  const split = list.trim().split(',');
  const joined: string[] = [];
  for (const size of split) {
    const last = joined.at(-1);
    if (size === '5' && last && !last.includes(',')) joined[joined.length - 1] = `${last},5`;
    else joined.push(size);
  }
  const areSizes = joined.every((size) => SIZE.test(size));
  return areSizes && isRising(joined) && !isRising(split) ? joined : null;
}

function isRising(sizes: string[]): boolean {
  return sizes.every((size, at) => at === 0 || numberOf(size) > numberOf(sizes[at - 1] ?? ''));
}

const numberOf = (size: string) => Number(size.replace(',', '.'));
