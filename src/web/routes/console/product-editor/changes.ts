import type { z } from 'zod';
import type { productChanges } from '#features/product-management/product-management.schema.ts';
import { MAX_UNITS } from '#shared/product-limits.ts';
import { readAmount, toAmountText } from '#shared/read-amount.ts';
import { splitTags } from '#shared/tags.ts';
import { fromZonedTime } from '#shared/zoned-time.ts';
import { isWhole } from '../../../components/console/sheet/cell-text.ts';
import { type Column, columns, type Draft, type FieldName, fieldNames, type Row } from './draft.ts';
import { orderChanges, orderedLists } from './option-order.ts';

/** Changes as `editProduct` takes them, before they are checked. */
export type Changes = z.input<typeof productChanges>;
type VariantInput = NonNullable<Changes['variants']>[number];

const units: ReadonlySet<Column> = new Set(['onHand', 'available']);
const amounts: readonly string[] = ['price', 'compareAtPrice', 'cost'];

/**
 * The changes that have to be saved to turn one draft into the other. Empty when they are the same.
 */
export function changesBetween(base: Draft, draft: Draft, timeZone: string): Changes {
  const changes: Record<string, unknown> = {};
  for (const name of fieldNames) {
    if (isSame(name, base.fields[name], draft.fields[name])) continue;
    // Only a scheduled product has a time.
    if (name === 'publishAt' && draft.fields.status !== 'scheduled') continue;
    // A new product without a slug gets one from its name.
    if (name === 'slug' && draft.fields.slug === '') continue;
    changes[name] = fieldValue(name, draft.fields[name], timeZone);
  }
  for (const name of ['images', 'related'] as const) {
    if (JSON.stringify(base[name]) !== JSON.stringify(draft[name])) changes[name] = draft[name];
  }
  const variants = variantChanges(base, draft);
  if (variants.length > 0) changes.variants = variants;
  if (isOrderTouched(base, draft)) Object.assign(changes, orderChanges(draft.sheet));
  return changes;
}

/** Whether anything has to be saved. It runs after every key, so it stops at the first change. */
export function hasChanges(base: Draft, draft: Draft, timeZone: string): boolean {
  const sheet = base.sheet;
  const others = changesBetween({ ...base, sheet }, { ...draft, sheet }, timeZone);
  if (Object.keys(others).length > 0) return true;
  if (isOrderTouched(base, draft) && Object.keys(orderChanges(draft.sheet)).length > 0) return true;
  if (base.sheet.rows === draft.sheet.rows) return false;
  const before = new Map(base.sheet.rows.map((row) => [row.key, row]));
  return draft.sheet.rows.some((row) => changeOf(before.get(row.key), row) !== null);
}

/** A list that was not touched is the same object. */
function isOrderTouched(base: Draft, draft: Draft): boolean {
  return orderedLists.some((list) => base.sheet[list] !== draft.sheet[list]);
}

/** Whether two texts of a field or cell mean the same value. */
export function isSame(name: FieldName | Column, before: string, after: string): boolean {
  if (before === after) return true;
  if (!amounts.includes(name) || before === '' || after === '') return false;
  const minor = readAmount(after);
  return minor !== null && minor === readAmount(before);
}

function fieldValue(name: FieldName, text: string, timeZone: string): unknown {
  if (amounts.includes(name)) return text === '' ? null : toAmountText(text);
  if (name === 'weight') return text === '' ? null : Number(text);
  if (name === 'tags') return splitTags(text);
  if (name === 'publishAt') return fromZonedTime(text, timeZone) ?? text;
  return text;
}

function variantChanges(base: Draft, draft: Draft): VariantInput[] {
  const before = new Map(base.sheet.rows.map((row) => [row.key, row]));
  return draft.sheet.rows.flatMap((row) => {
    const input = changeOf(before.get(row.key), row);
    return input ? [input] : [];
  });
}

function changeOf(earlier: Row | undefined, row: Row): VariantInput | null {
  // An edit replaces the row, so the same object has no change.
  if (earlier === row) return null;
  return row.id === null ? addedVariant(row) : changedVariant(earlier, row);
}

function addedVariant(row: Row): VariantInput {
  const cells = columns
    .filter((column) => !units.has(column) && row[column] !== '')
    .map((column) => [callName(column), cellValue(column, row[column])]);
  const { size, color, option, onHand } = row;
  return {
    ...Object.fromEntries(cells),
    size: size || null,
    color: color || null,
    option: option || null,
    inventory: Number(onHand || 0),
  };
}

function changedVariant(earlier: Row | undefined, row: Row): VariantInput | null {
  if (!earlier || row.id === null) return null;
  const input: Record<string, unknown> = {};
  for (const column of columns) {
    if (units.has(column) || isSame(column, earlier[column], row[column])) continue;
    input[callName(column)] = cellValue(column, row[column]);
  }
  // A removed variant keeps its units: nobody sees its cell any more.
  if (earlier.onHand !== row.onHand && !row.archived) {
    // With the number that was shown, so that what was sold meanwhile stays sold. A cleared cell is no
    // number, which the shop refuses, and not zero.
    const to = isWhole(row.onHand, MAX_UNITS) ? Number(row.onHand) : Number.NaN;
    input.onHand = { from: Number(earlier.onHand), to };
  }
  if (earlier.size !== row.size) input.size = row.size || null;
  if (earlier.color !== row.color) input.color = row.color || null;
  if (earlier.option !== row.option) input.option = row.option || null;
  if (earlier.archived !== row.archived) input.archived = row.archived;
  return Object.keys(input).length === 0 ? null : { ...input, _id: row.id };
}

const callName = (column: Column) => (column === 'image' ? 'img' : column);

function cellValue(column: Column, text: string): unknown {
  if (text === '') return null;
  return column === 'weight' || column === 'lowStockAt' ? Number(text) : text;
}
