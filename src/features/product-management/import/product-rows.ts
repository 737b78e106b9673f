import { newId } from '#shared/ids.ts';
import { productSlug } from '#shared/slugify.ts';
import type {
  descriptionImages,
  productImages,
  productSlugs,
  products,
  variants,
} from '../../catalog/catalog.table.ts';
import { imageColumns } from '../edit-parts.ts';
import { firstPrice } from '../first-price.ts';
import type { OwnValue } from '../product-csv.schema.ts';
import type { Description } from '../rich-text.ts';
import {
  type CsvProduct,
  type CsvValues,
  type CsvVariant,
  defaultSkuOf,
  type StoredAt,
} from './csv-product.ts';

/** The rows of a product of a file. */
export interface ProductRows {
  product: typeof products.$inferInsert;
  variants: (typeof variants.$inferInsert)[];
  images: (typeof productImages.$inferInsert)[];
  descriptionImages: (typeof descriptionImages.$inferInsert)[];
  formerSlugs: (typeof productSlugs.$inferInsert)[];
}

/**
 * The SKU of each variant, in order. A variant without one gets the handle of its product and a
 * number.
 */
export function skusOf(product: CsvProduct): string[] {
  return product.variants.map((variant) => variant.sku ?? defaultSkuOf(product, variant));
}

/** The units that a new variant begins with. */
export function firstUnits({ isUncounted, quantity }: CsvVariant, uncounted = 0): number {
  return isUncounted ? uncounted : (quantity ?? 0);
}

/** The addresses of all its images. */
export function imagesOf({ images, variants: list }: CsvProduct): string[] {
  const ofVariants = list.flatMap(({ imageUrl }) => imageUrl ?? []);
  return [...new Set([...images.map(({ url }) => url), ...ofVariants])];
}

/** The rows of a product. Images that have to be fetched are left out. */
export function toRows(
  product: CsvProduct,
  more: {
    categoryId: string;
    currency: string;
    createdAt: Date;
    storedAt: StoredAt;
    description: Description;
    uncounted?: number | undefined;
  },
): ProductRows {
  const id = newId('prd');
  const { createdAt, storedAt } = more;
  const values = valuesOf(product);
  const skus = skusOf(product);
  const slug = productSlug(product.handle);
  return {
    product: toProduct(product, id, slug, values, more),
    variants: product.variants.map((variant, position) => ({
      id: newId('var'),
      productId: id,
      sku: skus[position] ?? '',
      size: variant.size,
      color: variant.color,
      option: variant.option,
      ...ownValuesOf(variant, values),
      barcode: variant.barcode,
      lowStockAt: variant.lowStockAt,
      available: firstUnits(variant, more.uncounted),
      imageUrl: variant.imageUrl === null ? null : (storedAt(variant.imageUrl) ?? null),
      position,
      active: product.status === 'active' && !variant.isArchived,
      archivedAt: variant.isArchived ? createdAt : null,
    })),
    images: product.images.flatMap((image, position) => {
      const url = storedAt(image.url);
      if (url === undefined) return [];
      return [{ id: newId('img'), productId: id, position, ...imageColumns({ ...image, url }) }];
    }),
    descriptionImages: more.description.images.map((url) => ({ productId: id, url })),
    // Staff see the newest former slug first, and the file has them in that order.
    formerSlugs: product.formerHandles.map((former, index) => ({
      slug: former,
      productId: id,
      createdAt: new Date(createdAt.getTime() - index),
    })),
  };
}

function toProduct(
  product: CsvProduct,
  id: string,
  slug: string,
  values: CsvValues,
  {
    categoryId,
    currency,
    createdAt,
    description,
  }: { categoryId: string; currency: string; createdAt: Date; description: Description },
): ProductRows['product'] {
  const { title, brand, type, material, care, tags, optionName, status, publishAt } = product;
  return {
    id,
    slug,
    name: title,
    categoryId,
    currency,
    descriptions: description.descriptions,
    descriptionHtml: description.descriptionHtml,
    gender: product.gender || genderOf(product),
    status,
    publishAt,
    ...values,
    brand,
    productType: type,
    material,
    care,
    tags,
    optionName,
    seoTitle: product.seoTitle,
    seoDescription: product.seoDescription,
    createdAt,
    updatedAt: createdAt,
    archivedAt: status === 'archived' ? createdAt : null,
  };
}

/**
 * The values for variants that have none of their own. In files of other shops, these are the price
 * of the first variant if all have one, and any other value that all variants share.
 */
function valuesOf({ values, variants: list }: CsvProduct): CsvValues {
  const ofVariants = firstPrice(
    list.map(({ priceMinor, isArchived }) => ({ priceMinor, archived: isArchived })),
  );
  if (values) return { ...values, priceMinor: values.priceMinor ?? ofVariants };
  const common = (key: keyof CsvValues) => {
    const first = list[0]?.[key] ?? null;
    return list.every((variant) => variant[key] === first) ? first : null;
  };
  return {
    priceMinor: ofVariants,
    compareAtMinor: common('compareAtMinor'),
    costMinor: common('costMinor'),
    weightGrams: common('weightGrams'),
  };
}

/** The own values of a variant: those that differ from these values of its product. */
export function ownValuesOf(variant: CsvVariant, values: CsvValues): CsvValues {
  const own = (name: OwnValue, key: keyof CsvValues) =>
    variant[key] !== values[key] || variant.own.includes(name) ? variant[key] : null;
  return {
    priceMinor: own('price', 'priceMinor'),
    compareAtMinor: own('compare-at', 'compareAtMinor'),
    costMinor: own('cost', 'costMinor'),
    weightGrams: own('grams', 'weightGrams'),
  };
}

/**
 * The gender of a new product whose row has none: that of its tags, else none, as in the editor. An
 * empty cell of an export stays empty.
 */
function genderOf({ tags, given, values }: CsvProduct): string {
  if (values && given.has('gender')) return '';
  const said = new Set(tags.map((tag) => tag.toLowerCase()));
  const men = said.has('men') || said.has('mens');
  const women = said.has('women') || said.has('womens');
  if (men && women) return 'Unisex';
  return men ? 'Men' : women ? 'Women' : '';
}
