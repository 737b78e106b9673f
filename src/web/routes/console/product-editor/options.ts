/** Options of a product: adding a value adds its variants, removing one archives them. */
import { bySize } from '#shared/size-order.ts';
import { newRow, type Row, type Sheet } from './draft.ts';

export type Option = 'size' | 'color';

const listName = { size: 'sizes', color: 'colors' } as const;
const other = { size: 'color', color: 'size' } as const;

/**
 * Adds values to an option. The first value of an option goes to the variants that exist. Each
 * further one gets a variant for every value of the other option; an archived variant of the same
 * options comes back. Values that the option has already are left out.
 */
export function addValues(sheet: Sheet, option: Option, values: string[]): Sheet {
  return values
    .map((value) => value.trim().slice(0, 60))
    .filter((value) => value !== '')
    .reduce((now, value) => addValue(now, option, value), sheet);
}

function addValue(sheet: Sheet, option: Option, value: string): Sheet {
  const list = sheet[listName[option]];
  if (list.some((known) => known.toLowerCase() === value.toLowerCase())) return sheet;
  const isFirst = list.length === 0 && sheet.rows.some(({ archived }) => !archived);
  const longer = [...list, value];
  const named = {
    ...sheet,
    [listName[option]]: option === 'size' ? longer.sort(bySize) : longer,
  };
  const rows = isFirst ? giveToAll(sheet.rows, option, value) : addRows(sheet, option, value);
  return { ...named, rows };
}

function giveToAll(rows: Row[], option: Option, value: string): Row[] {
  const taken = new Set(
    rows.filter((row) => row[option] === value).map((row) => row[other[option]]),
  );
  return rows.map((row) => {
    if (row.archived || row[option] !== '') return row;
    // An archived variant has these options already, so this one stays as it is.
    if (taken.has(row[other[option]])) return row;
    const given = { ...row, [option]: value };
    return given.id === null ? { ...given, key: newRow(given.size, given.color).key } : given;
  });
}

function addRows(sheet: Sheet, option: Option, value: string): Row[] {
  const others = sheet[listName[other[option]]];
  const rows = [...sheet.rows];
  for (const otherValue of others.length > 0 ? others : ['']) {
    const options = { [option]: value, [other[option]]: otherValue } as Pick<Row, Option>;
    const index = rows.findIndex((row) => row.size === options.size && row.color === options.color);
    const row = rows[index];
    if (row) rows[index] = { ...row, archived: false };
    else
      rows.push({ ...newRow(options.size, options.color), image: imageOf(sheet, options.color) });
  }
  return rows;
}

/** The image that all variants of a color share; empty when they have none or several. */
export function imageOf({ rows }: Pick<Sheet, 'rows'>, color: string): string {
  const found = new Set(
    rows.filter((row) => !row.archived && row.color === color).map(({ image }) => image),
  );
  const [first] = found;
  return color !== '' && found.size === 1 ? (first ?? '') : '';
}

/** Gives the variants of a color this image; an empty color takes it from all. */
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

/** Gives variants with one image another one, or none. */
export function replaceImage(sheet: Sheet, url: string, by: string): Sheet {
  const rows = sheet.rows.map((row) => (row.image === url ? { ...row, image: by } : row));
  return { ...sheet, rows };
}

/**
 * Removes a value of an option. Saved variants with it are archived, others disappear. The last
 * value is taken from the variants, which stay.
 */
export function removeValue(sheet: Sheet, option: Option, value: string): Sheet {
  const list = sheet[listName[option]].filter((known) => known !== value);
  const shorter = { ...sheet, [listName[option]]: list };
  if (list.length === 0) return { ...shorter, rows: takeFromAll(sheet.rows, option) };
  const rows = sheet.rows.flatMap((row) => {
    if (row[option] !== value || row.archived) return [row];
    return row.id === null ? [] : [{ ...row, archived: true }];
  });
  return { ...shorter, rows };
}

function takeFromAll(rows: Row[], option: Option): Row[] {
  return rows.map((row) => {
    if (row.archived || row[option] === '') return row;
    const bare = { ...row, [option]: '' };
    return bare.id === null ? { ...bare, key: newRow(bare.size, bare.color).key } : bare;
  });
}

/** How many saved variants the removal of a value would archive. */
export function archivedBy(sheet: Sheet, option: Option, value: string): number {
  if (sheet[listName[option]].length < 2) return 0;
  return sheet.rows.filter((row) => row.id && !row.archived && row[option] === value).length;
}

/** Archives a saved variant or drops a new one; restores an archived one. */
export function toggleRow(sheet: Sheet, key: string): Sheet {
  const rows = sheet.rows.flatMap((row) => {
    if (row.key !== key) return [row];
    return row.id === null ? [] : [{ ...row, archived: !row.archived }];
  });
  return withOptionsOf({ ...sheet, rows });
}

/** Adds values to the lists of options that rows have and the lists lack. */
export function withOptionsOf(sheet: Sheet): Sheet {
  const live = sheet.rows.filter(({ archived }) => !archived);
  const lacking = (values: string[], known: string[]) => [
    ...new Set(values.filter((value) => value !== '' && !known.includes(value))),
  ];
  const sizes = lacking(
    live.map(({ size }) => size),
    sheet.sizes,
  );
  const colors = lacking(
    live.map(({ color }) => color),
    sheet.colors,
  );
  if (sizes.length + colors.length === 0) return sheet;
  return {
    ...sheet,
    sizes: [...sheet.sizes, ...sizes].sort(bySize),
    colors: [...sheet.colors, ...colors],
  };
}
