import { expect, test } from 'vitest';
import { newId } from '#shared/ids.ts';
import { joinIds, MAX_SELECTED, readIds, SELECTED } from './selected-ids.ts';

test('a form names the most products that are selected, within the 64 KB of a form', () => {
  const ids = Array.from({ length: MAX_SELECTED }, () => newId('prd'));
  const form = new FormData();
  form.set(SELECTED, joinIds(ids));
  expect(readIds(form)).toEqual(ids);
  const sent = new URLSearchParams([[SELECTED, joinIds(ids)]]);
  // The other fields of the bar have a tag of 255 characters and less than that.
  expect(String(sent).length).toBeLessThan(63_000);
});

test('without script the boxes name the products', () => {
  const form = new FormData();
  form.set(SELECTED, '');
  for (const id of ['prd_a', 'prd_b']) form.append('id', id);
  expect(readIds(form)).toEqual(['prd_a', 'prd_b']);
});
