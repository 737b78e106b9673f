import { afterEach, expect, test } from 'vitest';
import { moneyFormat } from './money-format.ts';
import { amountProblem, decimalSignOf, readAmount } from './read-amount.ts';

afterEach(() => {
  moneyFormat.digits = 2;
});

test.each([
  ['29', 2_900],
  ['29.9', 2_990],
  ['29,90', 2_990],
  ['0,5', 50],
  ['$1,299.50', 129_950],
  ['1.299,50 €', 129_950],
  ['1\u202f299,50 kr.', 129_950],
  ["CHF 1'299.50", 129_950],
  ['USD5', 500],
  ['1,299', 129_900],
  ['1,299,000.25', 129_900_025],
  ['1.299.000', 129_900_000],
  [' 1299.500 ', 129_950],
  ['12,99.5', null],
  ['1,29,000', null],
  ['1 2', null],
  ['-5', null],
  ['5k', null],
  ['10 %', null],
  ['29.999', null],
  ['1.299', null],
  ['1.290', null],
  ['free', null],
  ['', null],
])('%j is %j cents', (text, minor) => {
  expect(readAmount(text)).toBe(minor);
});

test.each([
  ['1.299', ',', 129_900],
  ['1.290', '.', 129],
  ['1.299', '.', null],
  ['1,299', ',', null],
  ['29.90', ',', null],
  ['29,90', '.', null],
  ['1,299', '.', 129_900],
] as const)('%j in a file whose decimal sign is %j is %j cents', (text, sign, minor) => {
  expect(readAmount(text, sign)).toBe(minor);
});

test('three decimals of a currency are read after a point, and are unclear after a comma', () => {
  moneyFormat.digits = 3;
  expect(['1.299', '1,299', '0,299', '1.299,500', '12,5'].map((text) => readAmount(text))).toEqual([
    1_299,
    null,
    299,
    1_299_500,
    12_500,
  ]);
  expect(readAmount('1,299', ',')).toBe(1_299);
});

test('what could be two amounts is refused with that reason', () => {
  expect(amountProblem('€ 1.299')).toContain('whether 1.299 means 1299.00');
  expect(amountProblem('free')).toBe('This is a number such as 29.90.');
  expect(amountProblem('1,299')).toBeNull();
});

test('the decimal sign of a file is that of amounts without doubt', () => {
  const signs = ['29,90', '29.90', '1.299', '1299', '1.299,50', '1,299', 'free'].map(decimalSignOf);
  expect(signs).toEqual([',', '.', null, null, ',', '.', null]);
});
