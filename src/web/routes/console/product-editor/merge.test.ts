import { expect, test } from 'vitest';
import { changesBetween } from './changes.ts';
import { blankDraft, type Draft, type Row } from './draft.ts';
import { findDifferences, firstChoice, mergeDrafts, ownVariants } from './merge.ts';
import { addValues, removeValue } from './options.ts';

const blank = blankDraft(10);
const sizes = addValues(blank.sheet, 'size', ['S', 'M']);
const base: Draft = {
  fields: { ...blank.fields, name: 'Coat', price: '50.00' },
  related: [],
  images: [],
  sheet: {
    ...sizes,
    rows: sizes.rows.map((row, index) => ({
      ...row,
      id: `var_${index}`,
      key: `var_${index}`,
      sku: `C-${row.size}`,
    })),
  },
};
const edited = (fields: Partial<Draft['fields']>, row: Partial<Row> = {}): Draft => ({
  ...base,
  fields: { ...base.fields, ...fields },
  sheet: {
    ...base.sheet,
    rows: base.sheet.rows.map((one, index) => (index === 0 ? { ...one, ...row } : one)),
  },
});

test('changes of different fields are both kept, without a conflict', () => {
  const mine = edited({ name: 'Cape' }, { price: '60.00' });
  const theirs = edited({ price: '55.00' }, { barcode: '400' });
  expect(findDifferences(base, mine, theirs).map(({ id, isConflict }) => [id, isConflict])).toEqual(
    [
      ['price', false],
      ['var_0 barcode', false],
    ],
  );
  const merged = mergeDrafts(base, mine, theirs);
  expect(merged.fields).toMatchObject({ name: 'Cape', price: '55.00' });
  expect(merged.sheet.rows[0]).toMatchObject({ price: '60.00', barcode: '400' });
  expect(changesBetween(theirs, merged, 'UTC')).toEqual({
    name: 'Cape',
    variants: [{ _id: 'var_0', price: '60.00' }],
  });
});

test('where both changed the same, mine is chosen first and theirs can be taken', () => {
  const mine = edited({ name: 'Cape' }, { price: '60.00' });
  const theirs = edited({ name: 'Cloak' }, { price: '70.00' });
  const differences = findDifferences(base, mine, theirs);
  expect(differences).toEqual([
    { id: 'name', field: { name: 'name' }, mine: 'Cape', theirs: 'Cloak', isConflict: true },
    {
      id: 'var_0 price',
      field: { key: 'var_0', row: 'S', name: 'price' },
      mine: '60.00',
      theirs: '70.00',
      isConflict: true,
    },
  ]);
  expect(differences.map(firstChoice)).toEqual(['mine', 'mine']);
  expect(changesBetween(theirs, mergeDrafts(base, mine, theirs), 'UTC')).toEqual({
    name: 'Cape',
    variants: [{ _id: 'var_0', price: '60.00' }],
  });
  const taken = mergeDrafts(base, mine, theirs, () => 'theirs');
  expect(changesBetween(theirs, taken, 'UTC')).toEqual({});
});

test('the same change on both sides is no difference', () => {
  const both = edited({ name: 'Cape', price: '55.00' });
  expect(findDifferences(base, both, edited({ name: 'Cape', price: '55.00' }))).toEqual([]);
});

test('variants that both added become one, and others stay', () => {
  const mineSheet = addValues(base.sheet, 'size', ['L', 'XL']);
  const mine = {
    ...base,
    sheet: {
      ...mineSheet,
      rows: mineSheet.rows.map((row) => (row.size === 'L' ? { ...row, price: '80' } : row)),
    },
  };
  const theirSheet = addValues(base.sheet, 'size', ['L', 'XXL']);
  const theirs = {
    ...base,
    sheet: {
      ...theirSheet,
      rows: theirSheet.rows.map((row) =>
        row.id
          ? row
          : {
              ...row,
              id: `their_${row.size}`,
              key: `their_${row.size}`,
              sku: `T-${row.size}`,
              price: '90.00',
            },
      ),
    },
  };
  expect(findDifferences(base, mine, theirs).map(({ id, isConflict }) => [id, isConflict])).toEqual(
    [
      ['their_L price', true],
      ['their_L sku', false],
      ['their_XXL added', false],
    ],
  );
  expect(ownVariants(base, mine, theirs)).toEqual({ added: ['XL'], removed: [] });
  const merged = mergeDrafts(base, mine, theirs);
  expect(merged.sheet.sizes).toEqual(['S', 'M', 'L', 'XL', 'XXL']);
  expect(changesBetween(theirs, merged, 'UTC').variants).toEqual([
    { _id: 'their_L', price: '80' },
    { size: 'XL', color: null, option: null, inventory: 0 },
  ]);
});

test('a variant that they added with a value that I removed is a conflict', () => {
  const saved = (sheet: Draft['sheet']): Draft => ({
    ...base,
    sheet: {
      ...sheet,
      rows: sheet.rows.map((row) => {
        const key = row.id ?? `var_${row.color}_${row.size}`;
        return { ...row, id: key, key };
      }),
    },
  });
  const colored = saved(addValues(base.sheet, 'color', ['Moss', 'Navy']));
  const mine = { ...colored, sheet: removeValue(colored.sheet, 'color', 'Navy') };
  const theirs = saved(addValues(colored.sheet, 'size', ['L']));
  const added = { theirs: 'Added', isConflict: false };
  expect(findDifferences(colored, mine, theirs)).toMatchObject([
    { id: 'var_Moss_L added', field: { row: 'Moss / L' }, ...added, mine: 'Not there' },
    { id: 'var_Navy_L added', ...added, mine: 'Removed', isConflict: true },
  ]);
  expect(ownVariants(colored, mine, theirs).removed).toEqual(['Navy / S', 'Navy / M']);
  const merged = mergeDrafts(colored, mine, theirs);
  expect(merged.sheet).toMatchObject({ sizes: ['S', 'M', 'L'], colors: ['Moss'] });
  expect(changesBetween(theirs, merged, 'UTC').variants).toHaveLength(3);
});

test('images are one list, which is kept or taken as a whole', () => {
  const mine = { ...base, images: [{ url: '/a', alt: 'A' }] };
  const theirs = { ...base, images: [{ url: '/b', alt: 'B' }] };
  expect(findDifferences(base, mine, theirs)).toMatchObject([{ id: 'images', isConflict: true }]);
  expect(mergeDrafts(base, mine, theirs).images).toBe(mine.images);
  expect(mergeDrafts(base, base, theirs).images).toBe(theirs.images);
  expect(findDifferences(base, mine, base)).toEqual([]);
});

test("units that orders took meanwhile are shown, and are nobody's change", () => {
  const theirs = edited({}, { available: '3' });
  expect(findDifferences(base, base, theirs)).toEqual([]);
  expect(mergeDrafts(base, edited({}, { price: '1' }), theirs).sheet.rows[0]).toMatchObject({
    available: '3',
    price: '1',
  });
});
