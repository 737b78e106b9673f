/** How a filtered list shows a product: in a color of the filter, at the price of what fits. */
import { sharedFormerPrice } from '#shared/former-price.ts';
import { imageOfVariant } from '#shared/image-of-variant.ts';
import { allSoldOut, isSoldOut } from '#shared/stock.ts';
import type { BrowsedProduct, ProductDetail, Variant } from './catalog.schema.ts';
import type { ProductFilter } from './product-list.schema.ts';

/**
 * `fittingIds` are the ids of the variants that fit the filter; null means all. When several colors
 * fit, the cheapest variant decides, because lists are sorted by that price (`listedPrice` in
 * browse.store.ts). Among equal prices one in stock comes first.
 */
export function withListVariant(
  product: ProductDetail,
  { colors }: Pick<ProductFilter, 'colors'>,
  fittingIds: string[] | null,
): BrowsedProduct {
  const fitting = product.variants.filter(({ id }) => fittingIds?.includes(id) ?? true);
  const [first] = fitting.toSorted(cheapestFirst);
  if (!first) return { ...product, shown: null };
  const color = colors.length > 0 ? first.color : null;
  const ofColor = fitting.filter((one) => color === null || one.color === color);
  const priced = {
    ...product,
    priceMinor: first.priceMinor,
    priceVaries: ofColor.some(({ priceMinor }) => priceMinor !== first.priceMinor),
    formerMinor: sharedFormerPrice(ofColor),
  };
  if (color === null) return { ...priced, shown: null };
  return {
    ...priced,
    image: imageOfVariant(product, { color, imageUrl: null }),
    shown: {
      color,
      sku: ofColor.length === 1 ? first.sku : null,
      soldOut: allSoldOut(product.variants.filter((one) => one.color === color)),
    },
  };
}

function cheapestFirst(a: Variant, b: Variant): number {
  return (
    a.priceMinor - b.priceMinor || Number(isSoldOut(a.available)) - Number(isSoldOut(b.available))
  );
}
