import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { minorUnits, readMoneyFormat } from './currency.ts';
import { formatMoney, formatMoneyRange, toDecimal, toDecimalText, toMinor } from './money.ts';
import { moneyFormat } from './money-format.ts';
import { MAX_MINOR, parseMoney } from './parse-money.ts';

const count = (currency: string, locale = 'en-US') =>
  Object.assign(moneyFormat, readMoneyFormat({ currency, locale }));

afterEach(() => count('USD'));

describe('parseMoney', () => {
  test.each<[number | string, number]>([
    [0, 0],
    ['0', 0],
    [0.01, 1],
    ['0.01', 1],
    [29.9, 2_990],
    ['29.9', 2_990],
    ['29.90', 2_990],
    ['29.900', 2_990],
    [' 29.90 ', 2_990],
    ['007', 700],
    [0.1 + 0.2, 30],
    [19.99 * 3, 5_997],
    [1.1 + 2.2, 330],
    [4.35 * 100, 43_500],
    [10_000_000, MAX_MINOR],
    ['10000000.00', MAX_MINOR],
    [-0, 0],
  ])('reads %j as %i cents', (amount, minor) => {
    expect(parseMoney(amount)).toBe(minor);
  });

  test.each<[number | string]>([
    [-0.01],
    ['-1'],
    [1.005],
    ['1.005'],
    [0.001],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [1e12],
    [1e21],
    [10_000_000.01],
    ['10000000.01'],
    [''],
    [' '],
    ['.5'],
    ['5.'],
    ['1,50'],
    ['1,000.00'],
    ['1e3'],
    ['0x10'],
    ['$5'],
    ['5 USD'],
    ['+5'],
    ['١٢'],
    ['1\n2'],
    ['abc'],
  ])('refuses %j', (amount) => {
    expect(parseMoney(amount)).toBeNull();
  });

  const cents = fc.integer({ min: 0, max: MAX_MINOR });

  test('gets back every amount that the shop writes, as a number and as text', () => {
    fc.assert(
      fc.property(cents, (minor) => {
        const amount = toDecimal(minor);
        expect(parseMoney(amount)).toBe(minor);
        expect(parseMoney(JSON.parse(JSON.stringify({ amount })).amount)).toBe(minor);
        expect(parseMoney(amount.toFixed(2))).toBe(minor);
        expect(parseMoney(formatMoney(minor).replace(/[$,]/g, ''))).toBe(minor);
      }),
      { numRuns: 2_000 },
    );
  });

  test('forgives a client its floating-point sum of a whole cart', () => {
    const line = fc.tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 50 }), (lines) => {
        const minor = lines.reduce((sum, [price, quantity]) => sum + price * quantity, 0);
        const amount = lines.reduce((sum, [price, quantity]) => sum + (price / 100) * quantity, 0);
        expect(parseMoney(amount)).toBe(minor);
      }),
      { numRuns: 1_000 },
    );
  });

  test('never takes an amount for its neighbour', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (minor, tenth) => {
        expect(
          parseMoney(`${minor / 100 < 1e7 ? toDecimalText(minor) : '0.00'}${tenth}`),
        ).toBeNull();
      }),
    );
  });

  test('returns null or whole cents within the range, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string()), (amount) => {
        const minor = parseMoney(amount);
        if (minor === null) return;
        expect(Number.isInteger(minor)).toBe(true);
        expect(minor).toBeGreaterThanOrEqual(0);
        expect(minor).toBeLessThanOrEqual(MAX_MINOR);
      }),
      { numRuns: 2_000 },
    );
  });
});

const NBSP = '\u00A0';

test.each([
  ['USD', 'en-US', 0, '$0.00'],
  ['USD', 'en-US', 5, '$0.05'],
  ['USD', 'en-US', 11_800, '$118.00'],
  ['USD', 'en-US', 100_000, '$1,000.00'],
  ['USD', 'en-US', 123_456_789, '$1,234,567.89'],
  ['EUR', 'en-US', 123_456, '€1,234.56'],
  ['EUR', 'de', 123_456, `1.234,56${NBSP}€`],
  ['JPY', 'en-US', 123_456, '¥123,456'],
  ['KWD', 'en-US', 123_456, `KWD${NBSP}123.456`],
])('%s in %s: %i is written %s', (currency, locale, minor, text) => {
  count(currency, locale);
  expect(formatMoney(minor)).toBe(text);
  expect(formatMoneyRange(minor, minor)).toBe(text);
});

const LOCALES = [
  'en-US',
  'en-IN',
  'de',
  'de-CH',
  'es',
  'fr',
  'pl',
  'pt-PT',
  'sv',
  'ja',
  'he',
  'bn',
];

test.each(['USD', 'EUR', 'JPY', 'KWD', 'BDT', 'HUF'])('%s is written as Intl does', (currency) => {
  const digits = minorUnits(currency);
  const amounts = [0, 7, 999, 1_000, 12_345, 123_456, 1_234_567, MAX_MINOR];
  for (const locale of LOCALES) {
    count(currency, locale);
    const { format } = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      numberingSystem: 'latn',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    expect(amounts.map(formatMoney)).toEqual(amounts.map((minor) => format(toDecimal(minor))));
  }
});

describe.each([
  { currency: 'EUR', one: 100, text: '29.90', finest: '0.01', tooFine: '0.001' },
  { currency: 'JPY', one: 1, text: '2990', finest: '1', tooFine: '0.1' },
  { currency: 'KWD', one: 1_000, text: '2.990', finest: '0.001', tooFine: '0.0001' },
])('in $currency', ({ currency, one, text, finest, tooFine }) => {
  test('amounts are read, and written again, with the decimals that it has', () => {
    count(currency);
    expect(parseMoney('7')).toBe(7 * one);
    expect(parseMoney(7)).toBe(7 * one);
    expect(parseMoney('7.00000')).toBe(7 * one);
    expect(toMinor(120)).toBe(120 * one);
    expect(parseMoney(finest)).toBe(1);
    expect(parseMoney(Number(finest))).toBe(1);
    expect(parseMoney(tooFine)).toBeNull();
    expect(parseMoney(Number(tooFine))).toBeNull();
    expect(toDecimalText(2_990)).toBe(text);
    for (const minor of [0, 1, 999, 123_456_789, MAX_MINOR]) {
      expect(parseMoney(toDecimal(minor))).toBe(minor);
      expect(parseMoney(toDecimalText(minor))).toBe(minor);
    }
  });
});

test.each([
  [{ currency: 'EURO', locale: 'en-US' }, 'ISO 4217 code such as \'EUR\', but "EURO" is not one'],
  [{ currency: 'usd', locale: 'en-US' }, 'currency must be'],
  [{ currency: 'USD', locale: 'en_US' }, 'locale must be'],
  [{ currency: 'USD', locale: 'tlh' }, 'this Node does not know "tlh"'],
])('%j is refused by a sentence', (shop, sentence) => {
  expect(() => readMoneyFormat(shop)).toThrow(sentence);
});

test('a range has the currency once, on its side', () => {
  expect(formatMoneyRange(2_900, 132_050)).toBe('$29.00–1,320.50');
  count('EUR', 'de-DE');
  expect(formatMoneyRange(2_900, 3_200).replaceAll('\u00a0', ' ')).toBe('29,00–32,00 €');
});
