/** The order in which staff put the colors of a product and the values of its third option. */
import { type OptionValues, optionValuesOf } from '#shared/option-values.ts';
import type { Row, Sheet } from './draft.ts';

type OrderedList = 'colors' | 'options';
export const orderedLists: readonly OrderedList[] = ['colors', 'options'];

/** The lists that have another order than the positions of the variants would give them. */
export function orderChanges(sheet: Sheet): Partial<Record<OrderedList, string[]>> {
  const now = liveValues(sheet.rows);
  const changed = orderedLists.filter((list) => !isSameList(now[list], sheet[list]));
  return Object.fromEntries(changed.map((list) => [list, sheet[list]]));
}

/**
 * The lists of options for merged rows: mine where I have put one in order. Otherwise those of the
 * rows, whose positions somebody else may have changed.
 */
export function mergedLists(base: Sheet, mine: Sheet, rows: Row[]): OptionValues {
  const now = liveValues(rows);
  const own = orderChanges(mine);
  const merged = (list: OrderedList) => {
    const ordered = own[list];
    if (!ordered || isSameList(base[list], ordered)) return now[list];
    const known = new Set(now[list]);
    return [...new Set([...ordered.filter((value) => known.has(value)), ...now[list]])];
  };
  return { sizes: now.sizes, colors: merged('colors'), options: merged('options') };
}

function liveValues(rows: Row[]): OptionValues {
  return optionValuesOf(rows.filter(({ archived }) => !archived));
}

function isSameList(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
