import type { BrowsedProduct, ResponsiveImage, Variant } from '#features/catalog/catalog.schema.ts';

/** The part of a product that a card needs. Pages send no more than this. */
export interface ProductCardView {
  id: string;
  slug: string;
  name: string;
  category: string;
  priceMinor: number;
  priceVaries: boolean;
  /** The price before it was reduced; absent if it was not. */
  formerMinor?: number;
  image: ResponsiveImage | null;
  colors: string[];
  soldOut: boolean;
  /** The variant to add when there is nothing to choose; null when there is. */
  onlyVariantId: string | null;
  /** The color that the card shows, where a list was filtered by color. */
  shown: BrowsedProduct['shown'];
}

/** What the product page and the quick view need for choosing and adding. */
export interface ProductToBuy extends ProductCardView {
  descriptions: string;
  /** The formatted description, sanitized when it was stored; empty for plain details. */
  descriptionHtml: string;
  variants: Variant[];
  /** The values of its options, in the order of the page; `colors` are those of the card. */
  sizes: string[];
  options: string[];
  /** What its third option is called; empty where it has none. */
  optionName: string;
  isFinalSale: boolean;
}

export function productPath({ slug }: { slug: string }): string {
  return `/product/${encodeURIComponent(slug)}`;
}

/** The parameters of a choice in a product's address: the whole variant, or its color alone. */
export function choiceParams({
  sku,
  color,
}: {
  sku: string | null;
  color: string | null;
}): Record<string, string> {
  if (sku !== null) return { variant: sku };
  return color === null ? {} : { color: color };
}
