import { decimalSignOf } from '#shared/read-amount.ts';
import type { DecimalSign } from '#shared/read-decimal.ts';
import type { CsvDialect } from '../import-columns.schema.ts';
import type { ProductCsvColumn } from '../product-csv.schema.ts';
import { BrokenFile, type CsvFormat, type CsvSource, readRecords } from './csv-file.ts';

/** How much of the file is looked at: rows, and their size. */
const MOST_ROWS = 1_000;
const MOST_SIZE = 256 * 1024;

const AMOUNTS: ProductCsvColumn[] = [
  'Variant Price',
  'Variant Compare At Price',
  'Cost per item',
  'Product Price',
  'Product Compare At Price',
  'Product Cost',
];

const AMOUNTS_OF_WOO = ['Regular price', 'Sale price', 'Variant Compare At Price', 'Cost per item'];

/**
 * The decimal sign of a file, by those amounts at its start that have one without doubt. Without
 * such an amount it is the point in a file with commas, as the programs that export products write
 * them. Spreadsheets write semicolons where people write decimal commas, so there it stays open, as
 * it does in tables of unknown origin. Null too if amounts have both.
 */
export async function findDecimalSign(
  open: CsvSource,
  format: CsvFormat,
  dialect: CsvDialect,
  places: ReadonlyMap<string, number>,
): Promise<DecimalSign | null> {
  const names = dialect === 'woocommerce' ? AMOUNTS_OF_WOO : AMOUNTS;
  const signs = await signsIn(
    open,
    format,
    names.flatMap((name) => places.get(name) ?? []),
  );
  const [only] = signs;
  if (signs.size > 0) return signs.size === 1 ? (only ?? null) : null;
  return dialect !== 'other' && format.delimiter === ',' ? '.' : null;
}

async function signsIn(
  open: CsvSource,
  format: CsvFormat,
  places: number[],
): Promise<Set<DecimalSign>> {
  const signs = new Set<DecimalSign>();
  let [rows, size] = [0, 0];
  try {
    for await (const record of readRecords(open, format)) {
      for (const at of places) {
        const sign = decimalSignOf(record.cells[at] ?? '');
        if (sign) signs.add(sign);
      }
      rows += 1;
      size += record.size;
      if (rows >= MOST_ROWS || size >= MOST_SIZE) break;
    }
  } catch (error) {
    // The first pass reports it, with its line.
    if (!(error instanceof BrokenFile)) throw error;
  }
  return signs;
}
