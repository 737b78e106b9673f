import { expect, test } from 'vitest';
import {
  caretAfterDigits,
  checkCardField,
  formatCardNumber,
  formatExpiry,
  readExpiry,
} from './card-format.ts';

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242.4242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['378282246310005', '3782 822463 10005'],
  ['', ''],
])('shows the number %j as %j', (typed, shown) => {
  expect(formatCardNumber(typed)).toBe(shown);
  expect(formatCardNumber(shown)).toBe(shown);
});

test.each([
  ['1', '1'],
  ['3', '03'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['1/30', '01 / 30'],
  ['12/2030', '12 / 30'],
  ['12 / ', '12'],
])('shows the expiry date %j as %j', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
  expect(formatExpiry(shown)).toBe(shown);
});

test('reads an expiry date, and refuses a thirteenth month', () => {
  expect(readExpiry('12 / 30')).toEqual({ month: 12, year: 2030 });
  expect(readExpiry('13 / 30')).toBeNull();
  expect(readExpiry('12')).toBeNull();
});

test('names what is wrong with a field', () => {
  expect(checkCardField('number', '4242 4242 4242 4242')).toBeNull();
  expect(checkCardField('number', '4242 4242 4242 4243')).toMatch(/check its digits/);
  expect(checkCardField('number', '4242')).toMatch(/incomplete/);
  expect(checkCardField('expiry', '13 / 30')).toMatch(/month and a year/);
  expect(checkCardField('cvc', '12')).toMatch(/3 or 4 digits/);
});

test('leaves the caret behind the same digit', () => {
  expect(caretAfterDigits('4242 4242', 4)).toBe(4);
  expect(caretAfterDigits('4242 4242', 5)).toBe(6);
  expect(caretAfterDigits('4242', 0)).toBe(0);
});
