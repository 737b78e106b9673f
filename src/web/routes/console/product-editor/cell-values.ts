/** How typed and pasted text is read, and which errors it has. */

import { isOrWillBeInShop } from '#features/product-management/product-status.schema.ts';
import {
  AT_LEAST_ZERO,
  CATEGORY_NEEDED,
  DETAILS_NEEDED,
  NAME_NEEDED,
  PRICE_NEEDED,
  SKU_NEEDED,
  WHOLE_GRAMS,
  WHOLE_UNITS,
} from '#shared/field-messages.ts';
import { LONGEST_BARCODE, LONGEST_SKU, MAX_UNITS } from '#shared/product-limits.ts';
import { amountProblem, toAmountText } from '#shared/read-amount.ts';
import { isRuinedNumber, RUINED_BARCODE } from '#shared/ruined-number.ts';
import { NOT_A_SLUG, SLUG } from '#shared/slugify.ts';
import { isColorName, isSizeName } from '#shared/variant-rules.ts';
import { MAX_GRAMS } from '#shared/variant-values.ts';
import { fromZonedTime } from '#shared/zoned-time.ts';
import { isWhole, readWhole } from '../../../components/console/sheet/cell-text.ts';
import type { Column, DraftImage, FieldName, Fields, Row } from './draft.ts';

type Kind = 'amount' | 'grams' | 'units' | 'read' | 'text' | 'image';

/** The most characters of texts. */
const longest: Partial<Record<Column, number>> = { sku: LONGEST_SKU, barcode: LONGEST_BARCODE };

const kinds: Record<Column, Kind> = {
  price: 'amount',
  compareAtPrice: 'amount',
  cost: 'amount',
  onHand: 'units',
  available: 'read',
  lowStockAt: 'units',
  sku: 'text',
  barcode: 'text',
  weight: 'grams',
  image: 'image',
};

/** Errors of cells: by the row's key, then by column. */
export type CellErrors = Map<string, Partial<Record<Column, string>>>;

/** The value of a cell after text was typed or pasted into it. */
export function readCell(column: Column, text: string, images: DraftImage[]): string {
  const typed = text.trim();
  const kind = kinds[column];
  if (typed === '' || kind === 'text') return typed;
  if (kind === 'amount') return toAmountText(typed);
  // An image is typed as its number in the list of images.
  if (kind === 'image') return images[Number(typed) - 1]?.url ?? typed;
  return readWhole(typed.replace(/\s*g$/i, '')) ?? typed;
}

/**
 * The text that a cell shows and copies. For an image, this is its number in the list of images, if
 * it is there.
 */
export function showCell(column: Column, row: Row, images: DraftImage[]): string {
  if (column !== 'image') return row[column];
  const index = images.findIndex(({ url }) => url === row.image);
  return index === -1 ? row.image : String(index + 1);
}

/** Whether text can be typed into a cell. */
export function isEditable(column: Column, row: Row): boolean {
  return !row.archived && kinds[column] !== 'read';
}

/** The errors in the cells of a sheet. Rows without errors are left out. */
export function findCellErrors(rows: Row[], images: DraftImage[]): CellErrors {
  const skus = new Map<string, number>();
  for (const { sku } of rows) if (sku) skus.set(sku, (skus.get(sku) ?? 0) + 1);
  const urls = new Set(images.map(({ url }) => url));
  const found: CellErrors = new Map();
  for (const row of rows) {
    if (row.archived) continue;
    const errors = { ...errorsOf(row) };
    if (row.sku && (skus.get(row.sku) ?? 0) > 1) errors.sku = 'Another variant has this SKU.';
    if (row.image && !urls.has(row.image) && /^\d+$/.test(row.image)) {
      errors.image = `There is no image ${row.image}.`;
    }
    if (Object.keys(errors).length > 0) found.set(row.key, errors);
  }
  return found;
}

const known = new WeakMap<Row, Partial<Record<Column, string>>>();

/** The errors of a single row. They are cached, because a change replaces only the changed rows. */
function errorsOf(row: Row): Partial<Record<Column, string>> {
  const earlier = known.get(row);
  if (earlier) return earlier;
  const errors: Partial<Record<Column, string>> = {};
  for (const column of Object.keys(kinds) as Column[]) {
    const error = cellError(column, row);
    if (error) errors[column] = error;
  }
  known.set(row, errors);
  return errors;
}

/** The errors of empty cells of saved variants. */
const neededOfSaved: Partial<Record<Column, string>> = {
  sku: SKU_NEEDED,
  onHand: WHOLE_UNITS,
};

function cellError(column: Column, row: Row): string | null {
  const value = row[column];
  const kind = kinds[column];
  if (value === '') return row.id ? (neededOfSaved[column] ?? null) : null;
  if (kind === 'amount') return amountProblem(value);
  if (kind === 'grams') return wholeProblem(value, MAX_GRAMS, WHOLE_GRAMS);
  if (kind === 'units') return wholeProblem(value, MAX_UNITS, WHOLE_UNITS);
  const most = longest[column] ?? Number.POSITIVE_INFINITY;
  if (value.length > most) return `${most} characters at most.`;
  if (column === 'barcode' && isRuinedNumber(value)) return RUINED_BARCODE;
  if (kind === 'image' && !/^(\d+$|\/|https?:)/.test(value)) return 'Type the number of an image.';
  return null;
}

/** Why a text is no whole number of units or grams; null if it is one. */
function wholeProblem(text: string, most: number, otherwise: string): string | null {
  if (isWhole(text, most)) return null;
  return /^-\d+$/.test(text) ? AT_LEAST_ZERO : otherwise;
}

/** Whether a product with these fields needs one of them. A draft needs only its name. */
export function isNeeded(name: FieldName, { status }: Pick<Fields, 'status'>): boolean {
  if (name === 'name') return true;
  const isForShop = name === 'descriptions' || name === 'category' || name === 'price';
  return isForShop && isOrWillBeInShop(status);
}

/** The errors in the plain fields of a product with these variants. */
export function findFieldErrors(
  fields: Fields,
  timeZone: string,
  rows: Row[] = [],
): Partial<Fields> {
  const errors: Partial<Fields> = {};
  const need = (name: FieldName, message: string) => {
    if (isNeeded(name, fields) && fields[name].trim() === '') errors[name] = message;
  };
  need('name', NAME_NEEDED);
  need('descriptions', DETAILS_NEEDED);
  need('category', CATEGORY_NEEDED);
  need('price', PRICE_NEEDED);
  for (const name of ['price', 'compareAtPrice', 'cost'] as const) {
    const problem = fields[name] === '' ? null : amountProblem(fields[name]);
    if (problem) errors[name] = problem;
  }
  const weight = fields.weight && wholeProblem(fields.weight, MAX_GRAMS, WHOLE_GRAMS);
  if (weight) errors.weight = weight;
  if (fields.slug !== '' && !SLUG.test(fields.slug)) {
    errors.slug = NOT_A_SLUG;
  }
  const optionName = fields.optionName.trim();
  if (optionName === '' && rows.some(({ option }) => option !== '')) {
    errors.optionName =
      'Please name the option of these values. Archived variants may have some too.';
  }
  if (isSizeName(optionName) || isColorName(optionName)) {
    errors.optionName = 'Sizes and colours are options of their own. Please choose another name.';
  }
  if (fields.status === 'scheduled' && fromZonedTime(fields.publishAt, timeZone) === null) {
    errors.publishAt = 'Please choose a time for publishing.';
  }
  return errors;
}
