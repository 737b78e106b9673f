/** The prices of a list, as the bars of a histogram. */

/** A price in minor units, and how many products have it. */
export type CountedPrice = [minor: number, products: number];

/** Products whose price is from `minMinor` to `maxMinor`, both included. */
export interface PriceBucket {
  minMinor: number;
  maxMinor: number;
  count: number;
}

/** The lowest and the highest price of some products, and the buckets between them. */
export interface PriceSpread {
  lowestMinor: number | null;
  highestMinor: number | null;
  buckets: PriceBucket[];
}

const MAX_BUCKETS = 20;
/** This percentage of the products counts as usual; the others may be far above them. */
const USUAL_PERCENT = 95;

/**
 * Splits prices into buckets in steps of 1, 2 or 5 × 10^n minor units: the finest steps that need
 * no more than twenty buckets. Where the highest price is more than twice as far from the lowest as
 * the usual prices are, one last bucket holds the rest. Otherwise a single coat for 5,000 would put
 * all shirts into the first bucket. `prices` are from low to high, each once.
 */
export function spreadOf(prices: readonly CountedPrice[]): PriceSpread {
  const lowest = prices[0]?.[0];
  const highest = prices.at(-1)?.[0];
  if (lowest === undefined || highest === undefined) {
    return { lowestMinor: null, highestMinor: null, buckets: [] };
  }
  const usual = highestOfUsual(prices) - lowest;
  const hasRest = usual > 0 && highest - lowest > 2 * usual;
  const end = hasRest ? lowest + usual : highest;
  const { start, step, steps } = scaleOf(lowest, end, hasRest ? MAX_BUCKETS - 1 : MAX_BUCKETS);
  const buckets = Array.from({ length: hasRest ? steps + 1 : steps }, (_, index) => {
    const minMinor = start + index * step;
    return { minMinor, maxMinor: index < steps ? minMinor + step - 1 : highest, count: 0 };
  });
  for (const [minor, products] of prices) {
    const bucket = buckets[Math.min(Math.floor((minor - start) / step), buckets.length - 1)];
    if (bucket) bucket.count += products;
  }
  return { lowestMinor: lowest, highestMinor: highest, buckets };
}

function highestOfUsual(prices: readonly CountedPrice[]): number {
  const total = prices.reduce((sum, [, products]) => sum + products, 0);
  let passed = 0;
  const usual = prices.find(([, products]) => {
    passed += products;
    return passed * 100 >= total * USUAL_PERCENT;
  });
  return usual?.[0] ?? 0;
}

/** The finest scale from a round price to `end` that has no more than `most` steps. */
function scaleOf(lowest: number, end: number, most: number) {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      const start = Math.floor(lowest / step) * step;
      const steps = Math.floor((end - start) / step) + 1;
      if (steps <= most) return { start, step, steps };
    }
  }
}
