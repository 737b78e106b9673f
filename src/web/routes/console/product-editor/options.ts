/** The options of a product. Adding a value adds its variants; removing one archives them. */
import { counted } from '#shared/counted.ts';
import { productLimits } from '#shared/product-limits.ts';
import { bySize } from '#shared/size-order.ts';
import { comesToHavePlainBesideOthers } from '#shared/variant-rules.ts';
import { newKey, newRow, type Row, type Sheet, type Values, valuesKey } from './draft.ts';

/** `option` is the third option, which has the name that the product gives it. */
export type Option = keyof Values;

/** The list of a sheet that has the values of an option. */
export const listName = { size: 'sizes', color: 'colors', option: 'options' } as const;
const others = {
  size: ['color', 'option'],
  color: ['size', 'option'],
  option: ['color', 'size'],
} as const;

/** The values of an option. */
export function valuesOf(sheet: Sheet, option: Option): string[] {
  return sheet[listName[option]];
}

/**
 * Adds values to an option. The first value of an option is given to the existing variants. Each
 * further value gets a variant for every combination of the other options. An archived variant with
 * the same options is restored instead. Values that the option already has are left out.
 *
 * The units of a new product's only variant are of no combination, so they are dropped.
 */
export function addValues(sheet: Sheet, option: Option, values: string[]): Sheet {
  return values
    .map(cleanValue)
    .filter((value) => value !== '')
    .reduce((now, value) => addValue(now, option, value), sheet);
}

/**
 * Says which typed values the option has already, or twice among them, in whatever case; null where
 * all are new.
 */
export function sayTaken(sheet: Sheet, option: Option, values: string[]): string | null {
  const known = [...valuesOf(sheet, option)];
  const taken = values.map(cleanValue).flatMap((value) => {
    const same = known.find((one) => sameValue(one, value));
    if (same === undefined && value !== '') known.push(value);
    return same === undefined ? [] : [same === value ? value : `${value} (as ${same})`];
  });
  if (taken.length === 0) return null;
  return `Already there, not added: ${[...new Set(taken)].join(', ')}.`;
}

export const cleanValue = (typed: string) => typed.trim().slice(0, productLimits.option);

/** Whether two values are the same for people. */
export const sameValue = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function addValue(sheet: Sheet, option: Option, value: string): Sheet {
  const list = valuesOf(sheet, option);
  if (list.some((known) => sameValue(known, value))) return sheet;
  const isFirst = list.length === 0 && sheet.rows.some(({ archived }) => !archived);
  const longer = [...list, value];
  const named = {
    ...sheet,
    [listName[option]]: option === 'size' ? longer.sort(bySize) : longer,
  };
  const rows = isFirst ? giveToAll(sheet.rows, option, value) : addRows(sheet, option, value);
  return { ...named, rows };
}

/** Puts the values of an option in another order. */
export function orderValues(sheet: Sheet, option: Option, values: string[]): Sheet {
  return { ...sheet, [listName[option]]: values };
}

function giveToAll(rows: Row[], option: Option, value: string): Row[] {
  return withValues(rows, (row) => (row[option] === '' ? { ...row, [option]: value } : row));
}

/**
 * Gives the variants on sale other values. Where an archived variant has these already, that one
 * comes back instead, because a product has each combination once.
 */
function withValues(rows: Row[], change: (row: Row) => Row): Row[] {
  const archived = new Map(rows.filter((row) => row.archived).map((row) => [valuesKey(row), row]));
  const restored = new Set<Row>();
  const changed = rows.flatMap((row) => {
    const given = row.archived ? row : change(row);
    if (given === row) return [row];
    const twin = archived.get(valuesKey(given));
    if (!twin) return [given.id === null ? { ...given, key: newKey(given) } : given];
    restored.add(twin);
    return row.id === null ? [] : [{ ...row, archived: true }];
  });
  return changed.map((row) => (restored.has(row) ? { ...row, archived: false } : row));
}

function addRows(sheet: Sheet, option: Option, value: string): Row[] {
  const rows = onlyNew(sheet) ? sheet.rows.map(withoutUnits) : [...sheet.rows];
  const places = new Map(rows.map((row, index) => [valuesKey(row), index]));
  for (const combination of combinationsBeside(sheet, option)) {
    const values = { ...combination, [option]: value };
    const index = places.get(valuesKey(values)) ?? -1;
    const row = rows[index];
    if (row) rows[index] = { ...row, archived: false };
    else rows.push({ ...newRow(values), image: imageOf(sheet, values.color) });
  }
  return rows;
}

/** The only variant of a product that is not saved yet. */
export function onlyNew({ rows }: Sheet): Row | null {
  const [row] = rows;
  return row && rows.length === 1 && row.id === null ? row : null;
}

const withoutUnits = (row: Row): Row => ({ ...row, onHand: '' });

/**
 * The combinations of the other two options. If both have values, only combinations that a variant
 * has: adding a length to a shirt does not bring back the sizes that one of its colors lacks.
 */
function combinationsBeside(sheet: Sheet, option: Option): Values[] {
  const [one, two] = others[option];
  const [first, second] = [valuesOf(sheet, one), valuesOf(sheet, two)];
  const orNone = (values: string[]) => (values.length > 0 ? values : ['']);
  const all = orNone(first).flatMap((a) =>
    orNone(second).map((b) => ({ size: '', color: '', option: '', [one]: a, [two]: b })),
  );
  if (first.length === 0 || second.length === 0) return all;
  const live = sheet.rows.filter(({ archived }) => !archived);
  const made = new Set(live.map((row) => valuesKey({ ...row, [option]: '' })));
  return made.size > 0 ? all.filter((values) => made.has(valuesKey(values))) : all;
}

/** The image that all variants of a color share; empty when they have none or several. */
export function imageOf({ rows }: Pick<Sheet, 'rows'>, color: string): string {
  const found = new Set(
    rows.filter((row) => !row.archived && row.color === color).map(({ image }) => image),
  );
  const [first] = found;
  return color !== '' && found.size === 1 ? (first ?? '') : '';
}

/** Sets the image of a color's variants. An empty color removes the image from all variants. */
export function assignImage(sheet: Sheet, url: string, color: string): Sheet {
  const rows = sheet.rows.map((row) => {
    if (row.archived) return row;
    if (color !== '' && row.color === color)
      return row.image === url ? row : { ...row, image: url };
    return row.image === url ? { ...row, image: '' } : row;
  });
  return { ...sheet, rows };
}

/** The color whose variants all have this image. */
export function colorOfImage(sheet: Sheet, url: string): string {
  return sheet.colors.find((color) => imageOf(sheet, color) === url) ?? '';
}

/** Replaces an image of variants by another one, or by none. */
export function replaceImage(sheet: Sheet, url: string, by: string): Sheet {
  const rows = sheet.rows.map((row) => (row.image === url ? { ...row, image: by } : row));
  return { ...sheet, rows };
}

/**
 * Removes a value of an option. Saved variants with it are archived, and unsaved ones are removed.
 * If it is the last value, the variants stay without it.
 */
export function removeValue(sheet: Sheet, option: Option, value: string): Sheet {
  const list = valuesOf(sheet, option).filter((known) => known !== value);
  const shorter = { ...sheet, [listName[option]]: list };
  if (list.length === 0) return { ...shorter, rows: takeFromAll(sheet.rows, option) };
  const rows = sheet.rows.flatMap((row) => {
    if (row[option] !== value || row.archived) return [row];
    return row.id === null ? [] : [{ ...row, archived: true }];
  });
  return { ...shorter, rows };
}

function takeFromAll(rows: Row[], option: Option): Row[] {
  return withValues(rows, (row) => (row[option] === '' ? row : { ...row, [option]: '' }));
}

/** The saved variants that a change of the options archives, and those that it restores. */
export function turnedBy(before: Sheet, after: Sheet): { archived: Row[]; restored: Row[] } {
  const earlier = new Map(before.rows.map((row) => [row.key, row.archived]));
  const turned = after.rows.filter(
    ({ key, id, archived }) => id !== null && earlier.get(key) === !archived,
  );
  const [archived, restored] = [true, false].map((is) =>
    turned.filter((row) => row.archived === is),
  );
  return { archived: archived ?? [], restored: restored ?? [] };
}

/**
 * What saving archives, as a sentence with its units; empty if it is nothing. `earliest` is the
 * first sheet that undoing can bring back.
 */
export function sayArchived(before: Sheet, after: Sheet, earliest: Sheet): string {
  if (before.rows === after.rows) return '';
  const { archived, restored } = turnedBy(before, after);
  if (archived.length === 0) return '';
  const archives = `Saving archives ${withUnits(archived)}`;
  const restores = restored.length > 0 ? ` and restores ${withUnits(restored)}` : '';
  const archivedThen = new Set(turnedBy(before, earliest).archived.map(({ key }) => key));
  const canUndo = archived.some(({ key }) => !archivedThen.has(key));
  return `${archives}${restores}.${canUndo ? ' Undo takes this back.' : ''}`;
}

function withUnits(rows: Row[]): string {
  const units = rows.reduce((sum, { onHand }) => sum + (Number(onHand) || 0), 0);
  return `${counted(rows.length, 'variant')} with ${counted(units, 'unit')} on hand`;
}

/**
 * Archives a saved variant, removes a new one, or restores an archived one. Null if a restored one
 * would leave a variant without options beside others.
 */
export function toggleRow(sheet: Sheet, key: string): Sheet | null {
  const rows = sheet.rows.flatMap((row) => {
    if (row.key !== key) return [row];
    return row.id === null ? [] : [{ ...row, archived: !row.archived }];
  });
  if (comesToHavePlainBesideOthers(sheet.rows, rows)) return null;
  return withOptionsOf({ ...sheet, rows });
}

/** Adds values that rows have to the lists of options that lack them. */
export function withOptionsOf(sheet: Sheet): Sheet {
  const live = sheet.rows.filter(({ archived }) => !archived);
  const lacking = (option: Option) => {
    const known = valuesOf(sheet, option);
    const values = live.map((row) => row[option]);
    return [...new Set(values.filter((value) => value !== '' && !known.includes(value)))];
  };
  const [sizes, colors, options] = [lacking('size'), lacking('color'), lacking('option')];
  if (sizes.length + colors.length + options.length === 0) return sheet;
  return {
    ...sheet,
    sizes: [...sheet.sizes, ...sizes].sort(bySize),
    colors: [...sheet.colors, ...colors],
    options: [...sheet.options, ...options],
  };
}
