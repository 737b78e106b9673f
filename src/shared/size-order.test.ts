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
    ['X-Large', 'Small', 'XX-Large', 'Large', 'Extra Small', '3X', 'Medium', 'One Size'],
    ['Extra Small', 'Small', 'Medium', 'Large', 'X-Large', 'XX-Large', '3X', 'One Size'],
  ],
  [
    [
      'Large/X-Large',
      'Extra extra large',
      '2x small',
      'Tall',
      'x small',
      'Small / Medium',
      'small',
    ],
    [
      '2x small',
      'x small',
      'small',
      'Small / Medium',
      'Large/X-Large',
      'Extra extra large',
      'Tall',
    ],
  ],
  [
    ['W32 L34', 'W30 L32', 'W32 L30'],
    ['W30 L32', 'W32 L30', 'W32 L34'],
  ],
])('%j stand as %j', (sizes, sorted) => {
  expect(sizes.toSorted(bySize)).toEqual(sorted);
});
