/** The operations of the bar above the sheet, on a column of the selected rows. */

import {
  type SheetField,
  sheetFields,
  unitFields,
} from '#features/product-management/bulk-edit.schema.ts';
import { changeByPercent, readPercent, roundTo99 } from '#shared/change-price.ts';
import { TAG_NEEDED } from '#shared/field-messages.ts';
import { toDecimalText } from '#shared/money.ts';
import { MAX_MINOR, parseMoney } from '#shared/parse-money.ts';
import { readAmount } from '#shared/read-amount.ts';
import { joinTags, splitTags } from '#shared/tags.ts';
import { readCell } from './product-cells.ts';
import type { ProductRow } from './product-rows.ts';

/** The operations with their labels. */
export const operations = {
  set: 'Set to',
  add: 'Add',
  percent: 'Change by percent',
  round: 'Round to .99',
  remove: 'Remove',
} as const;

export type Operation = keyof typeof operations;

const ofAmounts: Operation[] = ['set', 'add', 'percent', 'round'];
const byField: Record<SheetField, Operation[]> = {
  price: ofAmounts,
  compareAtPrice: ofAmounts,
  cost: ofAmounts,
  onHand: ['set', 'add'],
  lowStockAt: ['set', 'add'],
  status: ['set'],
  category: ['set'],
  tags: ['add', 'remove', 'set'],
};

/**
 * The fields that the bar changes, with their labels. The ones that are changed most often come
 * first.
 */
export const operationFields = Object.keys(byField).map((field) => ({
  field: field as SheetField,
  label: sheetFields[field as SheetField],
}));

export const operationsOf = (field: SheetField): Operation[] => byField[field];

/** An operation as it was typed. */
export interface TypedOperation {
  field: SheetField;
  operation: Operation;
  text: string;
}

type Change = (value: string) => string;

/**
 * The rows that an operation changes. Cells without an amount are left as they are, unless the
 * operation sets a value. An amount below zero or above the limit is written as it is, and is an
 * error of its cell.
 */
export function operate(
  rows: ProductRow[],
  typed: TypedOperation,
  categories: readonly string[],
): { edits: Map<string, ProductRow>; problem?: never } | { edits?: never; problem: string } {
  const change = changeOf(typed, categories);
  if (typeof change !== 'function') return change;
  const { field } = typed;
  const edits = new Map<string, ProductRow>();
  for (const row of rows) {
    const value = change(row[field]);
    if (value !== row[field]) edits.set(row.key, { ...row, [field]: value });
  }
  return { edits };
}

function changeOf(
  { field, operation, text }: TypedOperation,
  categories: readonly string[],
): Change | { problem: string } {
  if (operation === 'set') {
    const value = readCell(field, text, categories);
    return () => value;
  }
  if (field === 'tags') return changeOfTags(operation, splitTags(text));
  if (unitFields.has(field)) return changeOfUnits(text);
  return changeOfAmount(operation, text);
}

function changeOfTags(operation: Operation, tags: string[]): Change | { problem: string } {
  if (tags.length === 0) return { problem: TAG_NEEDED };
  if (operation === 'add') {
    return (value) => joinTags([...new Set([...splitTags(value), ...tags])]);
  }
  const gone = new Set(tags);
  return (value) => joinTags(splitTags(value).filter((tag) => !gone.has(tag)));
}

function changeOfUnits(text: string): Change | { problem: string } {
  const [, sign, digits] = /^\s*([+\-\u2212]?)\s*(\d{1,7})\s*$/.exec(text) ?? [];
  if (digits === undefined) return { problem: 'Please type whole units such as 5 or -5.' };
  const units = sign === '-' || sign === '\u2212' ? -Number(digits) : Number(digits);
  return (value) => (/^\d+$/.test(value) ? String(Number(value) + units) : value);
}

function changeOfAmount(operation: Operation, text: string): Change | { problem: string } {
  const onMinor =
    (change: (minor: number) => number): Change =>
    (value) => {
      const minor = value === '' ? null : parseMoney(value);
      return minor === null ? value : toDecimalText(change(minor));
    };
  if (operation === 'round') return onMinor((minor) => Math.min(roundTo99(minor), MAX_MINOR));
  if (operation === 'percent') {
    const hundredths = readPercent(text);
    if (hundredths === null) return { problem: 'Please type a percentage such as 10 or -12.5.' };
    return onMinor((minor) => changeByPercent(minor, hundredths));
  }
  const [, sign, rest = ''] = /^\s*([+\-\u2212]?)(.*)$/.exec(text) ?? [];
  const added = rest.trim() === '' ? null : readAmount(rest);
  if (added === null) {
    return {
      problem: `Please type an amount such as ${toDecimalText(500)} or -${toDecimalText(500)}.`,
    };
  }
  const signed = sign === '-' || sign === '\u2212' ? -added : added;
  return onMinor((minor) => minor + signed);
}
