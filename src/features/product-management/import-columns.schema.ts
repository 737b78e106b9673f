/** The kinds of product files that an import reads, and how their columns map to ours. */
import { namesColor, namesSize } from './import/option-names.ts';
import { WOO_COLUMNS, WOO_PARENT_SKU, wooHeading } from './import/woo-headings.ts';
import { foreignColumns, type ProductCsvColumn, productCsvColumns } from './product-csv.schema.ts';

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
  Title: {
    label: 'Name',
    names: [
      ...['title', 'name', 'product name', 'product title', 'product'],
      ...['bezeichnung', 'artikelbezeichnung', 'produktname'],
    ],
  },
  'Body (HTML)': {
    label: 'Details',
    names: [
      ...['body (html)', 'description', 'descriptions', 'details', 'body', 'long description'],
      'beschreibung',
    ],
  },
  Vendor: {
    label: 'Brand',
    names: ['vendor', 'brand', 'manufacturer', 'maker', 'marke', 'hersteller'],
  },
  Category: {
    label: 'Category',
    names: ['category', 'categories', 'product category', 'kategorie'],
  },
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
  'Variant SKU': {
    label: 'SKU',
    names: [
      ...['variant sku', 'sku', 'article number', 'item number'],
      ...['artikelnummer', 'artikel nr', 'art nr'],
    ],
  },
  'Variant Barcode': {
    label: 'Barcode',
    names: ['variant barcode', 'barcode', 'ean', 'gtin', 'upc'],
  },
  'Variant Price': {
    label: 'Price',
    names: [
      ...['variant price', 'price', 'unit price', 'sales price', 'sale price'],
      ...['preis', 'verkaufspreis'],
    ],
  },
  'Variant Compare At Price': {
    label: 'Compare-at',
    names: [
      ...['variant compare at price', 'compare at price', 'compare at', 'former price'],
      ...['original price', 'old price', 'was price', 'rrp', 'msrp'],
    ],
  },
  'Cost per item': {
    label: 'Cost',
    names: ['cost per item', 'cost', 'purchase price', 'einkaufspreis'],
  },
  'Variant Grams': {
    label: 'Weight in grams',
    names: [
      ...['variant grams', 'weight value (grams)', 'grams', 'weight (g)'],
      ...['gewicht (g)', 'gewicht in g', 'gewicht in gramm'],
    ],
  },
  'Variant Inventory Qty': {
    label: 'Available units',
    names: [
      ...['variant inventory qty', 'inventory quantity', 'available', 'quantity', 'qty', 'stock'],
      ...['lagerbestand', 'bestand'],
    ],
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

/** Shopify's present names of columns, beside those of older files, which are ours. */
const SHOPIFY_NAMES: Record<string, ProductCsvColumn> = {
  'url handle': 'Handle',
  description: 'Body (HTML)',
  'published on online store': 'Published',
  sku: 'Variant SKU',
  barcode: 'Variant Barcode',
  price: 'Variant Price',
  'compare at price': 'Variant Compare At Price',
  'inventory tracker': 'Variant Inventory Tracker',
  'inventory quantity': 'Variant Inventory Qty',
  'continue selling when out of stock': 'Variant Inventory Policy',
  'weight value grams': 'Variant Grams',
  'product image url': 'Image Src',
  'variant image url': 'Variant Image',
};

const OUR_NAMES = new Map<string, ProductCsvColumn>(
  [...productCsvColumns, ...foreignColumns].map((column) => [plain(column), column]),
);

/**
 * Columns that say more of a field than the column that staff choose for it. They are not read
 * either where staff say that the file does not have the field.
 */
const FURTHER: Partial<Record<ProductCsvColumn, string[]>> = {
  'Body (HTML)': ['Short description'],
  Status: ['Published'],
  'Variant Price': ['Sale price'],
};

/** The kind of file that has these columns. */
export function detectDialect(header: string[]): CsvDialect {
  const has = (...names: string[]) => names.every((name) => header.includes(name));
  if (has('Handle', 'Title', 'Product ID')) return 'own';
  if (has('Handle', 'Title', 'Variant Price')) return 'shopify';
  const names = new Set(header.map(plain));
  const isPresent = ['title', 'url handle', 'price'].every((name) => names.has(name));
  if (isPresent && (names.has('option1 name') || names.has('published on online store'))) {
    return 'shopify';
  }
  const woo = new Set(header.map(wooHeading));
  if (['Type', 'SKU', 'Name', 'Regular price'].every((name) => woo.has(name))) {
    return 'woocommerce';
  }
  return 'other';
}

/** The name under which `placesOf` has a column of ours. */
function nameIn(dialect: CsvDialect, column: ProductCsvColumn): string {
  return (dialect === 'woocommerce' && WOO_COLUMNS[column]) || column;
}

/**
 * Where a file has each column: by our names, and in a file of WooCommerce by its English ones.
 * `mapping` takes precedence over the names of the file.
 */
export function placesOf(
  header: string[],
  dialect: CsvDialect,
  mapping: ColumnMapping,
): Map<string, number> {
  const places = new Map<string, number>();
  if (dialect !== 'other') {
    const nameOf = dialect === 'woocommerce' ? wooHeading : shopifyColumn;
    for (const [at, heading] of header.entries()) {
      const name = nameOf(heading);
      if (name && (name === heading || !places.has(name))) places.set(name, at);
    }
  }
  // Variations name their product by it, whatever column is chosen for the SKU.
  const sku = places.get('SKU');
  if (sku !== undefined) places.set(WOO_PARENT_SKU, sku);
  for (const [column, heading] of Object.entries(mapping) as [ProductCsvColumn, string][]) {
    const name = nameIn(dialect, column);
    const at = header.lastIndexOf(heading);
    if (heading !== '' && at !== -1) {
      places.set(name, at);
      continue;
    }
    // A form sends '' for each column that the file does not have, too. That is nobody's choice.
    if (places.delete(name)) for (const further of FURTHER[column] ?? []) places.delete(further);
  }
  return places;
}

/** The choices of staff for all columns that they can choose, with those of the file for the rest. */
export function mappingOf(
  header: string[],
  dialect: CsvDialect,
  chosen: ColumnMapping,
): ColumnMapping {
  if (dialect === 'other') return chosen;
  const places = placesOf(header, dialect, chosen);
  const found = (Object.keys(mappedColumns) as ProductCsvColumn[]).flatMap((column) => {
    const at = places.get(nameIn(dialect, column));
    if (at !== undefined) return [[column, header[at] ?? ''] as const];
    return chosen[column] === '' ? [[column, ''] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Whether two mappings read the same columns. An empty column is one that is not read. */
export function isSameMapping(one: ColumnMapping, other: ColumnMapping): boolean {
  return (Object.keys(mappedColumns) as ProductCsvColumn[]).every(
    (column) => (one[column] ?? '') === (other[column] ?? ''),
  );
}

function shopifyColumn(heading: string): ProductCsvColumn | undefined {
  const name = plain(heading);
  return OUR_NAMES.get(name) ?? SHOPIFY_NAMES[name];
}

/** Guesses the file's column for each of our columns. Files of known kinds use our names. */
export function guessMapping(header: string[], dialect: CsvDialect): ColumnMapping {
  if (dialect !== 'other') return {};
  const byName = new Map(header.map((name) => [plain(name), name]));
  const found = Object.entries(mappedColumns).flatMap(([column, { names }]) => {
    const name =
      names.map((one) => byName.get(plain(one))).find((one) => one !== undefined) ??
      (column === 'Size' ? header.find(namesSize) : undefined) ??
      (column === 'Color' ? header.find(namesColor) : undefined);
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
  const places = [...placesOf(header, dialect, mapping).values()];
  const read = new Set(places.map((at) => header[at]));
  return [...new Set(header)].filter((name) => name !== '' && !read.has(name));
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
