import { expect, test } from 'vitest';
import { newRow, type Row, rowLabel, rowsInOrder, type Sheet, toSheet } from './draft.ts';
import { giveColor, shownColor } from './image-colors.ts';
import {
  addValues,
  assignImage,
  colorOfImage,
  type Option,
  removeValue,
  replaceImage,
  sayArchived,
  sayTaken,
  toggleRow as toggle,
  turnedBy,
} from './options.ts';

const toggleRow = (sheet: Sheet, key: string) => toggle(sheet, key) ?? sheet;
const archivedBy = (sheet: Sheet, option: Option, value: string) =>
  turnedBy(sheet, removeValue(sheet, option, value)).archived.length;
const blank = toSheet([{ ...newRow({}), onHand: '10' }]);
const names = (sheet: Sheet, withArchived = false) =>
  rowsInOrder(sheet, withArchived).map(({ color, size }) => `${color} ${size}`.trim());
/** The sheet after it was saved. */
const saved = (sheet: Sheet): Sheet => ({
  ...sheet,
  rows: sheet.rows.map((row, index) => ({ ...row, id: `var_${index}`, key: `var_${index}` })),
});
const jacket = addValues(addValues(blank, 'color', ['Moss', 'Rust']), 'size', ['L', 'S', 'XL']);

test('the grid has all combinations, by color and by natural size', () => {
  expect(names(jacket)).toEqual(['Moss S', 'Moss L', 'Moss XL', 'Rust S', 'Rust L', 'Rust XL']);
  expect(jacket.sizes).toEqual(['S', 'L', 'XL']);
});

test('the first value goes to the variant that exists, with its units', () => {
  const one = addValues(saved(blank), 'size', ['M']);
  expect(one.rows).toEqual([expect.objectContaining({ id: 'var_0', size: 'M', onHand: '10' })]);
});

test('no combination of a new product gets the units of its only variant', () => {
  const units = ({ rows }: Sheet) => rows.map(({ onHand }) => onHand);
  expect(units(addValues(blank, 'color', ['Red']))).toEqual(['10']);
  expect(units(addValues(blank, 'color', ['Red', 'Blue']))).toEqual(['', '']);
  expect(new Set(units(jacket))).toEqual(new Set(['']));
});

test('values that are there already, in whatever case, are not added again', () => {
  expect(addValues(jacket, 'color', ['moss', ' ', 'RUST'])).toBe(jacket);
  const said = (values: string[]) => sayTaken(jacket, 'color', values);
  expect(said(['moss', ' ', 'Rust', 'Ink'])).toBe(
    'Already there, not added: moss (as Moss), Rust.',
  );
  expect(said(['Ink', 'INK'])).toBe('Already there, not added: INK (as Ink).');
  expect(said(['Ink', '', ''])).toBeNull();
});

test('a further value adds its row of variants', () => {
  const more = addValues(saved(jacket), 'color', ['Ink']);
  expect(more.rows.filter(({ id }) => id === null).map(({ size }) => size)).toEqual([
    'S',
    'L',
    'XL',
  ]);
});

test('a value without variants on sale begins a variant of its own', () => {
  const gone = { ...blank, rows: saved(blank).rows.map((row) => ({ ...row, archived: true })) };
  expect(names(addValues(gone, 'size', ['S', 'M']))).toEqual(['S', 'M']);
});

test('removing a value archives saved variants and drops new ones', () => {
  const more = addValues(saved(jacket), 'size', ['M']);
  expect(archivedBy(more, 'color', 'Rust')).toBe(3);
  const less = removeValue(more, 'color', 'Rust');
  expect(names(less)).toEqual(['Moss S', 'Moss M', 'Moss L', 'Moss XL']);
  expect(
    less.rows
      .filter(({ archived }) => archived)
      .map(({ size }) => size)
      .sort(),
  ).toEqual(['L', 'S', 'XL']);
  expect(less.colors).toEqual(['Moss']);
});

test('a value that is added again brings its variants back', () => {
  const there = saved(jacket);
  const again = addValues(removeValue(there, 'color', 'Rust'), 'color', ['Rust']);
  expect(again.rows).toEqual(there.rows);
});

test('the last value of an option leaves its variants in place', () => {
  const there = saved(addValues(blank, 'size', ['S', 'M']));
  const [one, none] = [
    removeValue(there, 'size', 'M'),
    removeValue(removeValue(there, 'size', 'M'), 'size', 'S'),
  ];
  expect(archivedBy(there, 'size', 'M')).toBe(1);
  expect(archivedBy(one, 'size', 'S')).toBe(0);
  expect(none.rows.map(({ size, archived }) => [size, archived])).toEqual([
    ['', false],
    ['M', true],
  ]);
});

test('a single variant gets sizes, is a single one again, and gets the same sizes once more', () => {
  const live = ({ rows }: Sheet) =>
    rows.filter(({ archived }) => !archived).map(({ id, size }) => [id, size]);
  const sized = saved(addValues(saved(blank), 'size', ['S', 'M']));
  const single = removeValue(removeValue(sized, 'size', 'S'), 'size', 'M');
  expect(live(single)).toEqual([['var_1', '']]);
  const counts = single.rows.map((row) => ({ ...row, onHand: row.id === 'var_1' ? '7' : '10' }));
  const again = addValues({ ...single, rows: counts }, 'size', ['S', 'M']);
  expect(sayArchived({ ...single, rows: counts }, again, single)).toBe(
    'Saving archives 1 variant with 7 units on hand and restores 1 variant with 10 units on hand. Undo takes this back.',
  );
  expect(live(again)).toEqual([
    ['var_0', 'S'],
    [null, 'M'],
  ]);
  // The archived variant without a size is the single one then.
  const small = removeValue(again, 'size', 'M');
  expect(archivedBy(small, 'size', 'S')).toBe(1);
  const back = removeValue(small, 'size', 'S');
  expect(live(back)).toEqual([['var_1', '']]);
});

test('one row is archived and restored, and a new one disappears', () => {
  const there = saved(jacket);
  const gone = toggleRow(there, 'var_0');
  expect(gone.rows.find(({ key }) => key === 'var_0')?.archived).toBe(true);
  expect(toggleRow(gone, 'var_0').rows).toEqual(there.rows);
  expect(toggleRow(jacket, jacket.rows[0]?.key ?? '').rows).toHaveLength(5);
});

test('a variant without options is not restored beside others, nor others beside it', () => {
  const sized = saved(addValues(saved(blank), 'size', ['S', 'M']));
  const single = removeValue(removeValue(sized, 'size', 'S'), 'size', 'M');
  expect(toggle(single, 'var_0')).toBeNull();
  const both = addValues(single, 'size', ['S', 'M']);
  expect(toggle(both, 'var_1')).toBeNull();
  expect(sayArchived(single, single, single)).toBe('');
  const without = removeValue(both, 'size', 'S');
  expect(sayArchived(both, without, both)).toContain('Undo takes this back.');
  expect(sayArchived(both, without, without)).not.toContain('Undo');
});

test('restoring the only variant of a color lists the color again', () => {
  const less = removeValue(saved(jacket), 'color', 'Rust');
  const back = toggleRow(less, less.rows.find(({ archived }) => archived)?.key ?? '');
  expect(back.colors).toEqual(['Moss', 'Rust']);
});

test('an image of a color is the image of all its variants, also of later ones', () => {
  const with1 = assignImage(jacket, '/a', 'Moss');
  expect(colorOfImage(with1, '/a')).toBe('Moss');
  const grown = addValues(with1, 'size', ['M']);
  const images = (sheet: Sheet, color: string) =>
    new Set(sheet.rows.filter((row: Row) => row.color === color).map(({ image }) => image));
  expect(images(grown, 'Moss')).toEqual(new Set(['/a']));
  expect(images(grown, 'Rust')).toEqual(new Set(['']));
  const moved = assignImage(with1, '/a', 'Rust');
  expect([images(moved, 'Moss'), images(moved, 'Rust')]).toEqual([new Set(['']), new Set(['/a'])]);
  expect(images(replaceImage(moved, '/a', '/b'), 'Rust')).toEqual(new Set(['/b']));
  expect(colorOfImage(assignImage(moved, '/a', ''), '/a')).toBe('');
});

test('an image keeps its color when the product has it no more', () => {
  const image = { url: '/a', alt: '', color: 'Rust' };
  expect(shownColor(jacket, image)).toBe('Rust');
  const less = removeValue(saved(jacket), 'color', 'Rust');
  expect(shownColor(less, image)).toBe('Rust');
  expect(shownColor(assignImage(less, '/a', 'Moss'), image)).toBe('Moss');
  expect(giveColor([image], less, 0, '')[0]).toEqual([{ url: '/a', alt: '' }]);
});

test('archived variants give a product no options', () => {
  const rows = saved(jacket).rows.map((row) => ({ ...row, archived: row.color === 'Rust' }));
  expect(toSheet(rows).colors).toEqual(['Moss']);
});

test('a third option multiplies the variants that there are, and no others', () => {
  const label = (sheet: Sheet) => rowsInOrder(sheet, false).map(rowLabel);
  const rust = jacket.rows.find(({ color, size }) => color === 'Rust' && size === 'XL');
  const one = addValues(toggleRow(jacket, rust?.key ?? ''), 'option', ['Short']);
  expect(one.rows).toHaveLength(5);
  const two = addValues(one, 'option', ['Long']);
  expect(label(two)).toEqual([
    ...['Moss / S / Short', 'Moss / S / Long', 'Moss / L / Short', 'Moss / L / Long'],
    ...['Moss / XL / Short', 'Moss / XL / Long', 'Rust / S / Short', 'Rust / S / Long'],
    ...['Rust / L / Short', 'Rust / L / Long'],
  ]);
  const keys = new Set(two.rows.map(({ key }) => key));
  expect(keys.size).toBe(10);
  const less = removeValue(saved(two), 'option', 'Long');
  expect(archivedBy(saved(two), 'option', 'Long')).toBe(5);
  expect(label(less)).toHaveLength(5);
  expect(addValues(less, 'option', ['Long']).rows).toEqual(saved(two).rows);
  expect(label(removeValue(less, 'option', 'Short'))[0]).toBe('Moss / S');
});
