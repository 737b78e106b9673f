import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromSpreadsheet, toSpreadsheet } from './spreadsheet-text.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '  =1', '＝1', "'=1", "''=1"])(
  '%j is harmless as a cell, and the same text again when it is read',
  (text) => {
    const cell = toSpreadsheet(text);
    expect(cell).toBe(`'${text}`);
    expect(fromSpreadsheet(cell)).toBe(text);
  },
);

test.each([
  ['Ann;=1+1', "Ann;'=1+1"],
  ['Ann; +1;@b', "Ann;' +1;'@b"],
  ["Ann;'=1", "Ann;''=1"],
  ['Ann;"=1;""+1', `Ann;'"=1;'""+1`],
  ['=1;=2;', "'=1;'=2;"],
])('%j is %j, where cells are split at semicolons too', (text, cell) => {
  expect(toSpreadsheet(text)).toBe(cell);
  expect(fromSpreadsheet(cell)).toBe(text);
});

test.each(['', 'Coat', "'s-Hertogenbosch", 'a=1', '1-2', "it's", '🧥 = warm', 'a; b = c', ';'])(
  '%j stays as it is',
  (text) => {
    expect(toSpreadsheet(text)).toBe(text);
    expect(fromSpreadsheet(text)).toBe(text);
  },
);

test('no text is a formula as a cell, and every text comes back', () => {
  const piece = fc.constantFrom("'", '"', ';', '=', '+', '-', '@', ' ', '\t', '\n', 'a', '＝');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      expect(toSpreadsheet(text)).not.toMatch(/(^\s*|;["\s]*)[=+\-@＝]/);
      expect(fromSpreadsheet(toSpreadsheet(text))).toBe(text);
    }),
  );
});
