import { expect, test } from 'vitest';
import { longestTurn } from '../../../../test/support/longest-turn.ts';
import { type CsvFormat, type CsvSource, ofText, readRecords } from './csv-file.ts';
import type { CsvItem } from './csv-product.ts';
import { openProductFile, readProducts, untilAborted } from './product-file.ts';

const HEADER = 'Handle,Title,Body (HTML),Option1 Value,Variant SKU,Variant Price';

async function readAll(open: CsvSource): Promise<CsvItem[]> {
  const items: CsvItem[] = [];
  for await (const item of readProducts(await openProductFile(open))) items.push(item);
  return items;
}

/** The reason why each item is refused; null for a product. */
const reasons = (items: CsvItem[]) =>
  items.map((item) => ('product' in item ? null : item.problems[0]?.reason));

test('a product with rows without end is refused, and takes no more memory or time with each', async () => {
  const rows = Array.from({ length: 150_000 }, (_, i) => `a,A,,${i},,5`);
  const began = performance.now();
  const items = await readAll(ofText(`${HEADER}\n${rows.join('\n')}\nb,B,,,,5\n`));
  expect(reasons(items)).toEqual(['a has more than 2000 variants.', null]);
  // Each variant is compared with those before it.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a cell that is too long for any field costs its product only', async () => {
  const long = ','.repeat(300_000);
  const items = await readAll(ofText(`${HEADER}\na,A,"${long}",,,5\na,,,S,,5\nb,B,,,,5\n`));
  expect(reasons(items)).toEqual(['A cell has more than 250,000 characters.', null]);
});

test('after a long cell, short ones with quotes are read as fast as before', async () => {
  const format: CsvFormat = { header: [], delimiter: ',', encoding: 'utf-8' };
  const row = `${'"x"y,'.repeat(100)}\n`;
  const began = performance.now();
  let count = 0;
  for await (const _ of readRecords(
    ofText(`first\n${'x'.repeat(4_000_000)}\n${row.repeat(300)}`),
    format,
  ))
    count += 1;
  expect(count).toBe(302);
  // The parser copies its buffer of four megabytes at each of them, unless the buffer is made small
  // again.
  expect(performance.now() - began).toBeLessThan(5_000);
});

test.each([
  ['', ''],
  [' after a row that is not regular', 'z"z,Z,,,,5\n'],
])(
  'rows without their last cells are read as fast as whole ones, and leave others their turn%s',
  async (_, first) => {
    const read = (row: string) =>
      longestTurn(() => readAll(ofText(`${HEADER}\n${first}${`${row}\n`.repeat(100_000)}`)));
    const whole = await read('a,,,,,');
    const short = await read('a');
    // The parser would create an error for each of them.
    expect(short.tookMs).toBeLessThan(whole.tookMs * 2);
    // All in one turn would be all of the time.
    expect(short.longestMs).toBeLessThan(short.tookMs / 2);
  },
);

test('a file that is not wanted any more is read no further, whatever is in it', async () => {
  const wanted = new AbortController();
  const file = await openProductFile(ofText(HEADER));
  let chunks = 0;
  const open: CsvSource = async function* () {
    yield `${HEADER}\n`;
    for (;;) {
      chunks += 1;
      if (chunks === 5) wanted.abort();
      yield 'a\n'.repeat(1_000);
    }
  };
  const reading = async () => {
    for await (const _ of readProducts(untilAborted(wanted.signal, { ...file, open })));
  };
  await expect(reading()).rejects.toThrow('aborted');
  expect(chunks).toBe(5);
});
