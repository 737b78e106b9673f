import { expect, test } from 'vitest';
import { readStockChange } from './inventory.schema.ts';

test.each([
  ['+5', { quantity: 5 }],
  [' - 2 ', { quantity: -2 }],
  ['\u22122', { quantity: -2 }],
  ['=40', { setTo: 40 }],
  ['=0', { setTo: 0 }],
  ['+1000000', { quantity: 1_000_000 }],
])('%s is a change of stock', (text, change) => {
  expect(readStockChange(text)).toEqual(change);
});

test.each([
  ['3', 'received', { quantity: 3 }],
  ['3', 'returned', { quantity: 3 }],
  [' 3', 'damaged', { quantity: -3 }],
  ['+3', 'damaged', { quantity: 3 }],
  ['40', 'counted', { setTo: 40 }],
  ['3', 'correction', null],
  ['3', '', null],
])('%s is read by the reason %j', (text, reason, change) => {
  expect(readStockChange(text, reason)).toEqual(change);
});

test.each(['', '5', '+', '+0', '-0', '+1.5', '++5', '=-4', '+1000001', '+12345678', '+5 boxes'])(
  '%s is none',
  (text) => {
    expect(readStockChange(text)).toBeNull();
  },
);
