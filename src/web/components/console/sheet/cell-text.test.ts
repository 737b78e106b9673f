import { expect, test } from 'vitest';
import { readAmount } from './cell-text.ts';

test.each([
  ['29', '29.00'],
  ['29.9', '29.90'],
  ['$1,299.50', '1299.50'],
  ['1.299,50 €', '1299.50'],
  ['29,90', '29.90'],
  ['1,299', '1299.00'],
  ['1,299,000.25', '1299000.25'],
  [' 12 ', '12.00'],
  ['-5', '-5'],
  ['1.234', '1.234'],
  ['free', 'free'],
  ['', ''],
])('the amount %j is read as %j', (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
