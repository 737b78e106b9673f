import { expect, test } from 'vitest';
import { leftOutText } from '../../../components/console/sheet/left-out.ts';
import {
  applyEdits,
  clear,
  copyText,
  fillDown,
  paste,
  typeInto,
} from '../../../components/console/sheet/sheet-edits.ts';
import { firstErrorText } from '../../../components/console/sheet/sheet-errors.ts';
import { findCellErrors } from './cell-values.ts';
import { columns, nameInError, newRow, type Row } from './draft.ts';
import { variantModel } from './variant-model.tsx';

const rows = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    ...newRow({ size: String(index) }),
    price: `${index + 1}.00`,
    sku: `SKU-${index}`,
  }));
const inherited = { price: '', compareAtPrice: '', cost: '', weight: '' };
const model = variantModel([{ url: '/uploads/a.webp', alt: '' }], inherited, () => '');
const shownOf = (list: Row[]) => ({ rows: list, model });
const column = (name: (typeof columns)[number]) => columns.indexOf(name);
const rect = (top: number, bottom: number, left: number, right = left) => ({
  top,
  bottom,
  left,
  right,
});
const prices = (list: Row[]) => list.map(({ price }) => price);

test('a column of prices is pasted downwards from the first selected cell', () => {
  const list = rows(4);
  const pasted = paste(shownOf(list), rect(1, 1, 0), '$10\n$20.50\n');
  expect(prices(applyEdits(list, pasted.edits))).toEqual(['1.00', '10.00', '20.50', '4.00']);
  expect(pasted.rect).toEqual(rect(1, 2, 0));
});

test('one value fills the selection, and a pattern repeats where it fits', () => {
  const list = rows(4);
  const one = paste(shownOf(list), rect(0, 3, 0), '7');
  expect(prices(applyEdits(list, one.edits))).toEqual(['7.00', '7.00', '7.00', '7.00']);
  const two = paste(shownOf(list), rect(0, 3, 0), '7\n8');
  expect(prices(applyEdits(list, two.edits))).toEqual(['7.00', '8.00', '7.00', '8.00']);
  const three = paste(shownOf(list), rect(0, 3, 0), '7\n8\n9');
  expect(prices(applyEdits(list, three.edits))).toEqual(['7.00', '8.00', '9.00', '4.00']);
});

test('what does not fit below or beside the grid is left out, and said', () => {
  const list = rows(2);
  const pasted = paste(shownOf(list), rect(1, 1, column('image')), '1\tx\n1\tx');
  const after = applyEdits(list, pasted.edits);
  expect(after.map(({ image }) => image)).toEqual(['', '/uploads/a.webp']);
  expect(pasted.rect).toEqual(rect(1, 1, column('image')));
  expect(leftOutText(pasted.leftOut)).toBe(
    'Left out of the paste: 1 row and 1 column did not fit into the grid.',
  );
  const fitting = paste(shownOf(list), rect(0, 1, 0), '1\n2');
  expect(leftOutText(fitting.leftOut)).toBeNull();
});

test('what is available is not pasted over, and what is on hand is', () => {
  const list = rows(1).map((row) => ({ ...row, id: 'v', onHand: '4', available: '3' }));
  const { edits, leftOut } = paste(shownOf(list), rect(0, 0, column('onHand')), '9\t9');
  expect(leftOutText(leftOut)).toBe("Left out of the paste: 1 cell can't be changed here.");
  // The same number is nothing to leave out.
  const same = paste(shownOf(list), rect(0, 0, column('available')), '3');
  expect(same.leftOut.locked).toBe(0);
  expect(applyEdits(list, edits)).toMatchObject([{ onHand: '9', available: '3' }]);
});

test('filling down copies the first selected row, or the one above a single row', () => {
  const list = rows(4);
  const filled = applyEdits(list, fillDown(shownOf(list), rect(0, 2, 0)));
  expect(prices(filled)).toEqual(['1.00', '1.00', '1.00', '4.00']);
  const one = applyEdits(list, fillDown(shownOf(list), rect(3, 3, 0)));
  expect(prices(one)).toEqual(['1.00', '2.00', '3.00', '3.00']);
  expect(fillDown(shownOf(list), rect(0, 0, 0)).size).toBe(0);
});

test('clearing empties the selected cells alone', () => {
  const list = rows(2);
  const [first, second] = applyEdits(list, clear(shownOf(list), rect(0, 0, 0)));
  expect([first?.price, first?.sku, second?.price]).toEqual(['', 'SKU-0', '2.00']);
});

test('what is copied is pasted as it was, also images', () => {
  const list = rows(3).map((row, index) => (index ? row : { ...row, image: '/uploads/a.webp' }));
  const all = rect(0, 0, 0, columns.length - 1);
  const text = copyText(shownOf(list), all);
  expect(text.split('\t')).toHaveLength(columns.length);
  const { edits } = paste(shownOf(list), rect(1, 2, 0, columns.length - 1), text);
  const [first, second, third] = applyEdits(list, edits);
  const cells = (row?: Row) => columns.map((name) => row?.[name]);
  expect(cells(second)).toEqual(cells(first));
  expect(cells(third)).toEqual(cells(first));
});

test('rows that do not change stay the same objects', () => {
  const list = rows(3);
  const edits = typeInto(shownOf(list), 1, 0, '2');
  expect(edits.size).toBe(0);
  const after = applyEdits(list, typeInto(shownOf(list), 1, 0, '5'));
  expect(after[0]).toBe(list[0]);
  expect(after[2]).toBe(list[2]);
  expect(after[1]?.price).toBe('5.00');
});

test('2,000 rows are pasted over and checked within a frame or two', () => {
  const list = rows(2_000);
  const text = list.map((_, index) => `${index}.5`).join('\n');
  const start = performance.now();
  const { edits } = paste(shownOf(list), rect(0, 0, 0), text);
  applyEdits(list, edits);
  expect(edits.size).toBe(2_000);
  // This is ten times the usual time, because a busy machine is slow.
  expect(performance.now() - start).toBeLessThan(500);
});

test('a wrong cell is named by its SKU, its column and the reason', () => {
  const list = rows(3).map((row, at) =>
    at === 0 ? row : { ...row, price: 'free', sku: at === 1 ? 'TEE-M' : '' },
  );
  const errors = findCellErrors(list, []);
  const text = (some: Row[]) => firstErrorText(some, model.columns, errors, nameInError);
  expect(text(list)).toMatch(/^TEE-M, Price: Please enter a price .+/);
  expect(text(list.slice(2))).toMatch(/^2, Price: /);
  expect(text(list.slice(0, 1))).toBe(null);
});
