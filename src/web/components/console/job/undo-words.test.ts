import { expect, test } from 'vitest';
import { fateOf, foreseenWords, notReached, undoSummary } from './undo-words.ts';

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

test.each([
  [{ looked: 20, isAll: true, stay: 3 }, false, ' Of its 20 products, 3 would stay as they are.'],
  [
    { looked: 2, isAll: true, stay: 0 },
    true,
    ' Of the 2 products that stayed, none would stay as they are.',
  ],
  [
    { looked: 1_000, isAll: false, stay: 1 },
    false,
    ' Of its first 1,000 products, 1 would stay as it is.',
  ],
  [{ looked: 1, isAll: true, stay: 1 }, false, ' Its product would stay as it is.'],
  [{ looked: 0, isAll: true, stay: 0 }, true, ''],
  [null, false, ''],
] as const)('the question before an undo says of %j, again %s: %j', (foreseen, isAgain, words) => {
  expect(foreseenWords(foreseen, isAgain)).toBe(words);
});

test('a cancelled job says what it did not come to', () => {
  expect(notReached({ status: 'cancelled', done: 2_500, total: 12_000 })).toBe(9_500);
  expect(notReached({ status: 'done', done: 11_999, total: 12_000 })).toBe(0);
  expect(notReached({ status: 'cancelled', done: 0, total: null })).toBe(0);
});
