import { expect, test } from 'vitest';
import { changesBetween, hasChanges } from './changes.ts';
import { blankDraft, type Draft, nothing } from './draft.ts';
import { addValues, removeValue } from './options.ts';

const blank = blankDraft();
const saved: Draft = {
  fields: { ...blank.fields, name: 'Coat', price: '50.00', tags: 'wool, warm', status: 'active' },
  related: [],
  images: [{ url: '/uploads/a.webp', alt: 'Coat' }],
  sheet: {
    ...blank.sheet,
    rows: blank.sheet.rows.map((row) => ({
      ...row,
      id: 'var_0',
      key: 'var_0',
      sku: 'COAT',
      onHand: '10',
    })),
  },
};
const withFields = (fields: Partial<Draft['fields']>): Draft => ({
  ...saved,
  fields: { ...saved.fields, ...fields },
});
const changes = (draft: Draft) => changesBetween(saved, draft, 'Asia/Dhaka');

test('nothing changed, nothing sent', () => {
  expect(changes(structuredClone(saved))).toEqual({});
  expect(hasChanges(saved, withFields({ price: '50' }), 'UTC')).toBe(false);
  expect(hasChanges(saved, withFields({ price: '5' }), 'UTC')).toBe(true);
});

test('only changed fields are sent, as the calls take them', () => {
  expect(
    changes(withFields({ name: 'Cape', cost: '€ 20,5', weight: '900', tags: 'wool,, red ,wool' })),
  ).toEqual({ name: 'Cape', cost: '20.50', weight: 900, tags: ['wool', 'red'] });
  const back = changesBetween(withFields({ cost: '20' }), saved, 'UTC');
  expect(back).toEqual({ cost: null });
});

test('the time of publishing is sent in the zone of the shop, and only when it is scheduled', () => {
  const publishAt = '2026-12-01T09:00';
  expect(changes(withFields({ publishAt }))).toEqual({});
  expect(changes(withFields({ publishAt, status: 'scheduled' }))).toEqual({
    status: 'scheduled',
    publishAt: '2026-12-01T03:00:00.000Z',
  });
});

test('variants are sent with what changed of them, new ones with their opening stock', () => {
  const options = addValues(saved.sheet, 'size', ['S', 'M']);
  const rows = options.rows.map((row) => ({
    ...row,
    lowStockAt: '3',
    onHand: row.size === 'S' ? '12' : row.onHand,
    price: row.size === 'M' ? '60' : row.price,
  }));
  expect(changes({ ...saved, sheet: { ...options, rows } })).toEqual({
    variants: [
      { _id: 'var_0', size: 'S', lowStockAt: 3, onHand: { from: 10, to: 12 } },
      { size: 'M', color: null, option: null, price: '60', lowStockAt: 3, inventory: 0 },
    ],
  });
  const named = { ...saved, sheet: { ...options, rows: rows.filter(({ id }) => id) } };
  const gone = { ...named, sheet: addValues(named.sheet, 'size', ['L']) };
  expect(
    changesBetween(gone, { ...gone, sheet: removeValue(gone.sheet, 'size', 'S') }, 'UTC'),
  ).toEqual({
    variants: [{ _id: 'var_0', archived: true }],
  });
});

test('a removed variant keeps its units, and a cleared number is no zero', () => {
  const withRow = (row: Partial<Draft['sheet']['rows'][number]>): Draft => ({
    ...saved,
    sheet: { ...saved.sheet, rows: saved.sheet.rows.map((one) => ({ ...one, ...row })) },
  });
  for (const onHand of ['', '12', 'x']) {
    expect(changes(withRow({ onHand, archived: true }))).toEqual({
      variants: [{ _id: 'var_0', archived: true }],
    });
  }
  expect(hasChanges(saved, withRow({ onHand: '' }), 'UTC')).toBe(true);
  expect(JSON.stringify(changes(withRow({ onHand: '' })))).toContain('"to":null');
});

test("a cell that is cleared is the product's again", () => {
  const rows = saved.sheet.rows.map((row) => ({
    ...row,
    price: '60.00',
    image: '/a',
    weight: '5',
  }));
  const own = { ...saved, sheet: { ...saved.sheet, rows } };
  expect(changesBetween(own, saved, 'UTC')).toEqual({
    variants: [{ _id: 'var_0', price: null, img: null, weight: null }],
  });
});

test('a new product sends everything that is filled in, and has no units that nobody typed', () => {
  const draft = { ...blank, fields: { ...blank.fields, name: 'Coat', price: '50' } };
  expect(changesBetween(nothing(), draft, 'UTC')).toEqual({
    name: 'Coat',
    price: '50.00',
    status: 'draft',
    variants: [{ size: null, color: null, option: null, inventory: 0 }],
  });
});
