/** The columns of WooCommerce, which writes their names in the language of the shop. */
import type { ProductCsvColumn } from '../product-csv.schema.ts';

/** Its columns that are read, with their names in German, French and Spanish. */
const NAMES: Record<string, string[]> = {
  ID: [],
  Type: ['typ', 'tipo'],
  SKU: ['artikelnummer', 'ugs'],
  'GTIN, UPC, EAN, or ISBN': [
    ...['gtin upc ean oder isbn', 'gtin upc ean ou isbn', 'gtin upc ean o isbn'],
  ],
  Name: ['nom', 'nombre'],
  Published: ['veroffentlicht', 'publie', 'publicado'],
  'Short description': ['kurzbeschreibung', 'description courte', 'descripcion corta'],
  Description: ['beschreibung', 'descripcion'],
  'In stock?': ['vorratig', 'en stock', 'existencias', 'en inventario'],
  Stock: ['lager', 'bestand', 'lagerbestand', 'inventario'],
  'Low stock amount': [
    ...['geringe lagermenge', 'montant de stock faible', 'cantidad de bajo inventario'],
  ],
  'Sale price': ['angebotspreis', 'tarif promo', 'precio rebajado', 'precio de oferta'],
  'Date sale price starts': [
    ...['datum an dem angebotspreis beginnt', 'date de debut de promo'],
    'dia en que empieza el precio rebajado',
  ],
  'Date sale price ends': [
    ...['datum an dem angebotspreis endet', 'date de fin de promo'],
    'dia en que termina el precio rebajado',
  ],
  'Regular price': ['regularer preis', 'tarif regulier', 'precio normal'],
  Categories: ['kategorien', 'categorias'],
  Tags: ['schlagworter', 'etiquettes', 'etiquetas'],
  Images: ['bilder', 'imagenes'],
  Parent: ['ubergeordnetes produkt', 'superior'],
  Brands: ['marken', 'marques', 'marcas'],
};

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([english, names]) =>
    [fold(english), ...names].map((name) => [name, english] as const),
  ),
);

const ATTRIBUTES: [RegExp, string][] = [
  [/^(?:attribute? (\d+) name|nom de l attribut (\d+)|nombre del atributo (\d+))$/, 'name'],
  [
    /^(?:attribute (\d+) value s|attribut (\d+) wert e|valeur s de l attribut (\d+)|valor es del atributo (\d+))$/,
    'value(s)',
  ],
];

/** The columns of WooCommerce that have what ours have. The rest of ours is read under our names. */
export const WOO_COLUMNS: Partial<Record<ProductCsvColumn, string>> = {
  Title: 'Name',
  'Body (HTML)': 'Description',
  Vendor: 'Brands',
  Type: 'Categories',
  Tags: 'Tags',
  Status: 'Published',
  'Variant SKU': 'SKU',
  'Variant Barcode': 'GTIN, UPC, EAN, or ISBN',
  'Variant Price': 'Regular price',
  'Variant Inventory Qty': 'Stock',
  'Image Src': 'Images',
};

/** The column with the SKUs by which variations name their products. */
export const WOO_PARENT_SKU = 'SKU of parents';

/** The English name of a column of WooCommerce; undefined for one that is not read. */
export function wooHeading(heading: string): string | undefined {
  const name = fold(heading);
  const known = BY_NAME.get(name);
  if (known) return known;
  const unit = /^(?:weight|gewicht|poids|peso) (\w+)$/.exec(name)?.[1];
  if (unit) return `Weight (${unit})`;
  for (const [form, what] of ATTRIBUTES) {
    const number = form.exec(name)?.slice(1).find(Boolean);
    if (number) return `Attribute ${number} ${what}`;
  }
  return undefined;
}

function fold(heading: string): string {
  return heading
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
