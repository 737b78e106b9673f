import { expect, test } from 'vitest';
import {
  hasWrongRange,
  readAmounts,
  readDays,
  readPeriod,
  readPriceRange,
} from './filter-ranges.ts';

const params = (text: string) => new URLSearchParams(text);
const said = (ends: { problem: string | null }[]) => ends.map(({ problem }) => problem);

test('a range says what is wrong with its ends, and leaves out what is no value', () => {
  expect(readPriceRange(params('min=20&max=29,90'))).toEqual({ minMinor: 2_000, maxMinor: 2_990 });
  expect(readPriceRange(params('min=20&max=20'))).toEqual({ minMinor: 2_000, maxMinor: 2_000 });
  expect(readPriceRange(params('min=abc&max=-1'))).toEqual({ minMinor: null, maxMinor: null });
  expect(said(readAmounts(params('min=abc&max=5')))).toEqual([
    '"abc" is left out. A price is a number such as 29.90.',
    null,
  ]);
  expect(said(readAmounts(params('min=30&max=5')))).toEqual([
    null,
    'This is below the lowest price, so nothing is found.',
  ]);
  expect(readPeriod(params('from=2026-11-01&to=2026-02-31'))).toEqual({
    from: '2026-11-01',
    to: null,
  });
  // A field of days would be empty with such a text, and count as changed.
  expect(readDays(params('to=2026-02-31'))[1]).toEqual({
    text: '',
    value: null,
    problem: '"2026-02-31" is left out. A day is written such as 2026-11-28.',
  });
  expect(said(readDays(params('from=2026-11-02&to=2026-11-01')))).toEqual([
    null,
    'This is before the first day, so nothing is found.',
  ]);
  for (const fine of ['', 'min=&max=&from=&to=', 'min=1&max=2&from=2026-11-01&to=2026-11-01']) {
    expect([fine, hasWrongRange(params(fine))]).toEqual([fine, false]);
  }
  expect(hasWrongRange(params('from=soon'))).toBe(true);
});
