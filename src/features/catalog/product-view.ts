import { sharedFormerPrice } from '#shared/former-price.ts';
import { colorsOf } from '#shared/option-values.ts';
import { allSoldOut } from '#shared/stock.ts';
import type { ProductDetail, ProductImage } from './catalog.schema.ts';
import type { ProductRow } from './catalog.store.ts';

/** A row as pages and calls show it. */
export function toDetail(row: ProductRow): ProductDetail {
  const prices = row.variants.map((variant) => variant.priceMinor);
  const colors = colorsOf(row.variants);
  const images = shownImages(row, colors);
  const lowest = prices.length > 0 ? Math.min(...prices) : row.priceMinor;
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    category: row.category,
    gender: row.gender,
    priceMinor: lowest,
    priceVaries: prices.some((price) => price !== lowest),
    formerMinor: sharedFormerPrice(row.variants),
    currency: row.currency,
    descriptions: row.descriptions,
    image: images[0] ?? null,
    images,
    colors,
    optionName: row.optionName,
    soldOut: allSoldOut(row.variants),
    variants: row.variants,
    version: row.version,
  };
}

/**
 * The images that customers see. One of a color that was removed would show up with the other
 * colors, so it is left out, unless a variant has it as its own or the product has no others.
 */
function shownImages(
  { images, variants }: Pick<ProductRow, 'images' | 'variants'>,
  colors: string[],
): ProductImage[] {
  if (colors.length === 0) return images;
  const ofVariants = new Set(variants.map(({ imageUrl }) => imageUrl));
  const shown = images.filter(
    ({ color, url }) => color === undefined || colors.includes(color) || ofVariants.has(url),
  );
  return shown.length > 0 ? shown : images;
}
