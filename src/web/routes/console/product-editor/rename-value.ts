/** Renames a value of an option. Its variants stay, with their stock, SKUs and barcodes. */
import { bySize } from '#shared/size-order.ts';
import { type Draft, newKey, type Row, rowLabel, valuesKey } from './draft.ts';
import { cleanValue, listName, type Option, sameValue, valuesOf } from './options.ts';

type Renamed = Pick<Draft, 'images' | 'sheet'>;

/**
 * Returns what a new name changes, or why the name can't be taken. Archived variants and images get
 * the new name too. Nothing changes where the name is empty or the same.
 */
export function renameValue(
  { images, sheet }: Renamed,
  option: Option,
  from: string,
  typed: string,
): Renamed | { problem: string } {
  const to = cleanValue(typed);
  if (to === '' || to === from) return { images, sheet };
  const list = valuesOf(sheet, option);
  const taken = list.find((known) => known !== from && sameValue(known, to));
  if (taken) return { problem: `${taken} is a value already. Please choose another name.` };
  const isMeant = (row: Row) => row[option] === from;
  const others = new Map(
    sheet.rows.filter((row) => !isMeant(row)).map((row) => [valuesKey(row), row]),
  );
  const rows: Row[] = [];
  for (const row of sheet.rows) {
    const renamed = isMeant(row) ? withValue(row, option, to) : row;
    const other = renamed === row ? undefined : others.get(valuesKey(renamed));
    if (other) {
      const what = `An archived variant is ${rowLabel(other)} already.`;
      return { problem: `${what} Please choose another name, or add ${to} to bring it back.` };
    }
    rows.push(renamed);
  }
  const values = list.map((known) => (known === from ? to : known));
  const sorted = option === 'size' ? values.sort(bySize) : values;
  return {
    images: option === 'color' ? images.map((image) => withColor(image, from, to)) : images,
    sheet: { ...sheet, [listName[option]]: sorted, rows },
  };
}

function withValue(row: Row, option: Option, value: string): Row {
  const renamed = { ...row, [option]: value };
  return row.id === null ? { ...renamed, key: newKey(renamed) } : renamed;
}

function withColor(image: Draft['images'][number], from: string, to: string) {
  return image.color === from ? { ...image, color: to } : image;
}
