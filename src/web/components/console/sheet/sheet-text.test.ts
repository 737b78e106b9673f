import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable, writeTable } from './sheet-text.ts';

test.each([
  ['12', [['12']]],
  ['', [['']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\t\tb', [['a', '', 'b']]],
  ['\n', [['']]],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"two\nlines"\tb', [['two\nlines', 'b']]],
  ['"a ""quoted"" word"', [['a "quoted" word']]],
  ['14" pipe\tb', [['14" pipe', 'b']]],
  ['"open\tb', [['"open', 'b']]],
  ['"in" front\tb', [['"in" front', 'b']]],
])('%j is read as cells', (text, table) => {
  expect(readTable(text)).toEqual(table);
});

test('quotes that no cell needs are kept where they are a part of the text', () => {
  const read = (text: string) => readTable(text, '\t', true);
  expect(read('"a, b"\t"a, ""b"""')).toEqual([['"a, b"', '"a, ""b"""']]);
  expect(read('"two\nlines"\t"one\tcell"\t""')).toEqual([['two\nlines', 'one\tcell', '']]);
  const cells = [['"a, b"', '"a, b", c', '']];
  expect(read(writeTable(cells))).toEqual(cells);
});

test('what is copied is read as the same cells', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', '9') });
  const row = fc.array(cell, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (table) => {
      expect(readTable(writeTable(table))).toEqual(table);
    }),
  );
});
