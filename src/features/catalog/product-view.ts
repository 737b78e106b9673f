import { sharedFormerPrice } from '#shared/former-price.ts';
import { colorsOf } from '#shared/option-values.ts';
import { allSoldOut } from '#shared/stock.ts';
import type { ProductDetail } from './catalog.schema.ts';
import type { ProductRow } from './catalog.store.ts';

/** A row as pages and calls show it. */
export function toDetail(row: ProductRow): ProductDetail {
  const prices = row.variants.map((variant) => variant.priceMinor);
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
    image: row.images[0] ?? null,
    images: row.images,
    colors: colorsOf(row.variants),
    optionName: row.optionName,
    soldOut: allSoldOut(row.variants),
    variants: row.variants,
    version: row.version,
  };
}
