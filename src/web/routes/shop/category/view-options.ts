/** The options of a list as its filters show them: colors in families, prices as bars. */
import type { ProductOptions } from '#features/catalog/catalog.schema.ts';
import type { ProductFilter } from '#features/catalog/product-list.schema.ts';

/** Up to this many colors are shown by their own names, because people can see them at a glance. */
const FEW_COLORS = 8;
/** The box that the bars are drawn in, and the minimum height of a bar with products. */
const BOX = { width: 100, height: 40, least: 2 };
/** The part of its width that a bar fills. */
const FILLED = 0.8;

export interface ListOptions extends Omit<ProductOptions, 'buckets'> {
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
): ListOptions {
  const { colors, lowestMinor, highestMinor } = options;
  const isLong = colors.length >= FEW_COLORS || families.length > 0;
  const [, ...further] = buckets.map(({ minMinor }) => minMinor);
  const hasStops = further.length > 0 && lowestMinor !== null && highestMinor !== null;
  return {
    ...options,
    families: isLong ? options.families : [],
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
