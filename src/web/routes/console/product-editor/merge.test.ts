import { expect, test } from 'vitest';
import { changesBetween } from './changes.ts';
import { blankDraft, type Draft, type Row } from './draft.ts';
import { findDifferences, firstChoice, keepTyped, mergeDrafts, ownVariants } from './merge.ts';
import { addValues, removeValue } from './options.ts';

const blank = blankDraft();
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
  // What they added stays, unless staff choose to remove it.
  const merged = mergeDrafts(colored, mine, theirs);
  expect(merged.sheet).toMatchObject({ sizes: ['S', 'M', 'L'], colors: ['Moss', 'Navy'] });
  expect(changesBetween(theirs, merged, 'UTC').variants).toHaveLength(2);
  const removed = mergeDrafts(colored, mine, theirs, keepTyped);
  expect(removed.sheet.colors).toEqual(['Moss']);
  expect(changesBetween(theirs, removed, 'UTC').variants).toHaveLength(3);
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
  const theirs = edited({}, { onHand: '7', available: '3' });
  expect(findDifferences(base, base, theirs)).toEqual([]);
  expect(mergeDrafts(base, edited({}, { price: '1' }), theirs).sheet.rows[0]).toMatchObject({
    onHand: '7',
    available: '3',
    price: '1',
  });
});

test.each([
  ['10', '15', '8', '13 (+5)', '13'],
  ['10', '4', '8', '2 (−6)', '2'],
  ['10', '0', '8', '0 (−8)', '0'],
])(
  'of %s units, %s were typed and %s are left: a question, and what was sold stays sold',
  (from, typed, now, said, units) => {
    const before = edited({}, { onHand: from });
    const [mine, theirs] = [edited({}, { onHand: typed }), edited({}, { onHand: now })];
    const differences = findDifferences(before, mine, theirs);
    expect(differences).toMatchObject([{ id: 'var_0 onHand', mine: said, theirs: now }]);
    expect(changesBetween(theirs, mergeDrafts(before, mine, theirs), 'UTC')).toEqual({});
    const kept = mergeDrafts(before, mine, theirs, () => 'mine');
    expect(changesBetween(theirs, kept, 'UTC').variants).toEqual([
      { _id: 'var_0', onHand: { from: Number(now), to: Number(units) } },
    ]);
  },
);

test('units of a save whose response was lost are not added again, though the number is the same', () => {
  const at = (onHand: string, movement: number, name = 'Coat') =>
    edited({ name }, { onHand, movement });
  const [before, mine] = [at('10', 5), at('15', 5)];
  // The save added five, and five were sold.
  const theirs = at('10', 7);
  const differences = findDifferences(before, mine, theirs);
  expect(differences).toMatchObject([{ id: 'var_0 onHand', mine: '15 (+5)', theirs: '10' }]);
  expect(changesBetween(theirs, mergeDrafts(before, mine, theirs), 'UTC')).toEqual({});
  const again = mergeDrafts(before, mine, theirs, () => 'mine');
  expect(again.sheet.rows[0]).toMatchObject({ onHand: '15', movement: 7 });
  // Nothing moved: somebody else changed another field.
  const renamed = at('10', 5, 'Cape');
  expect(findDifferences(before, mine, renamed).map(({ id }) => id)).toEqual(['name']);
  expect(mergeDrafts(before, mine, renamed).sheet.rows[0]?.onHand).toBe('15');
});

test('typed units stay when somebody else changed something else', () => {
  const mine = edited({}, { onHand: '15' });
  const theirs = edited({ name: 'Cape' });
  expect(findDifferences(base, mine, theirs).map(({ id }) => id)).toEqual(['name']);
  expect(mergeDrafts(base, mine, theirs).sheet.rows[0]?.onHand).toBe('15');
});

test('units that are typed while an added variant is being saved stay', () => {
  const added = addValues(base.sheet, 'size', ['L']);
  const withLarge = (large: Partial<Row>): Draft => ({
    ...base,
    sheet: {
      ...added,
      rows: added.rows.map((row) => (row.size === 'L' ? { ...row, ...large } : row)),
    },
  });
  const [sent, mine] = [withLarge({ onHand: '5' }), withLarge({ onHand: '8' })];
  const saved = withLarge({ id: 'var_L', key: 'var_L', onHand: '5' });
  expect(mergeDrafts(sent, mine, saved, keepTyped).sheet.rows.at(-1)).toMatchObject({
    id: 'var_L',
    onHand: '8',
  });
});

test('a variant that they removed names what I changed of it, and is kept for that', () => {
  const mine = edited({}, { price: '60.00', onHand: '3' });
  const theirs = edited({}, { archived: true });
  expect(findDifferences(base, mine, theirs)).toMatchObject([
    { id: 'var_0 archived', mine: 'In the product\nPrice: 60.00\nOn hand: 3', theirs: 'Removed' },
  ]);
  const [kept] = mergeDrafts(base, mine, theirs).sheet.rows;
  expect(kept).toMatchObject({ archived: false, price: '60.00' });
  // A variant that I did not touch goes.
  expect(mergeDrafts(base, edited({ name: 'Cape' }), theirs).sheet.rows[0]?.archived).toBe(true);
});
