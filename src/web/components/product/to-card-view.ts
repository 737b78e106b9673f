import type {
  BrowsedProduct,
  ProductCard,
  ProductOnPage,
} from '#features/catalog/catalog.schema.ts';
import { findVariant } from '#shared/find-variant.ts';
import { imagesOfColor } from '#shared/images-of-color.ts';
import { optionValuesOf } from '#shared/option-values.ts';
import type { ProductCardView, ProductToBuy } from './product-card-view.ts';

// Only loaders use these. They are in their own file, so that the browser's script is smaller.

export function toCardView(product: ProductCard & Partial<BrowsedProduct>): ProductCardView {
  const { id, slug, name, category, priceMinor, priceVaries, image, colors, soldOut } = product;
  const { formerMinor } = product;
  const onlyVariantId = findVariant(product.variants, {})?.id ?? null;
  return {
    id,
    slug,
    name,
    category,
    priceMinor,
    priceVaries,
    // Most have none, and a page has many cards.
    ...(formerMinor === null ? {} : { formerMinor }),
    image,
    colors,
    soldOut,
    onlyVariantId,
    shown: product.shown ?? null,
  };
}

export function toProductToBuy(product: ProductOnPage): ProductToBuy {
  const { descriptions, descriptionHtml } = product;
  const { sizes, options } = optionValuesOf(product.variants);
  return {
    ...toCardView(product),
    image: imagesOfColor(product.images, '')[0] ?? null,
    // Pages show only one of the two.
    descriptions: descriptionHtml === '' ? descriptions : '',
    descriptionHtml,
    variants: product.variants,
    sizes,
    options,
    optionName: product.optionName,
    isFinalSale: product.isFinalSale,
  };
}
