/** Reads product files of WooCommerce: a row for each product, and one for each variation. */
import type { DecimalSign } from '#shared/read-decimal.ts';
import { productSlug } from '#shared/slugify.ts';
import { fromSpreadsheet } from '#shared/spreadsheet-text.ts';
import { splitTags } from '#shared/tags.ts';
import { type AnyVariation, spreadVariations } from './any-variations.ts';
import { type CsvProblem, type CsvRecord, clean, readRecords } from './csv-file.ts';
import {
  type CsvItem,
  type CsvProduct,
  type CsvVariant,
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
  hasVariant,
  noteOneOption,
  noteOversold,
  type Option,
  type OptionGroups,
  otherOptions,
  readBarcode,
  readOptionName,
  readOptions,
  readSku,
} from './read-variant.ts';
import { createRowCheck } from './row-problems.ts';
import { addRow, refuseParents, typesOf } from './shifted-rows.ts';
import { WOO_PARENT_SKU } from './woo-headings.ts';
import {
  type Inherited,
  inherit,
  readInherited,
  readLowStock,
  readWooStock,
  readWooWeight,
} from './woo-inherited.ts';
import {
  attributesOf,
  chosenOptions,
  type OptionColumns,
  optionColumns,
  type WooRow as Row,
  splitValues,
} from './woo-options.ts';
import { readSale } from './woo-sale.ts';

/** The most products that wait for their variations, which may come later in the file. */
const MAX_WAITING = 2_000;
/** In bytes of the file. */
const MAX_WAITING_SIZE = 16 * 1024 * 1024;

/** What is the same for all rows of a file. */
interface Columns extends OptionColumns {
  given: Set<GivenField>;
  /** The unit of weights. */
  unit: string;
  decimal: DecimalSign | null;
  now: Date;
}

/** A row of the file. */
type WooRecord = Pick<CsvRecord, 'line' | 'lastLine' | 'size'> & {
  /** Why it can't be read. */
  problem: string | null;
};

interface Waiting {
  product: CsvProduct;
  problems: CsvProblem[];
  /** The values of each attribute. */
  values: Map<string, string[]>;
  anyVariations: AnyVariation[];
  inherited: Inherited;
  /** How variations name it. */
  keys: string[];
}

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
  // Columns that staff chose.
  Size: ['options'],
  Color: ['options'],
  'Option3 Value': ['options'],
  Material: ['material'],
  Care: ['care'],
  'Google Shopping / Gender': ['gender'],
  'SEO Title': ['seoTitle'],
  'SEO Description': ['seoDescription'],
  'Variant Compare At Price': ['compareAt'],
  'Cost per item': ['cost'],
  'Variant Grams': ['grams'],
  'Variant Image': ['variantImage'],
};

/** The columns that find products and variants. Without a handle, the name does. */
const KEY_COLUMNS = ['SKU', 'Handle', 'Name', 'Parent', WOO_PARENT_SKU];

/** The products and problems of a file of WooCommerce. A variation comes after its product. */
export async function* readWooCommerce({
  open,
  format,
  decimal,
  places,
  mapping,
  now,
}: ProductFile): AsyncGenerator<CsvItem> {
  const names = [...places.keys()];
  const found = (form: RegExp) => names.flatMap((name) => form.exec(name)?.[1] ?? []);
  const [unit] = found(/^Weight \((\w+)\)$/);
  const given = new Set(names.flatMap((name) => GIVEN[name] ?? []));
  if (unit) given.add('grams');
  const waiting = new Map<string, Waiting>();
  const columns = { given, unit: unit ?? 'kg', decimal, now, ...optionColumns(places, mapping) };
  const problemOf = createRowCheck(
    format,
    KEY_COLUMNS.flatMap((name) => places.get(name) ?? []),
  );
  let size = 0;
  let isHeader = true;
  for await (const record of readRecords(open, format)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const row: Row = (name) => fromSpreadsheet(clean(record.cells[places.get(name) ?? -1] ?? ''));
    const wrong = problemOf(record);
    const isRefused = wrong?.isShifted && refuseParents(record, wrong.reason, waiting);
    const known = { ...record, problem: wrong?.reason ?? null };
    const item = isRefused ? null : readRecord(known, row, columns, waiting);
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
  { line, lastLine, size, problem }: WooRecord,
  row: Row,
  columns: Columns,
  waiting: Map<string, Waiting>,
): CsvItem | null {
  const types = typesOf(row('Type'));
  const wrong = (reason: string, isProduct: boolean): CsvItem => ({
    problems: [{ line, firstLine: line, lastLine, reason: problem ?? reason }],
    isProduct,
  });
  try {
    if (types.includes('variation')) {
      const parent = waiting.get(row('Parent'));
      if (!parent) {
        return wrong(
          `Its product "${row('Parent')}" is not in the file before it, or has a problem.`,
          false,
        );
      }
      addVariation(parent, row, columns, { line, lastLine, size, problem });
      return null;
    }
    if (!types.includes('simple') && !types.includes('variable')) {
      return wrong(`"${row('Type')}" is not a type of product that the shop supports.`, true);
    }
    if (problem !== null) throw new Error(problem);
    const product = readProduct(row, { line, lastLine, size }, columns.given);
    if (types.includes('simple')) {
      addSimple(product, row, columns, line);
      const excess = findExcess(product);
      return excess ? wrong(excess, true) : { product };
    }
    beginVariable(product, row, columns, waiting);
    return null;
  } catch (error) {
    return wrong(messageOf(error), true);
  }
}

/**
 * Adds the variant of a simple product. Its attributes only describe it, so its options are those of
 * the columns that staff chose.
 */
function addSimple(product: CsvProduct, row: Row, columns: Columns, line: number): void {
  const options = chosenOptions(row, columns);
  const groups = groupOptions(options);
  const variant = readVariation(row, columns, product, groups, line);
  if (options.length > 0) {
    product.optionsNotGiven = otherOptions(groups);
    if (variant.option !== null) product.optionName = readOptionName(groups);
  }
  addVariant(product, variant, row, line);
}

/** Lets a product wait for its variations. Throws where none could name it, or it alone. */
function beginVariable(
  product: CsvProduct,
  row: Row,
  columns: Columns,
  waiting: Map<string, Waiting>,
): void {
  const { line, handle } = product;
  const [sku, id] = [row(WOO_PARENT_SKU), row('ID')];
  const keys = [...(sku ? [sku] : []), ...(id ? [`id:${id}`] : [])];
  if (keys.length === 0) {
    throw new Error(`${handle} has no SKU and no ID, by which its variations could name it.`);
  }
  for (const key of keys) {
    const other = waiting.get(key);
    if (!other) continue;
    const by = key === sku ? `SKU "${sku}"` : `ID "${id}"`;
    const twice = (at: number) => `The product at line ${at} of the file has the ${by}, too.`;
    // Nobody knows which of the two a variation means.
    other.problems.push({ line: other.product.line, reason: twice(line) });
    throw new Error(twice(other.product.line));
  }
  const values = new Map(
    attributesOf(row, columns).map(({ name, value }) => [name, splitValues(value)]),
  );
  const inherited = readInherited(row, columns, handle);
  const entry = { product, problems: [], values, anyVariations: [], inherited, keys };
  for (const key of keys) waiting.set(key, entry);
}

/** Ends the product that has waited longest. */
function* closeFirst(waiting: Map<string, Waiting>): Generator<CsvItem> {
  const [first] = waiting.values();
  if (!first) return;
  for (const key of first.keys) waiting.delete(key);
  const { product, problems } = first;
  const { line: firstLine, lastLine, handle } = product;
  try {
    spreadVariations(product, first.anyVariations, first.values);
  } catch (error) {
    problems.push({ line: firstLine, reason: messageOf(error) });
  }
  const reason =
    product.variants.length === 0 ? `${handle} has no variation.` : findExcess(product);
  if (problems.length === 0 && reason) problems.push({ line: firstLine, reason });
  if (problems.length === 0) yield { product };
  else
    yield { problems: problems.map((one) => ({ ...one, firstLine, lastLine })), isProduct: true };
}

function addVariation(waiting: Waiting, row: Row, columns: Columns, record: WooRecord): void {
  const { product, problems, values, anyVariations, inherited } = waiting;
  const { line, problem } = record;
  addRow(waiting, record);
  if (isFull(product, problems)) return;
  try {
    if (problem !== null) throw new Error(problem);
    const attributes = attributesOf(row, columns).map(({ name, value }) => ({
      name,
      value: value.replaceAll('\\,', ','),
    }));
    const groups = groupOptions(attributes);
    const variant = readVariation(row, columns, product, groups, line);
    if (hasVariant(product, variant.sku, variant)) {
      throw new Error(`${product.handle} has a variation with the same options twice.`);
    }
    inherit(inherited, { product, variant, row, line });
    product.optionName ||= readOptionName(groups);
    const isAny = ({ name, value }: Option) => value === '' && (values.get(name)?.length ?? 0) > 0;
    if (attributes.some(isAny)) anyVariations.push({ variant, attributes, line });
    if (product.variants.length === 0) {
      const filled = attributes.map((one) => (isAny(one) ? { ...one, value: 'any' } : one));
      noteOneOption(product, groupOptions(filled), line);
    }
    if (variant.imageUrl) noteImageLine(product, variant.imageUrl, line);
    addVariant(product, variant, row, line);
  } catch (error) {
    problems.push({ line, reason: messageOf(error) });
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
    handle: row('Handle') || productSlug(title),
    title,
    body: withBreaks(row('Description') || row('Short description')),
    category: row('Category'),
    categories,
    type: firstPath.split('>').at(-1)?.trim() ?? '',
    tags: splitTags(row('Tags')),
    optionName: '',
    gender: row('Google Shopping / Gender'),
    brand: row('Brands'),
    material: row('Material'),
    care: row('Care'),
    seoTitle: row('SEO Title'),
    seoDescription: row('SEO Description'),
    // -1 and 0 are drafts and private products.
    status: !given.has('status') || row('Published') === '1' ? 'active' : 'draft',
    publishAt: null,
    formerHandles: [],
    relatedHandles: [],
    values: null,
    variants: [],
    images: imagesOf(row).map((url) => ({ url, alt: row('Image Alt Text') || title })),
    imageLines: new Map(),
    notes: [],
    given,
    optionsNotGiven: new Set(),
  };
}

function readVariation(
  row: Row,
  columns: Columns,
  product: CsvProduct,
  groups: OptionGroups,
  line: number,
): CsvVariant {
  const { decimal, given, now } = columns;
  const { handle, notes } = product;
  const regular = findAmount(row('Regular price'), handle, decimal);
  const { sale, note } = readSale(row, handle, decimal, now);
  if (note) notes.push({ line, reason: note });
  if (regular === null && given.has('price') && needsPrice(product))
    throw new Error(`${row('Name') || handle} has no Regular price.`);
  const former = findAmount(row('Variant Compare At Price'), handle, decimal);
  const image = row('Variant Image') || imagesOf(row)[0];
  return {
    sku: readSku(row('SKU'), handle),
    ...readOptions(groups),
    priceMinor: sale ?? regular,
    compareAtMinor: former ?? (sale === null ? null : regular),
    costMinor: findAmount(row('Cost per item'), handle, decimal),
    weightGrams: readWooWeight(row, columns, handle),
    own: [],
    ...readWooStock(row, handle, given),
    sharesUnits: false,
    barcode: readBarcode(row('GTIN, UPC, EAN, or ISBN'), handle),
    lowStockAt: readLowStock(row, handle),
    imageUrl: row('Type').toLowerCase().includes('variation') ? (image ?? null) : null,
    isArchived: false,
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
