import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listProducts } from '#features/catalog/catalog.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import { COLUMNS, csv } from '../support/product-csv.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;

beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const load = (text: string) =>
  importProducts(shop.context.ctx, text, { category: 'Full Set', actor: 'test import' });

const names = async () =>
  (await listProducts(shop.context.ctx, { limit: 100 })).items.map(({ name }) => name);

describe('a file', () => {
  test.each([
    ['without a single row', `${COLUMNS}\n`],
    ['with a BOM', `\uFEFF${csv([{ Handle: 'a' }])}`],
    ['with CRLF', csv([{ Handle: 'a' }]).replaceAll('\n', '\r\n')],
    ['with blank lines at its end', `${csv([{ Handle: 'a' }])}\n\n`],
    ['without a line break at its end', csv([{ Handle: 'a' }]).trim()],
    ['with a NUL in a text', csv([{ Handle: 'a', Title: 'A\0 Thing' }])],
    ['with spaces around its column names', csv([{ Handle: 'a' }]).replace(',Title,', ', Title ,')],
  ])('%s is read', async (_, text) => {
    const rows = text.includes('Cloths') ? 1 : 0;
    expect(await load(text)).toMatchObject({ added: rows, problems: [] });
    expect(await names()).toEqual(rows ? ['A Thing'] : []);
  });

  test('with a quote that is never closed is reported by the row, and nothing of it goes in', async () => {
    const text = csv([{ Handle: 'a' }, { Handle: 'b', 'Body (HTML)': 'x\ny' }, { Handle: 'c' }]);
    const report = await load(`${text}d,"Never closed,1\ne,E,2\n`);
    expect(report.added).toBe(0);
    expect(report.problems).toEqual([{ line: 6, reason: expect.stringContaining('quote') }]);
    expect(await names()).toEqual([]);
  });

  test.each<[string, string | Buffer, number, string]>([
    [
      'windows-1252',
      Buffer.from(csv([{ Handle: 'a' }, { Handle: 'b', Title: 'Café' }]), 'latin1'),
      3,
      'UTF-8',
    ],
    [
      'a cell of a gigabyte',
      `${csv([{ Handle: 'a' }])}b,${'x'.repeat(4_200_000)}`,
      3,
      'million characters',
    ],
    ['five million cells', `${csv([{ Handle: 'a' }])}b${','.repeat(5_000_000)}`, 3, 'million char'],
    ['ten thousand cells', `${csv([{ Handle: 'a' }])}b${','.repeat(10_000)}\n`, 3, 'columns'],
    [
      'Excel',
      Buffer.from('PK\x03\x04\xff[Content_Types].xml', 'latin1'),
      1,
      'This is an Excel file.',
    ],
    ['an old Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 1, 'This is an Excel file.'],
    ['a ZIP', Buffer.from('PK\x03\x04\xffgoods.csv', 'latin1'), 1, 'or a compressed file.'],
    ['gzip', Buffer.from('1f8b0800', 'hex'), 1, 'This is a compressed file.'],
    ['ten thousand columns', `${COLUMNS},${'c,'.repeat(10_000)}\n`, 1, 'columns'],
  ])('of %s is reported by the line, and nothing of it goes in', async (_, text, line, reason) => {
    const { ctx } = shop.context;
    const options = { category: 'Full Set', actor: 'test import' };
    const content = async function* () {
      // In pieces, so that they cut characters.
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001);
    };
    const report = await importProducts(ctx, content, options);
    expect(report.problems).toEqual([{ line, reason: expect.stringContaining(reason) }]);
    expect(await names()).toEqual([]);
  });

  test.each<[string, Buffer | string]>([
    [
      'UTF-16 with a mark',
      Buffer.from(`\ufeff${csv([{ Handle: 'ä', Title: 'Jäckchen 👗' }])}`, 'utf16le'),
    ],
    ['semicolons', 'SKU;Name;Price\nJ-1;Jäckchen 👗;10\n'],
    ['tabs', 'Product name\tEAN\tUnit price\nJäckchen 👗\t4006381333931\t10\n'],
  ])('in %s is read', async (_, text) => {
    const content = async function* () {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    };
    const options = { category: 'Full Set', actor: 'test import' };
    const report = await importProducts(shop.context.ctx, content, options);
    expect(report).toMatchObject({ added: 1, problems: [] });
    expect(await names()).toEqual(['Jäckchen 👗']);
  });

  test.each([
    ['that is empty', ''],
    ['of another kind', 'id;person;city\n1;Ann;Dhaka\n'],
    ['that is no table', '{"products": []}'],
    ['with nothing that it changes', 'Handle,Shelf\na,A\n'],
    ['in UTF-16', Buffer.from(csv([{ Handle: 'a' }]), 'utf16le').toString()],
  ])('%s is refused with a sentence', async (_, text) => {
    await expect(load(text)).rejects.toThrow('This is not a product file');
    expect(await names()).toEqual([]);
  });
});

test('the demo shop imports without a problem and fills all five categories', async () => {
  const text = readFileSync(join(process.cwd(), 'demo/products.csv'), 'utf8');
  const report = await load(text);
  expect(report).toMatchObject({ problems: [], uncategorised: 0, unchanged: 0 });
  expect(report.added).toBeGreaterThanOrEqual(60);
  const { ctx } = shop.context;
  for (const category of ['Cloths', 'Shoes', 'Gadget', 'Jersey', 'Full Set']) {
    const { items } = await listProducts(ctx, { category, limit: 100 });
    expect(items.length, category).toBeGreaterThanOrEqual(category === 'Full Set' ? 3 : 6);
  }
});

// Exports of other shops, where the machine has some beside the project.
const folder = resolve(process.cwd(), '../shared/data');
const exported = existsSync(folder) ? readdirSync(folder).filter((f) => f.endsWith('.csv')) : [];

test.skipIf(exported.length === 0)(
  'exports of other shops import whole (skipped where ../shared/data has none)',
  async () => {
    for (const file of exported) {
      const text = readFileSync(join(folder, file), 'utf8');
      const { added, variants, problems } = await load(text);
      console.log(`${file}: ${added} products, ${variants} variants, ${problems.length} problems`);
      const handles = new Set(
        text
          .split('\n')
          .slice(1)
          .map((line) => line.split(',')[0]),
      );
      expect(problems, file).toEqual([]);
      expect(added, file).toBeGreaterThan(10);
      expect(added, file).toBeLessThanOrEqual(handles.size);
    }
  },
);
