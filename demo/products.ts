import { stringify } from 'csv-stringify/sync';
import { imageAlt, imagePath } from './catalog/images.ts';
import type { Category, Product } from './catalog/types.ts';
import { type Variant, variantsOf } from './catalog/variants.ts';

/** A row by column name. */
type Row = Readonly<Record<string, string>>;

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Fulfillment Service',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Requires Shipping',
  'Variant Taxable',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Gift Card',
  'SEO Title',
  'SEO Description',
  'Google Shopping / Google Product Category',
  'Google Shopping / Gender',
  'Google Shopping / Age Group',
  'Google Shopping / MPN',
  'Google Shopping / AdWords Grouping',
  'Google Shopping / AdWords Labels',
  'Google Shopping / Condition',
  'Google Shopping / Custom Product',
  'Google Shopping / Custom Label 0',
  'Google Shopping / Custom Label 1',
  'Google Shopping / Custom Label 2',
  'Google Shopping / Custom Label 3',
  'Google Shopping / Custom Label 4',
  'Variant Image',
  'Variant Weight Unit',
  'Variant Tax Code',
] as const;

const grams: Record<Category, number> = {
  Cloths: 420,
  Shoes: 900,
  Gadget: 350,
  Jersey: 260,
  'Full Set': 1900,
};

function productFields(product: Product): Row {
  return {
    Title: product.title,
    'Body (HTML)': `<p>${product.description}</p>`,
    Vendor: 'Online Shop',
    Type: product.type,
    Tags: product.tags.join(', '),
    Published: 'true',
    'Gift Card': 'false',
    'SEO Title': '',
    // The first sentence is enough for a search result.
    'SEO Description': product.description.split(/(?<=[.!?]) /)[0] ?? product.description,
    'Google Shopping / Gender': product.gender,
    'Google Shopping / Age Group': 'Adult',
    'Google Shopping / Condition': 'New',
  };
}

function optionFields(product: Product, variant: Variant, first: boolean): Row {
  const options: [string, string][] = [];
  if (variant.size) options.push(['Size', variant.size]);
  if (variant.color) options.push(['Color', variant.color]);
  if (options.length === 0) options.push(['Title', 'Default Title']);
  const fields: Record<string, string> = {};
  options.forEach(([name, value], index) => {
    // Shopify repeats only the values after the first row of a product.
    if (first) fields[`Option${index + 1} Name`] = name;
    fields[`Option${index + 1} Value`] = value;
  });
  if (variant.color) fields['Variant Image'] = imagePath(product, variant.color);
  return fields;
}

function variantFields(product: Product, variant: Variant): Row {
  return {
    'Variant SKU': variant.sku,
    'Variant Grams': String(grams[product.type]),
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String(variant.quantity),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': variant.price.toFixed(2),
    'Variant Requires Shipping': 'true',
    'Variant Taxable': 'true',
    'Variant Weight Unit': 'g',
  };
}

function imageFields(product: Product, index: number): Row {
  const colors = product.colors ?? [undefined];
  if (index >= colors.length) return {};
  const color = colors[index];
  return {
    'Image Src': imagePath(product, color),
    'Image Position': String(index + 1),
    'Image Alt Text': imageAlt(product, color),
  };
}

function rowsOf(product: Product): Row[] {
  const variants = variantsOf(product);
  const images = product.colors?.length ?? 1;
  const rows = variants.map((variant, index) => ({
    Handle: product.handle,
    ...(index === 0 ? productFields(product) : {}),
    ...optionFields(product, variant, index === 0),
    ...variantFields(product, variant),
    ...imageFields(product, index),
  }));
  if (images > rows.length) throw new Error(`${product.handle}: more images than variants`);
  return rows;
}

export function productsCsv(products: readonly Product[]): string {
  // A line feed at the end of each line, as in Shopify's own exports.
  return stringify(products.flatMap(rowsOf), { header: true, columns: header });
}
