/** Products as rows of Shopify's file format; `product-csv.schema.ts` has the columns. */
import { textToHtml } from '#shared/html-text.ts';
import { toDecimalText } from '#shared/money.ts';
import { joinTags } from '#shared/tags.ts';
import { variantName } from '#shared/variant-options.ts';
import { type VariantValueKey, variantValue } from '#shared/variant-values.ts';
import type { ProductImage } from '../catalog/catalog.schema.ts';
import type { Ctx } from '../context.ts';
import { wholeAddress } from '../images/images.ts';
import type { OwnValue, ProductCsvColumn } from '../product-management/product-csv.schema.ts';
import type {
  ExportedProduct,
  StaffProduct,
  StaffVariant,
} from '../product-management/product-management.schema.ts';
import { toExportedHtml } from '../product-management/product-management.ts';
import type { CsvRow } from './csv.ts';

type Row = CsvRow<ProductCsvColumn>;

const money = (minor: number | null) => (minor === null ? null : toDecimalText(minor));

/**
 * The rows of a product: as many as it has variants or images, whichever are more. Uploaded images
 * have their whole address, so that another shop can fetch them.
 */
export function productRows(
  { relatedSlugs, ...product }: ExportedProduct,
  ctx: Pick<Ctx, 'baseUrl'>,
): Row[] {
  const addressOf = (url: string) => wholeAddress(ctx, url);
  const { variants, images, slug, id } = product;
  return Array.from({ length: Math.max(variants.length, images.length, 1) }, (_, index) => {
    const variant = variants[index];
    const image = images[index];
    return {
      Handle: slug,
      'Product ID': id,
      ...(index === 0
        ? {
            ...productCells(product, toExportedHtml(ctx, product.descriptionHtml)),
            ...optionNames(product),
            'Related Handles': relatedSlugs.join(' '),
          }
        : {}),
      ...(variant ? variantCells(product, variant, addressOf) : {}),
      ...(image ? imageCells({ ...image, url: addressOf(image.url) }, index) : {}),
    };
  });
}

function productCells(product: StaffProduct, descriptionHtml: string): Row {
  return {
    Title: product.name,
    'Body (HTML)': descriptionHtml || textToHtml(product.descriptions),
    Vendor: product.brand,
    Type: product.productType,
    Tags: joinTags(product.tags),
    'SEO Title': product.seoTitle,
    'SEO Description': product.seoDescription,
    'Google Shopping / Gender': product.gender,
    Status: product.status,
    Category: product.category,
    Material: product.material,
    Care: product.care,
    'Publish At': product.publishAt,
    'Former Handles': product.formerSlugs.join(' '),
    'Product Price': money(product.priceMinor),
    'Product Compare At Price': money(product.compareAtMinor),
    'Product Cost': money(product.costMinor),
    'Product Grams': product.weightGrams,
  };
}

function imageCells({ url, alt, focus, color }: ProductImage, index: number): Row {
  return {
    'Image Src': url,
    'Image Position': index + 1,
    'Image Alt Text': alt,
    'Image Focus': focus ? `${focus.x} ${focus.y}` : null,
    'Image Color': color ?? null,
  };
}

/** Shopify names the options in the first row. A product without options has a made-up one. */
function optionNames({ variants, optionName }: StaffProduct): Row {
  return hasOptions(variants)
    ? { 'Option1 Name': 'Size', 'Option2 Name': 'Color', 'Option3 Name': optionName }
    : { 'Option1 Name': 'Title', 'Option3 Name': optionName };
}

function hasOptions(variants: StaffVariant[]): boolean {
  return variants.some((variant) => variantName(variant) !== '');
}

function variantCells(
  product: StaffProduct,
  variant: StaffVariant,
  addressOf: (url: string) => string,
): Row {
  const options = hasOptions(product.variants)
    ? {
        'Option1 Value': variant.size,
        'Option2 Value': variant.color,
        'Option3 Value': variant.option,
      }
    : { 'Option1 Value': 'Default Title' };
  const value = (key: VariantValueKey) => variantValue(variant, product, key);
  return {
    ...options,
    'Variant SKU': variant.sku,
    'Variant Grams': value('weightGrams'),
    'Variant Weight Unit': 'g',
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': variant.available,
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': money(value('priceMinor')),
    'Variant Compare At Price': money(value('compareAtMinor')),
    'Cost per item': money(value('costMinor')),
    'Variant Barcode': variant.barcode,
    'Variant Image': variant.imageUrl && addressOf(variant.imageUrl),
    'Variant Own Values': ownValuesOf(variant).join(' '),
    'Variant Low Stock At': variant.lowStockAt,
    'Variant Archived': variant.archived ? 'true' : null,
  };
}

function ownValuesOf(variant: StaffVariant): OwnValue[] {
  const values: Record<OwnValue, number | null> = {
    price: variant.priceMinor,
    'compare-at': variant.compareAtMinor,
    cost: variant.costMinor,
    grams: variant.weightGrams,
  };
  return (Object.keys(values) as OwnValue[]).filter((name) => values[name] !== null);
}
