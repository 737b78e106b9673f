import { expect, test } from 'vitest';
import { linesOf, MOST_COUNTS, readCounts } from './count-file.ts';

const unitsOf = (text: string) => Object.fromEntries(readCounts(text).units ?? []);

test('an export of stock with counts in it is a count, and what has no number was not counted', () => {
  const lines = ['SKU;Barcode;Product;On hand;Counted', 'A-1;;"Coat; long";4;3', 'A-2;401;Cap;9;'];
  expect(unitsOf(lines.join('\r\n'))).toEqual({ 'A-1': 3 });
  expect(unitsOf('SKU,Product,Counted\n"\'-A",Cap,0\nB,Cap,12\n')).toEqual({ '-A': 0, B: 12 });
  expect(unitsOf('Name\tBarcode\tSKU\tCount\nCap\t401\t\t2\n')).toEqual({ 401: 2 });
});

test('a file without names of columns has a code and its units, or a code for each unit', () => {
  expect(unitsOf('A-1,4\nA-2,2\nA-1,1')).toEqual({ 'A-1': 5, 'A-2': 2 });
  expect(unitsOf('401\n402\n401\n')).toEqual({ 401: 2, 402: 1 });
  expect(unitsOf('401,3\n401\n402\n\n')).toEqual({ 401: 4, 402: 1 });
  expect(unitsOf('402\n401;3\n401;')).toEqual({ 401: 3, 402: 1 });
});

test('a file that is no count is refused with the line', () => {
  expect(readCounts('A-1,4\nA-2,-1').problem).toBe(
    'Nothing was taken. Line 2: "-1" is not a number of units.',
  );
  const wrong = Array.from({ length: 12 }, (_, nr) => `B-${nr},zwölf`);
  expect(readCounts(['A-1,4', ...wrong].join('\n')).problem).toMatch(
    /^Nothing was taken\. These are not numbers of units: line 2 "zwölf", .*line 11 "zwölf" and 2 more lines\.$/,
  );
  expect(readCounts('A-1,1000001').problem).toContain('Line 1');
  expect(readCounts('SKU,Price\nA,1').problem).toContain('no column Counted');
  expect(readCounts('SKU,On hand\nA,1').problem).toContain('no column Counted');
  expect(readCounts('').problem).toBe('The file has no counted units.');
  const many = Array.from({ length: MOST_COUNTS + 1 }, (_, at) => `C${at}`);
  expect(readCounts(many.join('\n')).problem).toContain('more than 1,000 codes');
});

test('what is left of a list can be read again, and its texts speak of units', () => {
  const units = new Map([
    ['A-1', 12],
    ['B,"2', 3],
    ['C', 1],
  ]);
  expect(linesOf(['A-1', 'B,"2'], units)).toBe('A-1, 12\n"B,""2", 3');
  expect(unitsOf(linesOf([...units.keys()], units))).toEqual(Object.fromEntries(units));
  expect(readCounts('SKU,Price\nA,1', 'list').problem).toContain('no column Units');
  expect(readCounts('', 'list').problem).toBe('The list has no units.');
});
