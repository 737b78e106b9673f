import type {
  BrowsedProduct,
  ProductCard,
  ResponsiveImage,
  Variant,
} from '#features/catalog/catalog.schema.ts';
import { meantVariant } from '#shared/meant-variant.ts';

/** What a card needs of a product: pages send this much and no more. */
export interface ProductCardView {
  id: string;
  slug: string;
  name: string;
  category: string;
  priceMinor: number;
  priceVaries: boolean;
  image: ResponsiveImage | null;
  colors: string[];
  soldOut: boolean;
  /** The variant to add when there is nothing to choose; null when there is. */
  onlyVariantId: string | null;
  /** The color that the card shows, where a list was filtered by color. */
  shown: BrowsedProduct['shown'];
}

export function toCardView(product: ProductCard & Partial<BrowsedProduct>): ProductCardView {
  const { id, slug, name, category, priceMinor, priceVaries, image, colors, soldOut } = product;
  const onlyVariantId = meantVariant(product.variants, {})?.id ?? null;
  return {
    id,
    slug,
    name,
    category,
    priceMinor,
    priceVaries,
    image,
    colors,
    soldOut,
    onlyVariantId,
    shown: product.shown ?? null,
  };
}

/** What choosing and adding needs: the product page and the quick view show this. */
export interface ProductToBuy extends ProductCardView {
  descriptions: string;
  variants: Variant[];
}

export function toProductToBuy(product: ProductCard): ProductToBuy {
  return {
    ...toCardView(product),
    descriptions: product.descriptions,
    variants: product.variants,
  };
}

/** The address of a product's page. */
export function productPath({ slug }: { slug: string }): string {
  return `/product/${encodeURIComponent(slug)}`;
}

/** What the address of a product's page says of a choice: the whole variant, or its color alone. */
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
