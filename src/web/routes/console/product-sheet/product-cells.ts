/** How cells of the sheet of products are read, and which errors they have. */

import {
  type SheetField,
  sheetFields,
  sheetStatuses,
  unitFields,
} from '#features/product-management/bulk-edit.schema.ts';
import {
  isOrWillBeInShop,
  productStatuses,
  productStatusLabels,
} from '#features/product-management/product-status.schema.ts';
import {
  AT_LEAST_ZERO,
  CATEGORY_NEEDED,
  PRICE_NEEDED,
  WHOLE_UNITS,
} from '#shared/field-messages.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { amountProblem, toAmountText } from '#shared/read-amount.ts';
import {
  joinTags,
  LONGEST_PRODUCT_TAG,
  MAX_PRODUCT_TAGS,
  splitTags,
  tagTooLong,
  tooManyTags,
} from '#shared/tags.ts';
import { isWhole, readWhole } from '../../../components/console/sheet/cell-text.ts';
import type { SheetErrors } from '../../../components/console/sheet/sheet-model.ts';
import { type Column, editedColumns, type ProductRow } from './product-rows.ts';

/** The labels of the statuses that can be set. */
export const statusChoices: readonly string[] = sheetStatuses.map(
  (status) => productStatusLabels[status],
);

export const isEditable = (column: Column): column is SheetField =>
  Object.hasOwn(sheetFields, column);

/** The value of a cell after text was typed or pasted into it. */
export function readCell(column: Column, text: string, categories: readonly string[]): string {
  const typed = text.trim();
  if (column === 'status') return sameWord(statusChoices, typed);
  if (column === 'category') return sameWord(categories, typed);
  if (column === 'tags') return joinTags(splitTags(typed));
  if (unitFields.has(column)) return readWhole(typed) ?? typed;
  return typed === '' ? '' : toAmountText(typed);
}

/** The choice that equals this word, in upper or lower case; otherwise the word itself. */
function sameWord(choices: readonly string[], typed: string): string {
  return choices.find((choice) => choice.toLowerCase() === typed.toLowerCase()) ?? typed;
}

/** The errors of changed cells. Rows without errors are left out. */
export function findErrors(
  base: ReadonlyMap<string, ProductRow>,
  rows: ProductRow[],
  categories: readonly string[],
): SheetErrors {
  const found = new Map<string, Partial<Record<string, string>>>();
  for (const row of rows) {
    const before = base.get(row.key);
    // Loaded values are the shop's own, so only changed rows are checked.
    if (!before || before === row) continue;
    const errors = editedColumns.flatMap((column) => {
      const error = row[column] === before[column] ? null : errorOf(column, row, categories);
      return error ? [[column, error]] : [];
    });
    if (errors.length > 0) found.set(row.key, Object.fromEntries(errors));
  }
  return found;
}

function errorOf(column: SheetField, row: ProductRow, categories: readonly string[]) {
  const value = row[column];
  switch (column) {
    case 'status':
      if (statusChoices.includes(value)) return null;
      return value === productStatusLabels.scheduled
        ? 'To schedule a product, use its own page, because it needs a time.'
        : `One of ${statusChoices.join(', ')}.`;
    case 'category':
      if (value === '') return isForShop(row) ? CATEGORY_NEEDED : null;
      return categories.includes(value) ? null : 'There is no such category.';
    case 'tags':
      return tagError(splitTags(value));
    case 'onHand':
      return unitsError(value);
    case 'lowStockAt':
      return value === '' ? null : unitsError(value);
    default:
      if (value === '') return column === 'price' && isForShop(row) ? PRICE_NEEDED : null;
      return amountProblem(value);
  }
}

const forShop: string[] = productStatuses
  .filter(isOrWillBeInShop)
  .map((status) => productStatusLabels[status]);

/** Whether the product of a row needs a category and a price. */
const isForShop = ({ status }: ProductRow) => forShop.includes(status);

function unitsError(value: string): string | null {
  if (isWhole(value, MAX_UNITS)) return null;
  return /^[-\u2212]\s*\d+$/.test(value) ? AT_LEAST_ZERO : WHOLE_UNITS;
}

function tagError(tags: string[]): string | null {
  if (tags.length > MAX_PRODUCT_TAGS) return tooManyTags(MAX_PRODUCT_TAGS);
  return tags.some((tag) => tag.length > LONGEST_PRODUCT_TAG)
    ? tagTooLong(LONGEST_PRODUCT_TAG)
    : null;
}
