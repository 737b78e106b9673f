import { variantValue } from '#shared/variant-values.ts';
import { type GoodsPlan, goodsAt } from './goods.ts';
import { Numbers } from './numbers.ts';

/** The sold units of each variant, and the lines of each order, in a few bytes for each line. */
export interface Sales {
  /**
   * Where the variants of a product begin in the arrays of variants. It has one more entry at the
   * end.
   */
  firstVariant: Uint32Array;
  /** Units sold in orders that were not cancelled. */
  sold: Uint32Array;
  priceOf: Uint32Array;
}

export interface SoldLine {
  product: number;
  /** The position of the variant in its product. */
  variant: number;
  quantity: number;
}

/** A higher number gives fewer products most of the sales. */
const SKEW = 3;

/** Counts the variants and their prices, and the units that the orders take. */
export function countSales(
  plan: GoodsPlan,
  orders: number,
  isCancelled: (nr: number) => boolean,
): Sales {
  const firstVariant = new Uint32Array(plan.products + 1);
  const prices: number[] = [];
  for (let nr = 0; nr < plan.products; nr += 1) {
    const goods = goodsAt(plan, nr);
    firstVariant[nr + 1] = (firstVariant[nr] ?? 0) + goods.variants.length;
    for (const variant of goods.variants) prices.push(variantValue(variant, goods, 'priceMinor'));
  }
  const sales = {
    firstVariant,
    sold: new Uint32Array(prices.length),
    priceOf: Uint32Array.from(prices),
  };
  for (let nr = 0; nr < orders; nr += 1) {
    if (isCancelled(nr)) continue;
    for (const line of linesOf(plan, sales, nr)) {
      const at = variantNr(sales, line);
      sales.sold[at] = (sales.sold[at] ?? 0) + line.quantity;
    }
  }
  return sales;
}

/** The lines of the order with this number, each of another product. */
export function linesOf(plan: GoodsPlan, { firstVariant }: Sales, nr: number): SoldLine[] {
  const numbers = new Numbers(2, nr);
  const many = numbers.chance(0.5) ? 1 : numbers.int(2, 4);
  const lines = new Map<number, SoldLine>();
  for (let i = 0; i < many; i += 1) {
    const rank = Math.floor(plan.products * numbers.next() ** SKEW);
    // Spreads the popular products, so that they are not just the oldest ones.
    const product = (rank * 7_919 + 13) % plan.products;
    const variants = (firstVariant[product + 1] ?? 0) - (firstVariant[product] ?? 0);
    const variant = numbers.int(0, variants - 1);
    const quantity = numbers.chance(0.85) ? 1 : numbers.int(2, 3);
    lines.set(product, { product, variant, quantity });
  }
  return [...lines.values()];
}

/** The index of a line's variant in the arrays of variants. */
export function variantNr({ firstVariant }: Sales, { product, variant }: SoldLine): number {
  return (firstVariant[product] ?? 0) + variant;
}
