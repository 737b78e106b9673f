/** The kinds of product files that an import reads, and how their columns map to ours. */
import { type ProductCsvColumn, productCsvColumns } from './product-csv.schema.ts';

export const csvDialects = {
  own: 'A file that was exported here',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  other: 'Another table',
} as const;

export type CsvDialect = keyof typeof csvDialects;

/** The file's column for each of our columns. One that is absent or empty is not read. */
export type ColumnMapping = Partial<Record<ProductCsvColumn, string>>;

/**
 * The columns that people choose, with their labels and the other names that files use for them.
 */
export const mappedColumns = {
  Handle: { label: 'Handle (address)', names: ['handle', 'url handle', 'slug', 'url key'] },
  Title: { label: 'Name', names: ['title', 'name', 'product name', 'product title', 'product'] },
  'Body (HTML)': {
    label: 'Details',
    names: ['body (html)', 'description', 'descriptions', 'details', 'body', 'long description'],
  },
  Vendor: { label: 'Brand', names: ['vendor', 'brand', 'manufacturer', 'maker'] },
  Category: { label: 'Category', names: ['category', 'categories', 'product category'] },
  Type: { label: 'Product type', names: ['type', 'product type'] },
  Tags: { label: 'Tags', names: ['tags', 'keywords'] },
  Status: { label: 'Status', names: ['status'] },
  'Google Shopping / Gender': {
    label: 'Gender',
    names: ['google shopping / gender', 'gender'],
  },
  Material: { label: 'Material', names: ['material'] },
  Care: { label: 'Care', names: ['care'] },
  Size: { label: 'Size', names: ['size'] },
  Color: { label: 'Colour', names: ['color', 'colour'] },
  'Option3 Value': {
    label: 'Third option (under its name)',
    names: ['option3 value', 'third option'],
  },
  'Variant SKU': { label: 'SKU', names: ['variant sku', 'sku', 'article number', 'item number'] },
  'Variant Barcode': {
    label: 'Barcode',
    names: ['variant barcode', 'barcode', 'ean', 'gtin', 'upc'],
  },
  'Variant Price': {
    label: 'Price',
    names: ['variant price', 'price', 'unit price', 'sales price', 'sale price'],
  },
  'Variant Compare At Price': {
    label: 'Compare-at',
    names: [
      ...['variant compare at price', 'compare at price', 'compare at', 'former price'],
      ...['original price', 'old price', 'was price', 'rrp', 'msrp'],
    ],
  },
  'Cost per item': { label: 'Cost', names: ['cost per item', 'cost', 'purchase price'] },
  'Variant Grams': {
    label: 'Weight in grams',
    names: ['variant grams', 'weight value (grams)', 'grams', 'weight (g)'],
  },
  'Variant Inventory Qty': {
    label: 'Available units',
    names: ['variant inventory qty', 'inventory quantity', 'available', 'quantity', 'qty', 'stock'],
  },
  'Image Src': {
    label: 'Image',
    names: ['image src', 'product image url', 'image', 'image url', 'img', 'picture'],
  },
  'Image Alt Text': { label: 'What the image shows', names: ['image alt text', 'alt text', 'alt'] },
  'Variant Image': { label: 'Image of the variant', names: ['variant image', 'variant image url'] },
  'SEO Title': { label: 'Title for search engines', names: ['seo title', 'meta title'] },
  'SEO Description': {
    label: 'Description for search engines',
    names: ['seo description', 'meta description'],
  },
} satisfies Partial<Record<ProductCsvColumn, { label: string; names: string[] }>>;

/** The kind of file that has these columns. */
export function detectDialect(header: string[]): CsvDialect {
  const has = (...names: string[]) => names.every((name) => header.includes(name));
  if (has('Handle', 'Title', 'Product ID')) return 'own';
  if (has('Handle', 'Title', 'Variant Price')) return 'shopify';
  if (has('Type', 'SKU', 'Name', 'Regular price')) return 'woocommerce';
  return 'other';
}

/** Guesses the file's column for each of our columns. Files of known kinds use our names. */
export function guessMapping(header: string[], dialect: CsvDialect): ColumnMapping {
  if (dialect !== 'other') return {};
  const byName = new Map(header.map((name) => [plain(name), name]));
  const found = Object.entries(mappedColumns).flatMap(([column, { names }]) => {
    const name = names.map((one) => byName.get(plain(one))).find((one) => one !== undefined);
    return name === undefined ? [] : [[column, name] as const];
  });
  return Object.fromEntries(found);
}

/**
 * The columns of a file that an import passes over. Of a file of WooCommerce none is named: its
 * columns are always the same.
 */
export function unreadColumns({
  header,
  dialect,
  mapping,
}: {
  header: string[];
  dialect: CsvDialect;
  mapping: ColumnMapping;
}): string[] {
  if (dialect === 'woocommerce') return [];
  const ours: string[] = [...productCsvColumns, 'Published', ...Object.keys(mappedColumns)];
  const read = new Set(dialect === 'other' ? Object.values(mapping) : ours);
  return [...new Set(header)].filter((name) => name !== '' && !read.has(name));
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
