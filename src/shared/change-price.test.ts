import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { changeByPercent, readPercent, roundTo99 } from './change-price.ts';
import { readMoneyFormat } from './currency.ts';
import { moneyFormat } from './money-format.ts';

const original = { ...moneyFormat };
afterEach(() => void Object.assign(moneyFormat, original));

test.each([
  ['10', 1_000],
  ['-10 %', -1_000],
  ['\u221212.5%', -1_250],
  ['+7,25', 725],
  ['0.5', 50],
  ['-100', -10_000],
  ['-100.01', null],
  ['9901', null],
  ['1.234', null],
  ['ten', null],
  ['', null],
])('%j is read as %j hundredths of a percent', (text, hundredths) => {
  expect(readPercent(text)).toBe(hundredths);
});

test.each([
  [1_999, 1_000, 2_199],
  [1_005, 1_000, 1_106],
  [1_004, 1_000, 1_104],
  [1, 4_999, 1],
  [1, 5_000, 2],
  [50, -100, 50],
  [149, -100, 148],
  [1_000_000_000, 990_000, 100_000_000_000],
  [1_999, -10_000, 0],
])('%d changed by %d hundredths of a percent is %d', (minor, hundredths, changed) => {
  expect(changeByPercent(minor, hundredths)).toBe(changed);
});

test('a change by percent is the nearest whole amount, and the middle goes upwards', () => {
  const amounts = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: -10_000, max: 990_000 }), (minor, hundredths) => {
      const exact = BigInt(minor) * BigInt(10_000 + hundredths);
      const off = BigInt(changeByPercent(minor, hundredths)) * 10_000n - exact;
      expect(off > -5_000n && off <= 5_000n).toBe(true);
    }),
  );
});

test.each([
  ['USD', 2_050, 2_099],
  ['USD', 2_049, 2_099],
  ['USD', 2_048, 1_999],
  ['USD', 1_999, 1_999],
  ['USD', 2_000, 1_999],
  ['USD', 1, 99],
  ['USD', 0, 0],
  ['JPY', 1_980, 1_999],
  ['JPY', 1_948, 1_899],
  ['KWD', 12_300, 11_990],
  ['KWD', 12_500, 12_990],
])('in %s %d is rounded to %d', (currency, minor, rounded) => {
  Object.assign(moneyFormat, readMoneyFormat({ currency, locale: 'en' }));
  expect(roundTo99(minor)).toBe(rounded);
});
