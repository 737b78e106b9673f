import { expect, test } from 'vitest';
import { bySize } from './size-order.ts';

test.each([
  [
    ['XL', 'M', 'XS', '2XL', 'S', 'L', 'XXXL'],
    ['XS', 'S', 'M', 'L', 'XL', '2XL', 'XXXL'],
  ],
  [
    ['10', '9', '41', '8.5', '8'],
    ['8', '8.5', '9', '10', '41'],
  ],
  [
    ['M/L', 'L', 'S/M', 'M', 'S'],
    ['S', 'S/M', 'M', 'M/L', 'L'],
  ],
  [
    ['One size', 'M', '40', 's'],
    ['s', 'M', '40', 'One size'],
  ],
  [
    ['X-Large', 'One Size', '2X', 'Tall', 'Extra', 'Large/X-Large', 'Small / Medium', 'XS'],
    ['XS', 'Small / Medium', 'Large/X-Large', 'X-Large', '2X', 'Extra', 'Tall', 'One Size'],
  ],
  [
    ['W32 L34', 'W30 L32', 'W32 L30'],
    ['W30 L32', 'W32 L30', 'W32 L34'],
  ],
])('%j stand as %j', (sizes, sorted) => {
  expect(sizes.toSorted(bySize)).toEqual(sorted);
});
