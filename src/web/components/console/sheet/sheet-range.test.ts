import { expect, test } from 'vitest';
import { at, clamp, move, moveByKey, nextCell, rectOf } from './sheet-range.ts';

const size = { rows: 30, columns: 8 };
const plain = { shift: false, command: false };

test('arrows move by one cell and stop at the edges', () => {
  expect(moveByKey(at(0, 0), 'ArrowUp', plain, size, 10)).toEqual(at(0, 0));
  expect(moveByKey(at(0, 0), 'ArrowDown', plain, size, 10)).toEqual(at(1, 0));
  expect(moveByKey(at(3, 7), 'ArrowRight', plain, size, 10)).toEqual(at(3, 7));
  expect(moveByKey(at(3, 7), 'ArrowLeft', plain, size, 10)).toEqual(at(3, 6));
});

test('with Ctrl they move to the edge, and with Shift they select', () => {
  expect(moveByKey(at(5, 2), 'ArrowDown', { shift: false, command: true }, size, 10)).toEqual(
    at(29, 2),
  );
  const selected = moveByKey(at(5, 2), 'ArrowDown', { shift: true, command: false }, size, 10);
  expect(selected).toEqual({ anchor: { row: 5, column: 2 }, focus: { row: 6, column: 2 } });
});

test('Home, End and the page keys move in the row and by pages', () => {
  expect(moveByKey(at(5, 2), 'Home', plain, size, 10)).toEqual(at(5, 0));
  expect(moveByKey(at(5, 2), 'End', { shift: false, command: true }, size, 10)).toEqual(at(29, 7));
  expect(moveByKey(at(5, 2), 'PageDown', plain, size, 10)).toEqual(at(15, 2));
  expect(moveByKey(at(5, 2), 'PageUp', plain, size, 10)).toEqual(at(0, 2));
  expect(moveByKey(at(5, 2), 'x', plain, size, 10)).toBeNull();
});

test('Tab goes through the row and into the next, and leaves behind the last cell', () => {
  expect(nextCell(at(0, 6), false, size)).toEqual(at(0, 7));
  expect(nextCell(at(0, 7), false, size)).toEqual(at(1, 0));
  expect(nextCell(at(1, 0), true, size)).toEqual(at(0, 7));
  expect(nextCell(at(29, 7), false, size)).toBeNull();
  expect(nextCell(at(0, 0), true, size)).toBeNull();
});

test('a rectangle is the same from whichever corner it was selected', () => {
  const selection = { anchor: { row: 4, column: 3 }, focus: { row: 1, column: 5 } };
  expect(rectOf(selection)).toEqual({ top: 1, bottom: 4, left: 3, right: 5 });
});

test('a selection stays within a grid that has become smaller', () => {
  expect(clamp(at(20, 3), { rows: 5, columns: 8 })).toEqual(at(4, 3));
  expect(clamp(at(20, 3), { rows: 0, columns: 8 })).toEqual(at(0, 3));
  expect(move(at(0, 0), { row: 3 }, { rows: 2, columns: 8 })).toEqual(at(1, 0));
});
