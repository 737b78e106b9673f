import { afterEach, expect, test } from 'vitest';
import { readMoneyFormat } from './currency.ts';
import { formatMoney } from './money.ts';
import { moneyFormat } from './money-format.ts';
import { amountProblem, decimalSignOf, readAmount } from './read-amount.ts';

const usual = { ...moneyFormat };

afterEach(() => {
  Object.assign(moneyFormat, usual);
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
  ['.50', 50],
  [',5', 50],
  ['$.99', 99],
  ['Fr. 5', 500],
  ['US$5', 500],
  ['$29.90 USD', 2_990],
  ['.500', null],
  ['kr.5', null],
  ['kr.1,50', null],
  ['.1,299', null],
  ['1234 567', null],
  ['0 299', null],
  ['5,500 000', null],
  ['99¢', null],
  ['2XL', null],
  ['W32', null],
  ['US 8', null],
  ['5mil', null],
  ['5 ft', null],
  ['EUR 5', null],
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
  ['0,299', '.', null],
  ['.50', '.', 50],
  ['.50', ',', null],
  ['$.99', '.', 99],
  ['.1,299', '.', null],
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
  expect(amountProblem('free')).toBe('Please enter a price such as 29.90.');
  expect(amountProblem('99999999999')).toBe('This is at most 10000000.00.');
  expect(amountProblem('1,299')).toBeNull();
});

test('the decimal sign of a file is that of amounts without doubt', () => {
  const signs = ['29,90', '29.90', '1.299', '1299', '1.299,50', '1,299', 'free'].map(decimalSignOf);
  expect(signs).toEqual([',', '.', null, null, ',', '.', null]);
});

const grouped = (whole: string, group: string) => whole.replace(/\B(?=(\d{3})+$)/g, group);
const MARKS = ['$', '€', '£', '¥', 'USD', 'kr', 'kr.', 'Fr.', 'CHF', 'zł', 'Kč', 'Ft', 'lei', 'R$'];

/** The ways to write an amount, each with its decimal sign. */
function waysOf(minor: number, digits: number): { text: string; sign: '.' | ',' }[] {
  const all = String(minor).padStart(digits + 1, '0');
  const [whole, decimals] = [all.slice(0, all.length - digits), all.slice(all.length - digits)];
  const short = decimals.replace(/0+$/, '');
  return (['.', ','] as const).flatMap((sign) =>
    ['', sign === '.' ? ',' : '.', "'", '’', ' ', '\u00a0'].flatMap((group) =>
      [...new Set([decimals, short])].flatMap((part) => {
        const number = grouped(whole, group) + (part && sign + part);
        const bare = whole === '0' && part ? [sign + part] : [];
        return [number, ...bare].map((text) => ({ text, sign }));
      }),
    ),
  );
}

test('however an amount is written, it is read as that amount or refused', () => {
  const amounts = [0, 5, 50, 99, 100, 500, 1_299, 2_990, 129_900, 129_950, 129_900_000];
  const wrong: unknown[] = [];
  const refused = new Set<string>();
  for (const digits of [0, 2, 3]) {
    moneyFormat.digits = digits;
    for (const minor of amounts) {
      for (const { text, sign } of waysOf(minor, digits)) {
        // With three decimals, '1.299' is what the shop writes for 1.299.
        const isOwn = digits === 3 && sign === ',' && /^\d{1,3}\.\d{3}$/.test(text);
        for (const one of [text, ...MARKS.flatMap((mark) => [mark + text, `${text} ${mark}`])]) {
          const read = [readAmount(one, sign), isOwn ? null : readAmount(one)];
          if (read.some((is) => is !== null && is !== minor)) wrong.push([one, minor, read]);
          if (read[0] === null) refused.add(one);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  // With a known sign, only points beside letters and three bare decimals are refused.
  expect(
    [...refused].filter((text) => !/^\p{L}+[.,]|^\P{Nd}*[.,]\d{3}(?: |$)/u.test(text)),
  ).toEqual([]);
});

test('what the shop itself shows as an amount is read', () => {
  for (const [currency, locale] of [
    ['USD', 'en'],
    ['EUR', 'de'],
    ['CHF', 'de-CH'],
    ['DKK', 'da'],
    ['PLN', 'pl'],
    ['ZAR', 'en-ZA'],
    ['IDR', 'id'],
    ['JPY', 'ja'],
  ] as const) {
    Object.assign(moneyFormat, readMoneyFormat({ currency, locale }));
    for (const minor of [5, 2_990, 1_299_050]) {
      expect([currency, readAmount(formatMoney(minor))]).toEqual([currency, minor]);
    }
  }
});

test('letters beside digits that are no known mark of a currency are refused', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const words = letters.flatMap((a) => [a, ...letters.map((b) => a + b)]);
  const read = words.filter((word) =>
    [`${word}8`, `${word} 8`, `8${word}`, `8 ${word}`].some((text) => readAmount(text) !== null),
  );
  expect(read).toEqual(
    ['kr', 'Fr', 'Ft', 'Kr'].sort((a, b) => words.indexOf(a) - words.indexOf(b)),
  );
});
