/** What the check of a file says of products beside their differences. */
import { isFormerUnseen } from '#shared/unseen-former-price.ts';
import { variantValue } from '#shared/variant-values.ts';
import type { NewProduct } from '../import.schema.ts';
import type { CsvProduct } from './csv-product.ts';
import type { Decision } from './plan-batch.ts';

type Added = Extract<Decision, { outcome: 'new' }>;

/** A product that the import would add. */
export function describeNew({ rows, toFetch, category }: Added): NewProduct {
  const { product, variants } = rows;
  const prices = pricesOf(product, variants);
  const sold = prices.some(({ isSold }) => isSold) ? prices.filter(({ isSold }) => isSold) : prices;
  const amounts = sold.flatMap(({ priceMinor }) => priceMinor ?? []);
  return {
    priceMinor: amounts.length === 0 ? null : Math.min(...amounts),
    highestMinor: amounts.length === 0 ? null : Math.max(...amounts),
    variants: variants.length,
    units: variants.reduce((sum, { available = 0 }) => sum + available, 0),
    images: Math.max(rows.images.length, toFetch?.images.length ?? 0),
    status: product.status ?? 'draft',
    category,
    unseenFormer: prices.filter(({ isUnseen }) => isUnseen).length,
  };
}

/** Whether the file gives a product a compare-at price that customers don't see. */
export function hasUnseenFormer({ given }: CsvProduct, decision: Decision): boolean {
  if (decision.outcome === 'new') {
    const { product, variants } = decision.rows;
    return pricesOf(product, variants).some(({ isUnseen }) => isUnseen);
  }
  if (decision.outcome !== 'changed' || !(given.has('price') || given.has('compareAt')))
    return false;
  const { after } = decision.change;
  return pricesOf(after, after.variants).some(({ isUnseen }) => isUnseen);
}

interface Prices {
  priceMinor?: number | null;
  compareAtMinor?: number | null;
}

function pricesOf(
  product: Prices,
  variants: (Prices & { archivedAt?: Date | null; archived?: boolean })[],
) {
  const own = valuesOf(product);
  return variants.map((variant) => {
    const priceMinor = variantValue(valuesOf(variant), own, 'priceMinor');
    const formerMinor = variantValue(valuesOf(variant), own, 'compareAtMinor');
    const isSold = !variant.archivedAt && !variant.archived;
    const isUnseen = isSold && isFormerUnseen(priceMinor, formerMinor);
    return { priceMinor, isSold, isUnseen };
  });
}

function valuesOf({ priceMinor = null, compareAtMinor = null }: Prices) {
  return { priceMinor, compareAtMinor };
}
