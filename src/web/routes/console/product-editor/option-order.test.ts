import { expect, test } from 'vitest';
import { changesBetween, hasChanges } from './changes.ts';
import { blankDraft, type Draft, type Row, type Sheet, toSheet } from './draft.ts';
import { mergeDrafts } from './merge.ts';
import { addValues, orderValues, removeValue } from './options.ts';

const row = (color: string, option = ''): Row => ({
  ...{ key: `${color}${option}`, id: `var_${color}${option}`, color, size: '', option },
  ...{ price: '', compareAtPrice: '', cost: '', onHand: '3', available: '3', lowStockAt: '' },
  ...{ sku: `${color}${option}`, barcode: '', weight: '', image: '', archived: false },
});
const draftWith = (sheet: Sheet): Draft => ({ ...blankDraft(), sheet });
const base = draftWith(toSheet([row('Navy'), row('Moss'), row('Ink')]));
const inOrder = (...colors: string[]) => draftWith(orderValues(base.sheet, 'color', colors));
const changes = (draft: Draft, from = base) => changesBetween(from, draft, 'UTC');

test('an order is sent once it differs from that of the variants', () => {
  const moved = inOrder('Moss', 'Navy', 'Ink');
  expect(changes(moved)).toEqual({ colors: ['Moss', 'Navy', 'Ink'] });
  expect(hasChanges(base, moved, 'UTC')).toBe(true);
  const back = inOrder('Navy', 'Moss', 'Ink');
  expect(changes(back)).toEqual({});
  expect(hasChanges(base, back, 'UTC')).toBe(false);
});

test('a value that is added or removed changes no order', () => {
  const added = draftWith(addValues(base.sheet, 'color', ['Sand']));
  expect(changes(added)).not.toHaveProperty('colors');
  const first = draftWith(orderValues(added.sheet, 'color', ['Sand', 'Navy', 'Moss', 'Ink']));
  expect(changes(first)).toMatchObject({ colors: ['Sand', 'Navy', 'Moss', 'Ink'] });
  expect(changes(draftWith(removeValue(base.sheet, 'color', 'Navy')))).not.toHaveProperty('colors');
});

test('my order stays beside what somebody else saved, and theirs where I have none', () => {
  const theirs = draftWith(toSheet([row('Ink'), row('Navy'), row('Moss'), row('Sand')]));
  const colors = (mine: Draft) => mergeDrafts(base, mine, theirs).sheet.colors;
  expect(colors(inOrder('Moss', 'Navy', 'Ink'))).toEqual(['Moss', 'Navy', 'Ink', 'Sand']);
  expect(colors(base)).toEqual(['Ink', 'Navy', 'Moss', 'Sand']);
});

test('after saving the page has the order that was stored', () => {
  const sent = inOrder('Moss', 'Navy', 'Ink');
  const product = draftWith(toSheet([row('Moss'), row('Navy'), row('Ink')]));
  const after = mergeDrafts(sent, sent, product);
  expect(after.sheet.colors).toEqual(['Moss', 'Navy', 'Ink']);
  expect(hasChanges(product, after, 'UTC')).toBe(false);
});
