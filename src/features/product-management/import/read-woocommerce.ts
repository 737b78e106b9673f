/** Reads product files of WooCommerce: a row for each product, and one for each variation. */
import type { DecimalSign } from '#shared/read-decimal.ts';
import { productSlug } from '#shared/slugify.ts';
import { fromSpreadsheet } from '#shared/spreadsheet-text.ts';
import { splitTags } from '#shared/tags.ts';
import { type CsvProblem, type CsvRecord, clean, LONG_CELL, readRecords } from './csv-file.ts';
import {
  type CsvItem,
  type CsvProduct,
  type CsvVariant,
  findExcess,
  type GivenField,
  isFull,
  isName,
  noteImageLine,
} from './csv-product.ts';
import type { ProductFile } from './product-file.ts';
import {
  findAmount,
  hasVariant,
  noteOversold,
  readOptionName,
  readOptions,
  readQuantity,
  readWeight,
  readWhole,
} from './read-variant.ts';

/** The most products that wait for their variations, which may come later in the file. */
const MAX_WAITING = 2_000;
/** In bytes of the file. */
const MAX_WAITING_SIZE = 16 * 1024 * 1024;

type Row = (name: string) => string;

/** How the numbers of a file are written. */
interface Numbers {
  /** The unit of weights. */
  unit: string;
  decimal: DecimalSign | null;
}

interface Waiting {
  product: CsvProduct;
  problems: CsvProblem[];
}

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, lbs: 453.592_37, oz: 28.349_523_125 };

const GIVEN: Record<string, GivenField[]> = {
  Name: ['title'],
  Description: ['descriptions'],
  'Short description': ['descriptions'],
  Categories: ['type'],
  Tags: ['tags'],
  Brands: ['brand'],
  Published: ['status'],
  Images: ['images', 'variantImage'],
  'Regular price': ['price', 'compareAt'],
  Stock: ['quantity'],
  'Low stock amount': ['lowStockAt'],
  'GTIN, UPC, EAN, or ISBN': ['barcode'],
  'Attribute 1 name': ['options'],
};

/** The products and problems of a file of WooCommerce. A variation comes after its product. */
export async function* readWooCommerce({
  open,
  format,
  decimal,
}: ProductFile): AsyncGenerator<CsvItem> {
  const places = new Map(format.header.map((name, index) => [name, index]));
  const unit = format.header.map((name) => /^Weight \((\w+)\)$/.exec(name)?.[1]).find(Boolean);
  const given = new Set(format.header.flatMap((name) => GIVEN[name] ?? []));
  if (unit) given.add('grams');
  const waiting = new Map<string, Waiting>();
  const numbers = { unit: unit ?? 'kg', decimal };
  let size = 0;
  let isHeader = true;
  for await (const record of readRecords(open, format)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const row: Row = (name) => fromSpreadsheet(clean(record.cells[places.get(name) ?? -1] ?? ''));
    const item = readRecord(record, row, { given, numbers, waiting });
    if (item) yield item;
    else size += record.size;
    while (waiting.size > MAX_WAITING || (size > MAX_WAITING_SIZE && waiting.size > 0)) {
      const [first] = waiting.values();
      size -= first?.product.size ?? 0;
      yield* closeFirst(waiting);
    }
    if (waiting.size === 0) size = 0;
  }
  while (waiting.size > 0) yield* closeFirst(waiting);
}

function readRecord(
  { line, lastLine, size, hasLongCell }: CsvRecord,
  row: Row,
  file: { given: Set<GivenField>; numbers: Numbers; waiting: Map<string, Waiting> },
): CsvItem | null {
  const types = row('Type').toLowerCase().split(/,\s*/);
  const wrong = (reason: string, isProduct: boolean): CsvItem => ({
    problems: [{ line, firstLine: line, lastLine, reason }],
    isProduct,
  });
  try {
    if (types.includes('variation')) {
      const parent = file.waiting.get(row('Parent'));
      if (!parent) {
        return wrong(
          `Its product "${row('Parent')}" is not in the file before it, or has a problem.`,
          false,
        );
      }
      addVariation(parent, row, file.numbers, { line, lastLine, size, hasLongCell });
      return null;
    }
    if (!types.includes('simple') && !types.includes('variable')) {
      return wrong(`"${row('Type')}" is not a type of product that the shop supports.`, true);
    }
    if (hasLongCell) throw new Error(LONG_CELL);
    const product = readProduct(row, { line, lastLine, size }, file.given);
    if (types.includes('simple')) {
      addVariant(product, readVariation(row, file.numbers, product.handle, []), row, line);
      const excess = findExcess(product);
      return excess ? wrong(excess, true) : { product };
    }
    const entry = { product, problems: [] };
    for (const key of [row('SKU'), `id:${row('ID')}`]) {
      if (key && key !== 'id:') file.waiting.set(key, entry);
    }
    return null;
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error), true);
  }
}

/** Ends the product that has waited longest. */
function* closeFirst(waiting: Map<string, Waiting>): Generator<CsvItem> {
  const [first] = waiting.values();
  if (!first) return;
  for (const [key, entry] of waiting) if (entry === first) waiting.delete(key);
  const { product, problems } = first;
  const { line: firstLine, lastLine, handle } = product;
  const reason =
    product.variants.length === 0 ? `${handle} has no variation.` : findExcess(product);
  if (problems.length === 0 && reason) problems.push({ line: firstLine, reason });
  if (problems.length === 0) yield { product };
  else
    yield { problems: problems.map((one) => ({ ...one, firstLine, lastLine })), isProduct: true };
}

function addVariation(
  { product, problems }: Waiting,
  row: Row,
  numbers: Numbers,
  { line, lastLine, size, hasLongCell }: Omit<CsvRecord, 'cells'>,
): void {
  product.lastLine = lastLine;
  product.size += size;
  if (isFull(product, problems)) return;
  try {
    if (hasLongCell) throw new Error(LONG_CELL);
    const attributes = attributesOf(row);
    const variant = readVariation(row, numbers, product.handle, attributes);
    if (hasVariant(product.variants, variant)) {
      throw new Error(`${product.handle} has a variation with the same options twice.`);
    }
    product.optionName ||= readOptionName(attributes);
    if (variant.imageUrl) noteImageLine(product, variant.imageUrl, line);
    addVariant(product, variant, row, line);
  } catch (error) {
    problems.push({ line, reason: error instanceof Error ? error.message : String(error) });
  }
}

function addVariant(product: CsvProduct, variant: CsvVariant, row: Row, line: number): void {
  noteOversold(product, row('Stock'), variant, line);
  product.variants.push(variant);
}

function readProduct(
  row: Row,
  lines: { line: number; lastLine: number; size: number },
  given: Set<GivenField>,
): CsvProduct {
  const title = row('Name');
  if (!isName(title)) throw new Error('The row has no Name.');
  const categories = row('Categories')
    .split(/[,>]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const [firstPath = ''] = row('Categories').split(',');
  return {
    ...lines,
    handle: productSlug(title),
    title,
    body: withBreaks(row('Description') || row('Short description')),
    category: '',
    categories,
    type: firstPath.split('>').at(-1)?.trim() ?? '',
    tags: splitTags(row('Tags')),
    optionName: '',
    gender: '',
    brand: row('Brands'),
    material: '',
    care: '',
    seoTitle: '',
    seoDescription: '',
    // -1 and 0 are drafts and private products.
    status: row('Published') === '1' ? 'active' : 'draft',
    publishAt: null,
    formerHandles: [],
    relatedHandles: [],
    values: null,
    variants: [],
    images: imagesOf(row).map((url) => ({ url, alt: title })),
    imageLines: new Map(),
    oversold: [],
    given,
  };
}

function readVariation(
  row: Row,
  { unit, decimal }: Numbers,
  handle: string,
  attributes: { name: string; value: string }[],
): CsvVariant {
  const regular = findAmount(row('Regular price'), handle, decimal);
  const sale = findAmount(row('Sale price'), handle, decimal);
  if (regular === null) throw new Error(`${row('Name') || handle} has no Regular price.`);
  const weight = row(`Weight (${unit})`);
  return {
    sku: row('SKU') || null,
    ...readOptions(attributes),
    priceMinor: sale ?? regular,
    compareAtMinor: sale === null ? null : regular,
    costMinor: null,
    weightGrams: readWeight(weight, handle, decimal, GRAMS[unit] ?? 1_000) || null,
    own: [],
    quantity: readQuantity(row('Stock'), handle),
    barcode: row('GTIN, UPC, EAN, or ISBN') || null,
    lowStockAt: readWhole(row('Low stock amount'), /^\d{1,6}$/, 'low-stock level', handle),
    imageUrl: row('Type').toLowerCase().includes('variation') ? (imagesOf(row)[0] ?? null) : null,
    isArchived: false,
  };
}

function attributesOf(row: Row): { name: string; value: string }[] {
  return [1, 2, 3].flatMap((nr) => {
    const name = row(`Attribute ${nr} name`);
    return name ? [{ name, value: row(`Attribute ${nr} value(s)`) }] : [];
  });
}

function imagesOf(row: Row): string[] {
  return row('Images')
    .split(/,\s*(?=https?:|\/)/)
    .map((url) => url.trim())
    .filter(Boolean);
}

/** WooCommerce writes line breaks of a text as the two characters. */
function withBreaks(html: string): string {
  return html.replaceAll('\\n', '\n');
}
