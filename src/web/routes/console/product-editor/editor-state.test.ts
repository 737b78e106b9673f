import { expect, test } from 'vitest';
import { blankDraft, type Sheet } from './draft.ts';
import { type EditorAction, type EditorState, initialState, reduce } from './editor-state.ts';
import { addValues } from './options.ts';

const withUnits = ({ rows, ...sheet }: Sheet, onHand: string): Sheet => ({
  ...sheet,
  rows: rows.map((row) => ({ ...row, onHand })),
});

const blank = blankDraft();
const draft = { ...blank, sheet: withUnits(blank.sheet, '10') };
const [one, two] = [
  addValues(draft.sheet, 'size', ['S']),
  addValues(draft.sheet, 'size', ['S', 'M']),
];
const after = (...actions: EditorAction[]): EditorState =>
  actions.reduce(reduce, initialState(draft, 1));

test('steps of the grid are undone and redone, and a new one ends redoing', () => {
  const steps: EditorAction[] = [
    { type: 'sheet', sheet: one },
    { type: 'sheet', sheet: two },
  ];
  expect(after(...steps, { type: 'undo' }).draft.sheet).toBe(one);
  expect(after(...steps, { type: 'undo' }, { type: 'undo' }).draft.sheet).toBe(draft.sheet);
  expect(after(...steps, { type: 'undo' }, { type: 'redo' }).draft.sheet).toBe(two);
  const branched = after(...steps, { type: 'undo' }, { type: 'sheet', sheet: draft.sheet });
  expect(branched.future).toEqual([]);
  expect(after({ type: 'undo' }).draft).toBe(draft);
});

test('undoing a step of the grid keeps the fields', () => {
  const state = after(
    { type: 'sheet', sheet: one },
    { type: 'field', name: 'name', value: 'Coat' },
    { type: 'undo' },
  );
  expect(state.draft.fields.name).toBe('Coat');
  expect(state.draft.sheet).toBe(draft.sheet);
});

test('images and variants are undone together, and a typed description in one step', () => {
  const image = { url: '/pictures/a-800.webp', alt: '' };
  const [first] = draft.sheet.rows;
  const assigned = { ...draft.sheet, rows: first ? [{ ...first, image: image.url }] : [] };
  const steps: EditorAction[] = [
    { type: 'images', images: [image], sheet: assigned },
    { type: 'images', images: [{ ...image, alt: 'C' }] },
    { type: 'images', images: [{ ...image, alt: 'Coat' }] },
    { type: 'images', images: [], sheet: draft.sheet },
  ];
  const undo: EditorAction = { type: 'undo' };
  const deletionUndone = after(...steps, undo).draft;
  expect(deletionUndone.images).toEqual([{ ...image, alt: 'Coat' }]);
  expect(deletionUndone.sheet).toBe(assigned);
  expect(after(...steps, undo, undo).draft.images).toEqual([image]);
  const start = after(...steps, undo, undo, undo);
  expect([start.draft, start.past]).toEqual([draft, []]);
  expect(after(...steps, undo, { type: 'redo' }).draft).toEqual(draft);
});

test('discarding goes back to what is saved', () => {
  const state = after({ type: 'field', name: 'name', value: 'Coat' }, { type: 'discard' });
  expect(state.draft).toBe(draft);
});

test('what is typed while it is saved stays unsaved', () => {
  const sent = { ...draft, fields: { ...draft.fields, name: 'Coat' } };
  const product = {
    ...sent,
    fields: { ...sent.fields, slug: 'coat' },
    sheet: {
      ...sent.sheet,
      // Two units were sold since the page was opened.
      rows: sent.sheet.rows.map((row) => ({ ...row, sku: 'MADE', onHand: '8' })),
    },
  };
  const state = after(
    { type: 'field', name: 'name', value: 'Coat' },
    { type: 'field', name: 'brand', value: 'Later' },
    { type: 'sheet', sheet: withUnits(sent.sheet, '12') },
    { type: 'saved', sent, product, version: 2 },
  );
  expect(state.version).toBe(2);
  expect(state.base).toBe(product);
  expect(state.draft.fields).toMatchObject({ name: 'Coat', slug: 'coat', brand: 'Later' });
  expect(state.draft.sheet.rows).toMatchObject([{ sku: 'MADE', onHand: '10' }]);
});
