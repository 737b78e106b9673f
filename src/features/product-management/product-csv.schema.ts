/**
 * The columns of product files: `import/` reads them, and `exports/` writes them. Most are
 * Shopify's. A product has as many rows as it has variants or images, whichever are more. The first
 * row has the fields of the whole product.
 */

/** The columns of Shopify. */
const shopifyColumns = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
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
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'SEO Title',
  'SEO Description',
  'Google Shopping / Gender',
  'Variant Image',
  'Variant Weight Unit',
  'Cost per item',
  'Status',
] as const;

/** The shop's own columns. A file with 'Product ID' was exported by a shop like this one. */
const ownColumns = [
  'Product ID',
  'Category',
  'Material',
  'Care',
  'Publish At',
  'Former Handles',
  'Product Price',
  'Product Compare At Price',
  'Product Cost',
  'Product Grams',
  'Variant Own Values',
  'Variant Low Stock At',
  'Variant Archived',
  'Image Focus',
  'Image Color',
  'Related Handles',
] as const;

/** The columns of an export, in order. */
export const productCsvColumns = [...shopifyColumns, ...ownColumns];

/** Columns that are read from files of other shops, and never written. */
export const foreignColumns = ['Published', 'Size', 'Color'] as const;

export type ProductCsvColumn = (typeof productCsvColumns | typeof foreignColumns)[number];

/**
 * The own values of a variant. A value that equals the product's counts as the product's, unless
 * 'Variant Own Values' names it.
 */
export const ownValues = ['price', 'compare-at', 'cost', 'grams'] as const;

export type OwnValue = (typeof ownValues)[number];
