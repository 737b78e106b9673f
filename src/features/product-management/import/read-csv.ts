/** Reads Shopify's product CSV format into products; reports errors by line. Pure. */
import { CsvError, parse } from 'csv-parse/sync';
import { amountHint } from '#shared/amount-hint.ts';
import { parseMoney } from '#shared/parse-money.ts';
import { hasVisibleCharacter } from '#shared/visible-text.ts';

/** A product in the file. Money in minor units. */
export interface CsvProduct {
  /** The line where it starts; the header is line 1. */
  line: number;
  handle: string;
  title: string;
  descriptions: string;
  type: string;
  tags: string[];
  gender: string;
  variants: CsvVariant[];
  images: { url: string; alt: string }[];
}

export interface CsvVariant {
  line: number;
  sku: string | null;
  size: string | null;
  color: string | null;
  priceMinor: number;
  quantity: number;
  imageUrl: string | null;
}

export interface CsvProblem {
  line: number;
  reason: string;
}

type Row = Record<string, string>;

const NEEDED = ['Handle', 'Title', 'Variant Price'];

/** The products in the order of the file, and the errors. Throws for a file of another kind. */
export function readProductCsv(text: string): { products: CsvProduct[]; problems: CsvProblem[] } {
  const problems: CsvProblem[] = [];
  const { header, records, broken } = splitCells(text);
  if (broken) return { products: [], problems: [broken] };
  const missing = NEEDED.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    throw new Error(
      `This is not a product file in Shopify's format: it has no column ${missing.join(', ')}.`,
    );
  }
  const products = new Map<string, CsvProduct & { optionNames: string[] }>();
  for (const { record, info } of records) {
    const line = firstLine(record, info.lines);
    try {
      readRow(products, record, line);
    } catch (error) {
      problems.push({ line, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const whole = [...products.values()].filter((product) => {
    if (product.variants.length > 0) return true;
    problems.push({ line: product.line, reason: `${product.handle} has no row with a price.` });
    return false;
  });
  return { products: whole, problems: problems.sort((a, b) => a.line - b.line) };
}

/**
 * An unclosed quote makes the rest of the file one cell. The lost rows are unknown, so the whole
 * file is refused.
 */
function splitCells(text: string): {
  header: string[];
  records: { record: Row; info: { lines: number } }[];
  broken?: CsvProblem;
} {
  let header: string[] = [];
  let linesRead = 0;
  try {
    const records = parse(text, {
      bom: true,
      columns: (names: string[]) => {
        header = names.map((name) => name.trim());
        return header;
      },
      info: true,
      on_record: (record: unknown, { lines }: { lines: number }) => {
        linesRead = lines;
        return record;
      },
      relax_column_count: true,
      skip_empty_lines: true,
      relax_quotes: true,
    }) as unknown as { record: Row; info: { lines: number } }[];
    return { header, records };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'A quote that opens in this row is never closed, so nothing of the file was read.'
        : `The file cannot be read from this row on: ${error.message}`;
    const line = header.length === 0 ? 1 : Math.max(linesRead, 1) + 1;
    return { header, records: [], broken: { line, reason } };
  }
}

function readRow(
  products: Map<string, CsvProduct & { optionNames: string[] }>,
  row: Row,
  line: number,
): void {
  const handle = cell(row, 'Handle');
  if (!handle) throw new Error('The row has no Handle.');
  let product = products.get(handle);
  if (!product) {
    const title = cell(row, 'Title');
    if (!hasVisibleCharacter(title)) {
      throw new Error(`The first row of ${handle} has no Title.`);
    }
    product = {
      line,
      handle,
      title,
      descriptions: htmlToText(cell(row, 'Body (HTML)')),
      type: cell(row, 'Type'),
      tags: cell(row, 'Tags')
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
      gender: cell(row, 'Google Shopping / Gender'),
      variants: [],
      images: [],
      optionNames: [],
    };
    products.set(handle, product);
  }
  const names = [1, 2, 3].map((n) => cell(row, `Option${n} Name`));
  if (names.some(Boolean)) product.optionNames = names;
  readImage(product, row);
  // A row without price and options only adds an image.
  const values = [1, 2, 3].map((n) => cell(row, `Option${n} Value`));
  if (values.some(Boolean) || cell(row, 'Variant Price')) readVariant(product, row, values, line);
}

function readImage(product: CsvProduct, row: Row): void {
  const url = cell(row, 'Image Src');
  if (!url || product.images.some((image) => image.url === url)) return;
  product.images.push({ url, alt: cell(row, 'Image Alt Text') || product.title });
}

function readVariant(
  product: CsvProduct & { optionNames: string[] },
  row: Row,
  values: string[],
  line: number,
): void {
  const priceMinor = parseMoney(cell(row, 'Variant Price'));
  if (priceMinor === null) {
    const hint = amountHint('A price');
    throw new Error(
      `"${cell(row, 'Variant Price')}" is not a price for ${product.handle}. ${hint}`,
    );
  }
  const quantity = cell(row, 'Variant Inventory Qty');
  if (!/^(-?\d{1,7})?$/.test(quantity)) {
    throw new Error(`"${quantity}" is not a quantity for ${product.handle}.`);
  }
  const options = readOptions(product.optionNames, values);
  const same = (other: CsvVariant) => other.size === options.size && other.color === options.color;
  if (product.variants.some(same)) {
    const name = [options.size, options.color].filter(Boolean).join(' / ') || 'a single variant';
    throw new Error(`${product.handle} has ${name} twice.`);
  }
  product.variants.push({
    line,
    sku: cell(row, 'Variant SKU') || null,
    ...options,
    priceMinor,
    // With overselling, Shopify's stock can be negative; here it is zero.
    quantity: Math.max(0, Number(quantity || '0')),
    imageUrl: cell(row, 'Variant Image') || null,
  });
}

/** Options by name: color is the color, all others together are the size. */
function readOptions(
  names: string[],
  values: string[],
): { size: string | null; color: string | null } {
  const named = values
    .map((value, i) => ({ name: names[i] ?? '', value }))
    .filter(({ name, value }) => value && !(name === 'Title' && value === 'Default Title'));
  const isColor = ({ name }: { name: string }) => /^colou?r$/i.test(name);
  const sizes = named.filter((option) => !isColor(option)).map(({ value }) => value);
  return { size: sizes.join(' / ') || null, color: named.find(isColor)?.value ?? null };
}

function cell(row: Row, name: string): string {
  // PostgreSQL stores no text with a NUL in it.
  return (row[name] ?? '').replaceAll('\0', '').trim();
}

// csv-parse reports the last line of a record, and quoted cells may hold line breaks.
function firstLine(row: Row, lastLine: number): number {
  const breaks = Object.values(row).reduce(
    (sum, value) => sum + (value.match(/\r\n|\n|\r/g)?.length ?? 0),
    0,
  );
  return lastLine - breaks;
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** Descriptions are plain text: removes tags, preserves paragraphs and line breaks. */
function htmlToText(html: string): string {
  return html
    .replace(/<\s*(br|\/p|\/li|\/div|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
