import type {
  BrowsedProduct,
  ProductCard,
  ProductOnPage,
} from '#features/catalog/catalog.schema.ts';
import { findVariant } from '#shared/find-variant.ts';
import type { ProductCardView, ProductToBuy } from './product-card-view.ts';

// Loaders use these; apart from what the browser needs, so that its script is smaller.

export function toCardView(product: ProductCard & Partial<BrowsedProduct>): ProductCardView {
  const { id, slug, name, category, priceMinor, priceVaries, image, colors, soldOut } = product;
  const onlyVariantId = findVariant(product.variants, {})?.id ?? null;
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

export function toProductToBuy(product: ProductOnPage): ProductToBuy {
  const { descriptions, descriptionHtml } = product;
  return {
    ...toCardView(product),
    // One of the two is shown.
    descriptions: descriptionHtml === '' ? descriptions : '',
    descriptionHtml,
    variants: product.variants,
    optionName: product.optionName,
  };
}
