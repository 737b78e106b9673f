import { expect, test } from 'vitest';
import { blankDraft } from './draft.ts';
import { inPieces, packEdit, readEdit } from './edit-form.ts';

test('a long edit is sent in pieces and read whole', () => {
  const name = `${'é👕'.repeat(30_000)}"\n`;
  const form = packEdit(7, { name });
  expect(form.getAll('changes').length).toBeGreaterThan(4);
  for (const piece of form.getAll('changes')) {
    expect(Buffer.byteLength(String(piece))).toBeLessThan(64 * 1024);
  }
  expect(readEdit(form, 'UTC')).toEqual({ version: 7, changes: { name }, fields: null });
});

test('no character is cut in its middle', () => {
  expect(inPieces('a👕b👕', 2)).toEqual(['a👕', 'b👕']);
});

test('plain fields are compared with what they were', () => {
  const { fields } = blankDraft();
  const base = { ...fields, name: 'Coat', care: 'Wash\nDry' };
  const form = new FormData();
  form.set('version', '3');
  form.set('base', JSON.stringify(base));
  form.set('name', 'Cape');
  form.set('care', 'Wash\r\nDry');
  expect(readEdit(form, 'UTC')).toMatchObject({ version: 3, changes: { name: 'Cape' }, base });
  form.set('intent', 'archive');
  expect(readEdit(form, 'UTC')?.changes).toEqual({ name: 'Cape', status: 'archived' });
});

test.each([
  [{}],
  [{ version: 'x', changes: '{}' }],
  [{ version: '1', changes: '{' }],
  [{ version: '1', base: 'x' }],
])('%j is no edit', (fields) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  expect(readEdit(form, 'UTC')).toBeNull();
});

test('changes of values without end are not parsed', () => {
  const form = new FormData();
  form.set('version', '1');
  for (const piece of inPieces(`[${'{},'.repeat(80_000)}0]`)) form.append('changes', piece);
  expect(readEdit(form, 'UTC')).toBeNull();
});
