/** Reads Shopify's product CSV format into products; reports errors by line. */
import { fromSpreadsheet } from '#shared/spreadsheet-text.ts';
import { hasVisibleCharacter } from '#shared/visible-text.ts';
import type { ProductImage } from '../../catalog/catalog.schema.ts';
import { type ProductCsvColumn, splitTags } from '../product-csv.schema.ts';
import { type ProductStatus, productStatuses } from '../product-status.schema.ts';
import { type CsvProblem, type CsvSource, checkCsv, type Row, readRows } from './csv-file.ts';
import { type CsvVariant, readAmount, readGrams, readVariant } from './read-variant.ts';

/** A product in the file. Money in minor units. */
export interface CsvProduct {
  /** The line where it starts; the header is line 1. */
  line: number;
  handle: string;
  title: string;
  /** The description as the file has it; `toDescription` reads it. */
  body: string;
  category: string;
  type: string;
  tags: string[];
  gender: string;
  brand: string;
  material: string;
  care: string;
  seoTitle: string;
  seoDescription: string;
  status: ProductStatus;
  publishAt: Date | null;
  formerHandles: string[];
  /** What variants have that have no value of their own; null in files of other shops. */
  values: CsvValues | null;
  variants: CsvVariant[];
  images: ProductImage[];
  relatedHandles: string[];
}

export interface CsvValues {
  priceMinor: number | null;
  compareAtMinor: number | null;
  costMinor: number | null;
  weightGrams: number | null;
}

type CsvRow = Row<ProductCsvColumn>;

/** What a file has next. A problem may be all that is left of a product. */
export type CsvItem = { product: CsvProduct } | { problem: CsvProblem; isProduct: boolean };

/** A product whose rows are being read. */
interface Open {
  key: string;
  product: CsvProduct & { optionNames: string[] };
}

const NEEDED = ['Handle', 'Title', 'Variant Price'];

/** Checks the whole file and counts its products. Throws for a file of another kind. */
export async function checkProductCsv(
  open: CsvSource,
): Promise<{ count: number; broken: CsvProblem | null }> {
  let count = 0;
  let last = '';
  let position: number | undefined;
  const { header, broken } = await checkCsv(open, (cells, names) => {
    position ??= names.indexOf('Handle');
    const handle = cells[position];
    if (handle && handle !== last) count += 1;
    last = handle ?? '';
  });
  const missing = NEEDED.filter((name) => !header.includes(name));
  if (!broken && missing.length > 0) {
    throw new Error(
      `This is not a product file in Shopify's format: it has no column ${missing.join(', ')}.`,
    );
  }
  return { count, broken };
}

/**
 * The products and the errors of a checked file, as they come. The rows of a product stand
 * together.
 */
export async function* readProductCsv(open: CsvSource): AsyncGenerator<CsvItem> {
  let current: Open | null = null;
  /** The product whose first row was refused. */
  let refused = '';
  for await (const { row, line } of readRows<ProductCsvColumn>(open)) {
    const key = `${row('Handle')}\n${row('Product ID')}`;
    if (current && current.key !== key && row('Handle')) {
      yield finish(current.product);
      current = null;
    }
    if (!current && key === refused && !row('Title')) continue;
    try {
      current ??= { key, product: startProduct(row, line) };
      readRow(current.product, row);
    } catch (error) {
      const isProduct = !current && row('Handle') !== '';
      if (isProduct) refused = key;
      const reason = error instanceof Error ? error.message : String(error);
      yield { problem: { line, reason }, isProduct };
    }
  }
  if (current) yield finish(current.product);
}

function finish({ optionNames: _, ...product }: Open['product']): CsvItem {
  if (product.variants.length > 0) return { product };
  const reason = `${product.handle} has no row with a price.`;
  return { problem: { line: product.line, reason }, isProduct: true };
}

function startProduct(row: CsvRow, line: number): Open['product'] {
  const text = (name: ProductCsvColumn) => fromSpreadsheet(row(name)).trim();
  const handle = text('Handle');
  if (!handle) throw new Error('The row has no Handle.');
  const title = text('Title');
  if (!hasVisibleCharacter(title)) {
    throw new Error(`The first row of ${handle} has no Title.`);
  }
  return {
    line,
    handle,
    title,
    body: fromSpreadsheet(row('Body (HTML)')),
    category: text('Category'),
    type: text('Type'),
    tags: splitTags(text('Tags')),
    gender: text('Google Shopping / Gender'),
    brand: text('Vendor'),
    material: text('Material'),
    care: text('Care'),
    seoTitle: text('SEO Title'),
    seoDescription: text('SEO Description'),
    ...readStatus(row, handle),
    formerHandles: handlesOf(text('Former Handles')),
    relatedHandles: handlesOf(text('Related Handles')),
    values: isOwnFile(row) ? readValues(row, handle) : null,
    variants: [],
    images: [],
    optionNames: [],
  };
}

const handlesOf = (cell: string) => cell.split(/\s+/).filter(Boolean);

/** Whether the row is of a file that a shop like this one exported. */
function isOwnFile(row: CsvRow): boolean {
  return row('Product ID') !== '';
}

function readValues(row: CsvRow, handle: string): CsvValues {
  return {
    priceMinor: readAmount(row('Product Price'), handle),
    compareAtMinor: readAmount(row('Product Compare At Price'), handle),
    costMinor: readAmount(row('Product Cost'), handle),
    weightGrams: readGrams(row('Product Grams'), handle),
  };
}

function readStatus(row: CsvRow, handle: string): Pick<CsvProduct, 'status' | 'publishAt'> {
  const said = row('Status').toLowerCase() || 'active';
  // Shopify shows neither of them to customers who browse.
  const isHidden =
    said === 'unlisted' || (said === 'active' && row('Published').toLowerCase() === 'false');
  const status = isHidden ? 'draft' : productStatuses.find((one) => one === said);
  if (!status) throw new Error(`"${row('Status')}" is not a status for ${handle}.`);
  if (status !== 'scheduled') return { status, publishAt: null };
  const publishAt = new Date(row('Publish At'));
  if (Number.isNaN(publishAt.getTime())) {
    throw new Error(`${handle} is scheduled and has no time in Publish At.`);
  }
  return { status, publishAt };
}

function readRow(product: Open['product'], row: CsvRow): void {
  if (!row('Handle')) throw new Error('The row has no Handle.');
  const text = (name: ProductCsvColumn) => fromSpreadsheet(row(name)).trim();
  const names = [text('Option1 Name'), text('Option2 Name'), text('Option3 Name')];
  if (names.some(Boolean)) product.optionNames = names;
  readImage(product, row);
  // A row without price and options only adds an image.
  const values = [text('Option1 Value'), text('Option2 Value'), text('Option3 Value')];
  if (!values.some(Boolean) && !row('Variant Price')) return;
  const options = values.map((value, i) => ({ name: product.optionNames[i] ?? '', value }));
  product.variants.push(readVariant(product, row, options, isOwnFile(row)));
}

/** What only files of a shop like this one say of an image. */
function readView(row: CsvRow, handle: string): Pick<ProductImage, 'focus' | 'color'> {
  const color = fromSpreadsheet(row('Image Color')).trim();
  const said = row('Image Focus');
  const [, x, y] = /^(\d{1,2}|100) (\d{1,2}|100)$/.exec(said) ?? [];
  if (said !== '' && x === undefined) {
    throw new Error(`"${said}" is not a focal point for ${handle}.`);
  }
  return {
    ...(x === undefined ? {} : { focus: { x: Number(x), y: Number(y) } }),
    ...(color === '' ? {} : { color }),
  };
}

function readImage(product: CsvProduct, row: CsvRow): void {
  const url = fromSpreadsheet(row('Image Src'));
  if (!url) return;
  const alt = fromSpreadsheet(row('Image Alt Text')).trim();
  if (isOwnFile(row)) product.images.push({ url, alt, ...readView(row, product.handle) });
  // Some shops repeat an image in several rows.
  else if (!product.images.some((image) => image.url === url)) {
    product.images.push({ url, alt: alt || product.title });
  }
}
