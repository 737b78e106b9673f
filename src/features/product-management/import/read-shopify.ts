/** Reads files in Shopify's columns, and tables whose columns were mapped to them. */
import type { DecimalSign } from '#shared/read-decimal.ts';
import { productSlug } from '#shared/slugify.ts';
import { fromSpreadsheet } from '#shared/spreadsheet-text.ts';
import { splitTags } from '#shared/tags.ts';
import type { ProductImage } from '../../catalog/catalog.schema.ts';
import type { ProductCsvColumn } from '../product-csv.schema.ts';
import { type ProductStatus, productStatuses } from '../product-status.schema.ts';
import { type CsvProblem, clean, readRecords } from './csv-file.ts';
import {
  type CsvItem,
  type CsvProduct,
  type CsvValues,
  findExcess,
  type GivenField,
  isFull,
  isName,
  needsPrice,
  noteImageLine,
} from './csv-product.ts';
import type { ProductFile } from './product-file.ts';
import {
  findAmount,
  groupOptions,
  noteOneOption,
  noteOversold,
  type Option,
  otherOptions,
  readOptionName,
  readVariant,
  readWeight,
} from './read-variant.ts';
import { createRowCheck } from './row-problems.ts';
import { addRow, addWrongRow, doubtReason, keepsKeyInShiftedRows } from './shifted-rows.ts';

/** The value of a cell by the name of its column; empty where there is none. */
export type Row = (name: ProductCsvColumn) => string;

/** The columns, which are the same for all rows. */
interface Columns {
  has(name: ProductCsvColumn): boolean;
  given: ReadonlySet<GivenField>;
  decimal: DecimalSign | null;
  /** The file's name for the column that was mapped to the third option; empty in other files. */
  thirdOption: string;
}

/** A product whose rows are being read. */
interface Open {
  key: string;
  product: CsvProduct;
  optionNames: string[];
  problems: CsvProblem[];
}

/** The columns that give each field. */
const COLUMNS_OF: Record<GivenField, ProductCsvColumn[]> = {
  title: ['Title'],
  descriptions: ['Body (HTML)'],
  type: ['Type'],
  tags: ['Tags'],
  gender: ['Google Shopping / Gender'],
  brand: ['Vendor'],
  material: ['Material'],
  care: ['Care'],
  seoTitle: ['SEO Title'],
  seoDescription: ['SEO Description'],
  status: ['Status', 'Published'],
  images: ['Image Src'],
  imageFocus: ['Image Focus'],
  imageColor: ['Image Color'],
  related: ['Related Handles'],
  price: ['Variant Price'],
  compareAt: ['Variant Compare At Price'],
  cost: ['Cost per item'],
  grams: ['Variant Grams'],
  options: ['Option1 Value', 'Option3 Value', 'Size', 'Color'],
  quantity: ['Variant Inventory Qty'],
  barcode: ['Variant Barcode'],
  tracker: ['Variant Inventory Tracker'],
  lowStockAt: ['Variant Low Stock At'],
  variantImage: ['Variant Image'],
  variantArchived: ['Variant Archived'],
};

/**
 * The columns of a shop's own export. Without all of them, its values are read like those of other
 * shops.
 */
const OWN_VALUES: ProductCsvColumn[] = [
  'Product Price',
  'Product Compare At Price',
  'Product Cost',
  'Product Grams',
  'Variant Own Values',
];

/** The columns that find products and variants. */
const KEY_COLUMNS: ProductCsvColumn[] = [
  'Handle',
  'Variant SKU',
  'Former Handles',
  'Related Handles',
];

/**
 * Reads the products of a file one by one. The rows of a product are next to each other. A wrong
 * row makes the whole product a problem.
 */
export async function* readShopify(file: ProductFile): AsyncGenerator<CsvItem> {
  const { positions, columns } = columnsOf(file);
  // Without handles, products are found by their names.
  const keys = columns.has('Handle') ? KEY_COLUMNS : [...KEY_COLUMNS, 'Title' as const];
  const problemOf = createRowCheck(
    file.format,
    keys.flatMap((name) => positions.get(name) ?? []),
  );
  const keepsKey = keepsKeyInShiftedRows(positions);
  /** The line of a row that may belong to the next product. */
  let doubtful: number | null = null;
  let current: Open | null = null;
  let isHeader = true;
  for await (const record of readRecords(file.open, file.format)) {
    const { cells, line, lastLine } = record;
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const row = rowOf(cells, positions);
    const problem = problemOf(record);
    const key = keyOf(row, line, columns);
    if (problem?.isShifted && !keepsKey && !isOf(current, key)) {
      // It may belong to the product before it or after it, or be one of its own.
      doubtful = line;
      if (current) addWrongRow(current, record, problem.reason);
      else yield strayRow(line, lastLine, problem.reason);
      continue;
    }
    // A row without a handle belongs to no product, and does not end the current product.
    if (key === null) {
      yield strayRow(line, lastLine, problem?.reason ?? NO_KEY);
      continue;
    }
    if (current && current.key !== key && !(problem?.isShifted && isOf(current, key))) {
      yield finish(current);
      current = null;
    }
    if (!current) {
      current = startProduct(key, row, line, columns);
      if (doubtful !== null) current.problems.push({ line, reason: doubtReason(doubtful) });
    }
    doubtful = null;
    if (problem !== null) {
      addWrongRow(current, record, problem.reason);
      continue;
    }
    addRow(current, record);
    if (isFull(current.product, current.problems)) continue;
    readRow(current, row, line, columns);
  }
  if (current) yield finish(current);
}

function rowOf(cells: string[], positions: ReadonlyMap<ProductCsvColumn, number>): Row {
  return (name) => {
    const at = positions.get(name);
    const cell = at === undefined ? undefined : cells[at];
    return cell ? clean(cell) : '';
  };
}

function columnsOf({ dialect, mapping, places, decimal }: ProductFile) {
  const positions = places as ReadonlyMap<ProductCsvColumn, number>;
  const has = (name: ProductCsvColumn) => positions.has(name);
  const given = (Object.keys(COLUMNS_OF) as GivenField[]).filter((field) =>
    COLUMNS_OF[field].some(has),
  );
  const third = (mapping['Option3 Value'] ?? '').trim();
  const thirdOption = dialect !== 'other' && /^option3 value$/i.test(third) ? '' : third;
  return { positions, columns: { has, given: new Set(given), decimal, thirdOption } };
}

/** The key that the rows of one product share; null when a row names no product. */
function keyOf(row: Row, line: number, { has }: Columns): string | null {
  if (has('Handle')) return row('Handle') ? `${row('Handle')}\n${row('Product ID')}` : null;
  if (has('Title')) return row('Title') || null;
  // The SKU decides later which product it is, so each row is read on its own.
  return row('Variant SKU') ? `\n${line}` : null;
}

/** Whether a shifted row has the handle or name of the open product. Its id may be elsewhere. */
function isOf(open: Open | null, key: string | null): boolean {
  const [name] = (key ?? '').split('\n');
  return open !== null && name !== '' && open.key.split('\n')[0] === name;
}

const NO_KEY = 'The row has no Handle, and does not name its product in another way.';

function strayRow(line: number, lastLine: number, reason: string): CsvItem {
  return { problems: [{ line, lastLine, reason }], isProduct: false };
}

function finish({ product, problems }: Open): CsvItem {
  const { line: firstLine, lastLine, handle } = product;
  const isEmpty =
    product.variants.length === 0 && product.given.has('price') && needsPrice(product);
  const reason = isEmpty ? `${handle} has no row with a price.` : findExcess(product);
  if (problems.length === 0 && reason) problems.push({ line: firstLine, reason });
  if (problems.length === 0) return { product };
  return { problems: problems.map((one) => ({ ...one, firstLine, lastLine })), isProduct: true };
}

function startProduct(key: string, row: Row, line: number, columns: Columns): Open {
  const text = (name: ProductCsvColumn) => fromSpreadsheet(row(name)).trim();
  const problems: CsvProblem[] = [];
  const read = <T>(work: () => T, otherwise: T): T => attempt(problems, line, work, otherwise);
  const title = text('Title');
  const handle = text('Handle') || (title ? productSlug(title) : '');
  if (columns.has('Title') && handle && !isName(title)) {
    problems.push({ line, reason: `The first row of ${handle} has no Title.` });
  }
  const isOwn = isOwnFile(row) && OWN_VALUES.every(columns.has);
  const product: CsvProduct = {
    line,
    lastLine: line,
    size: 0,
    handle,
    title,
    body: fromSpreadsheet(row('Body (HTML)')),
    category: text('Category'),
    categories: [],
    type: text('Type'),
    tags: splitTags(text('Tags')),
    optionName: '',
    gender: text('Google Shopping / Gender'),
    brand: text('Vendor'),
    material: text('Material'),
    care: text('Care'),
    seoTitle: text('SEO Title'),
    seoDescription: text('SEO Description'),
    ...read(() => readStatus(row, handle), { status: 'draft', publishAt: null }),
    formerHandles: handlesOf(text('Former Handles')),
    relatedHandles: handlesOf(text('Related Handles')),
    values: isOwn ? read(() => readValues(row, handle, columns.decimal), null) : null,
    variants: [],
    images: [],
    imageLines: new Map(),
    notes: [],
    given: columns.given,
    optionsNotGiven: new Set(),
  };
  return { key, product, optionNames: [], problems };
}

const handlesOf = (cell: string) => cell.split(/\s+/).filter(Boolean);

/** Whether the row is from a file that a shop like this one exported. */
function isOwnFile(row: Row): boolean {
  return row('Product ID') !== '';
}

function readValues(row: Row, handle: string, decimal: DecimalSign | null): CsvValues {
  return {
    priceMinor: findAmount(row('Product Price'), handle, decimal),
    compareAtMinor: findAmount(row('Product Compare At Price'), handle, decimal),
    costMinor: findAmount(row('Product Cost'), handle, decimal),
    weightGrams: readWeight(row('Product Grams'), handle, decimal),
  };
}

function readStatus(row: Row, handle: string): { status: ProductStatus; publishAt: Date | null } {
  const said = row('Status').toLowerCase() || 'active';
  // Shopify hides both kinds from customers who browse.
  const isHidden =
    said === 'unlisted' || (said === 'active' && row('Published').toLowerCase() === 'false');
  const status = isHidden ? 'draft' : productStatuses.find((one) => one === said);
  if (!status) throw new Error(`"${row('Status')}" is not a status for ${handle}.`);
  if (status !== 'scheduled') return { status, publishAt: null };
  const publishAt = new Date(row('Publish At'));
  const year = publishAt.getUTCFullYear();
  if (!(year >= 2000 && year <= 9999)) {
    throw new Error(`${handle} is scheduled and has no time in Publish At.`);
  }
  return { status, publishAt };
}

function readRow(open: Open, row: Row, line: number, columns: Columns): void {
  const { product, problems } = open;
  const text = (name: ProductCsvColumn) => fromSpreadsheet(row(name)).trim();
  const names = [text('Option1 Name'), text('Option2 Name'), text('Option3 Name')];
  if (names.some(Boolean)) open.optionNames = names;
  if (columns.thirdOption) {
    const [first = '', second = ''] = open.optionNames;
    open.optionNames = [first, second, columns.thirdOption];
  }
  readImage(open, row, line);
  const values = [text('Option1 Value'), text('Option2 Value'), text('Option3 Value')];
  const options = values.map((value, i) => ({ name: open.optionNames[i] ?? '', value }));
  for (const name of ['Size', 'Color'] as const) {
    if (columns.has(name)) options.push({ name, value: text(name) });
  }
  // A row without price and options only adds an image.
  const isVariant =
    options.some(({ value }) => value !== '') ||
    row('Variant Price') !== '' ||
    (!(columns.given.has('price') && needsPrice(product)) &&
      OF_VARIANT.some((name) => row(name) !== ''));
  if (!isVariant) return;
  const groups = groupOptions(options);
  if (product.variants.length === 0) {
    product.optionsNotGiven = optionsNotGiven(options, columns);
    noteOneOption(product, groups, line);
  }
  const variant = attempt(
    problems,
    line,
    () => readVariant(product, row, groups, { ...columns, isOwn: isOwnFile(row) }),
    null,
  );
  if (!variant) return;
  product.optionName ||= readOptionName(groups);
  if (variant.imageUrl) noteImageLine(product, variant.imageUrl, line);
  noteOversold(product, row('Variant Inventory Qty'), variant, line);
  product.variants.push(variant);
}

/** What makes a row a variant, in a file without prices and of a draft. */
const OF_VARIANT: ProductCsvColumn[] = [
  'Variant SKU',
  'Variant Inventory Qty',
  'Variant Compare At Price',
  'Cost per item',
  'Variant Grams',
  'Variant Barcode',
  'Variant Image',
];

const SLOTS: ProductCsvColumn[] = ['Option1 Value', 'Option2 Value', 'Option3 Value'];

/**
 * The options that a file has no columns for. A file with columns for options of any name has all
 * options of a product, if it has three of them or leaves one without a name.
 */
function optionsNotGiven(options: Option[], { has, thirdOption }: Columns) {
  const slots = SLOTS.filter(has);
  const isFree = (slot: ProductCsvColumn) => options[SLOTS.indexOf(slot)]?.name === '';
  const isWhole = !thirdOption && (slots.length === SLOTS.length || slots.some(isFree));
  return isWhole
    ? new Set<never>()
    : otherOptions(groupOptions(options.filter(({ name }) => name !== '')));
}

/** The fields of an image that only files of a shop like this one have. */
function readView(row: Row, handle: string): Pick<ProductImage, 'focus' | 'color'> {
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

function readImage({ product, problems }: Open, row: Row, line: number): void {
  const url = fromSpreadsheet(row('Image Src'));
  if (!url) return;
  noteImageLine(product, url, line);
  const alt = fromSpreadsheet(row('Image Alt Text')).trim();
  const view = attempt(problems, line, () => readView(row, product.handle), {});
  if (isOwnFile(row)) product.images.push({ url, alt, ...view });
  // Some shops repeat an image in several rows.
  else if (!product.images.some((image) => image.url === url)) {
    product.images.push({ url, alt: alt || product.title, ...view });
  }
}

/** Returns the result of `work`. If it throws, the error becomes a problem of the line. */
function attempt<T>(problems: CsvProblem[], line: number, work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    problems.push({ line, reason: error instanceof Error ? error.message : String(error) });
    return otherwise;
  }
}
