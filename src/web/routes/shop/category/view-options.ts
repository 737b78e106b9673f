/** The options of a list as its filters show them: colors in families, counts, prices as bars. */
import type { ProductOptions } from '#features/catalog/catalog.schema.ts';
import {
  type FilterName,
  type FilterOf,
  filterNames,
  isOfKind,
  type ProductFilter,
  productFilters,
} from '#features/catalog/product-list.schema.ts';
import { type Facet, MOST_VALUES } from '#features/catalog/search.schema.ts';

/** Up to this many colors are shown by their own names, because people can see them at a glance. */
const FEW_COLORS = 8;
/** The box that the bars are drawn in, and the minimum height of a bar with products. */
const BOX = { width: 100, height: 40, least: 2 };
/** The part of the width of its place that a bar fills. */
const FILLED = 0.8;

/**
 * How many products each value of a filter would leave, in the order of the values; -1 where it is
 * not known. That of a flag has one number.
 */
export interface ValueCounts {
  numbers: number[];
  /** Whether there may be more. */
  more: boolean;
}

export type CountsOfFilters = Partial<Record<FilterName, ValueCounts>>;

export interface ListOptions extends Omit<ProductOptions, 'buckets'> {
  counts: CountsOfFilters;
  /** The bars of a histogram of the prices, as the path of an SVG in a box of 100 × 40. */
  bars: string;
  /**
   * The starts of the bars, and the end of the last one, in minor units. Empty if there is only one
   * bar.
   */
  stops: number[];
}

export function viewOptions(
  { buckets, ...options }: ProductOptions,
  { families }: ProductFilter,
  facets: Facet[],
): ListOptions {
  const { colors, lowestMinor, highestMinor } = options;
  const isLong = colors.length >= FEW_COLORS || families.length > 0;
  const [, ...further] = buckets.map(({ minMinor }) => minMinor);
  const hasStops = further.length > 0 && lowestMinor !== null && highestMinor !== null;
  const shown = { ...options, families: isLong ? options.families : [] };
  return {
    ...shown,
    counts: countsOf(shown, facets),
    bars: hasStops ? barsOf(buckets.map(({ count }) => count)) : '',
    stops: hasStops ? [lowestMinor, ...further, highestMinor] : [],
  };
}

function barsOf(counts: number[]): string {
  const { width, height, least } = BOX;
  const most = Math.max(...counts);
  const place = width / counts.length;
  const short = (number: number) => Number(number.toFixed(1));
  return counts
    .map((count, index) => {
      if (count === 0) return '';
      const top = height - Math.max(least, Math.round((height * count) / most));
      const left = short((index + (1 - FILLED) / 2) * place);
      return `M${left} ${height}V${top}h${short(place * FILLED)}V${height}`;
    })
    .join('');
}

// As lists of numbers, because a map with the names of all values would make the page a twentieth
// larger.
export function countsOf(
  options: Pick<ProductOptions, FilterOf<'options' | 'groups' | 'traits'>>,
  facets: Facet[],
): CountsOfFilters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      if (isOfKind(name, 'priceRange')) return [];
      const of = isOfKind(name, 'flag') ? name : productFilters[name].params[0];
      const facet = facets.find((one) => one.name === of);
      if (!facet) return [];
      const values = isOfKind(name, 'flag') ? [FLAGGED] : options[name].map(nameOf);
      return values.length > 0 ? [[name, numbersOf(facet, values)]] : [];
    }),
  );
}

const FLAGGED = 'true';
const nameOf = (value: string | { name: string }) =>
  typeof value === 'string' ? value : value.name;

function numbersOf({ values: counted, exact }: Facet, values: string[]): ValueCounts {
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  // A value that was not counted has no product, unless there were too many products or values.
  const others = exact && counted.length < MOST_VALUES ? 0 : -1;
  return { numbers: values.map((value) => counts.get(value) ?? others), more: !exact };
}
