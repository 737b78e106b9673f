import { expect, test } from 'vitest';
import { fateOf, undoSummary } from './undo-words.ts';

test.each([
  ['done', {}, null],
  ['undone', { takenBack: 12, kept: 0 }, '12 products taken back'],
  ['undone', { takenBack: 1, kept: 1 }, '1 product taken back, 1 left as it is'],
  ['undoing', { takenBack: 1_200, kept: 2 }, '1,200 products taken back, 2 left as they are'],
] as const)('a list says of a job that is %s with %j: %j', (status, result, words) => {
  expect(undoSummary({ status, result }, 'product')).toBe(words);
});

test('an item says what became of it', () => {
  expect(fateOf('new', null)).toBe('Taken back: archived now');
  expect(fateOf('changed', null)).toBe('Taken back: as it was before');
  expect(fateOf('new', 'It has been sold since.')).toBe('Left as it is: It has been sold since.');
});
