import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getProduct, listProducts } from '#features/catalog/catalog.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import { listStaffProducts } from '#features/product-management/list-staff-products.ts';
import { stock } from '../support/goods.ts';
import { type Cells, COLUMNS, csv } from '../support/product-csv.ts';
import { actorOf, openTestShop, type TestShop } from '../support/shop.ts';
import { expectSoundLedger } from '../support/sound-ledger.ts';

let shop: TestShop;

beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(async () => {
  await expectSoundLedger(shop);
  await shop.close();
});

const load = (text: string, category = 'Full Set') =>
  importProducts(shop.context.ctx, text, { category, actor: 'test import' });
const names = async () =>
  (await listProducts(shop.context.ctx, { limit: 100 })).items.map(({ name }) => name);

describe('a row that is wrong', () => {
  test.each<[string, Cells, string]>([
    [
      'a broken price',
      { 'Variant Price': '12,5x' },
      '"12,5x" is not a price for wrong. A price is a number such as 29.90.',
    ],
    ['a negative price', { 'Variant Price': '-1' }, '"-1" is not a price'],
    ['a price of three decimals', { 'Variant Price': '1.999' }, '"1.999" is not a price'],
    ['no price', { 'Variant Price': '', 'Option1 Value': 'S' }, '"" is not a price'],
    ['no title', { Title: '' }, 'has no Title'],
    ['no handle', { Handle: '' }, 'no Handle'],
    ['a quantity in words', { 'Variant Inventory Qty': 'some' }, '"some" is not a quantity'],
    ['a broken quantity', { 'Variant Inventory Qty': '1.5' }, '"1.5" is not a quantity'],
    ['a quantity of only a minus', { 'Variant Inventory Qty': '-' }, '"-" is not a quantity'],
    ['a quantity beyond reason', { 'Variant Inventory Qty': '99999999' }, 'is not a quantity'],
    ['an image of another host', { 'Image Src': 'https://evil.example/a.png' }, 'An image must be'],
    ['an image of script', { 'Variant Image': 'javascript:alert(1)' }, 'An image must be'],
    ['the SKU of the row before', { 'Variant SKU': 'FIRST' }, 'SKU'],
  ])('for %s is reported by its line, and the others go in', async (_, cells, reason) => {
    const report = await load(
      csv([
        { Handle: 'first', Title: 'First', 'Variant SKU': 'FIRST' },
        { Handle: 'wrong', Title: 'Wrong', ...cells },
        { Handle: 'last', Title: 'Last' },
      ]),
    );
    expect(report.added).toBe(2);
    expect(report.problems[0]).toEqual({ line: 3, reason: expect.stringContaining(reason) });
    expect(await names()).toEqual(['First', 'Last']);
  });

  const long = 'x'.repeat(20_000);
  const scheduled = (at: string) => ({ Status: 'scheduled', 'Publish At': at });
  test.each<[string, Cells, string]>([
    ['an SKU', { 'Variant SKU': long }, 'sku has 20000 characters'],
    ['a barcode', { 'Variant Barcode': long }, 'barcode has 20000 characters'],
    ['an option', { 'Option1 Name': 'Size', 'Option1 Value': long }, 'size has 20000 characters'],
    ['a tag', { Tags: `good, ${long}` }, 'A tag of wrong'],
    ['a handle', { Handle: long }, 'handle has 20000 characters'],
    ['a former handle', { 'Former Handles': `good ${long}` }, 'A former handle of wrong'],
    ['a related handle', { 'Related Handles': long }, 'A related handle of wrong'],
    ['related handles', { 'Related Handles': 'one '.repeat(101) }, 'more than 100 related'],
    ['a color of an image', { 'Image Src': '/pictures/a.webp', 'Image Color': long }, 'Color has'],
    ['a description', { 'Body (HTML)': `<p>${'x'.repeat(100_000)}` }, 'more than 100,000'],
    ['a title', { Title: 'x'.repeat(1_200_000) }, 'more than 250,000 characters'],
    ['a price', { 'Variant Price': 'x'.repeat(1_200_000) }, 'more than 250,000 characters'],
    ['a time before all others', scheduled('0000-01-01T00:00:00Z'), 'no time in Publish At'],
    ['a time after all others', scheduled('+275760-09-13T00:00:00Z'), 'no time in Publish At'],
    ['a focal point outside', { 'Image Src': '/a.webp', 'Image Focus': '101 0' }, 'focal point'],
  ])('for %s that is beyond all limits is its problem alone', async (_, cells, reason) => {
    const wrong = { Handle: 'wrong', Title: 'Wrong', ...cells };
    const report = await load(
      csv(
        [{ Handle: 'first', Title: 'First' }, wrong, { Handle: 'last', Title: 'Last' }],
        Object.keys(cells).filter((name) => !COLUMNS.split(',').includes(name)),
      ),
    );
    expect(report).toMatchObject({ added: 2, refused: 1 });
    expect(report.problems).toEqual([{ line: 3, reason: expect.stringContaining(reason) }]);
    expect(report.problems[0]?.reason.length).toBeLessThan(500);
    expect(await names()).toEqual(['First', 'Last']);
  });

  test('for more units than a product may have leaves lists that add them up readable', async () => {
    const row = (index: number, units: number): Cells => ({
      Handle: `many-${units}`,
      Title: index === 0 ? `Many ${units}` : '',
      'Option1 Name': 'Size',
      'Option1 Value': String(index),
      'Variant Inventory Qty': String(units),
    });
    const rows = (units: number) => Array.from({ length: 400 }, (_, i) => row(i, units));
    const report = await load(csv([...rows(9_999_999), ...rows(1_000_000)]));
    expect(report).toMatchObject({ added: 1, refused: 1 });
    expect(report.problems[0]).toEqual({
      line: 2,
      reason: '"9999999" is not a quantity for many-9999999. It may have 1,000,000 units.',
    });
    const { items: list } = await listStaffProducts(
      shop.context.ctx,
      actorOf(await shop.admin(), 'admin'),
      { limit: 10 },
    );
    expect(list.map(({ available }) => available)).toEqual([400_000_000]);
  });

  test('for options that its product has already leaves out the product', async () => {
    const options = { 'Option1 Name': 'Size', 'Option1 Value': 'S' };
    const report = await load(
      csv([
        { Handle: 'a', ...options, 'Variant Inventory Qty': '2' },
        { Handle: 'a', Title: '', ...options, 'Variant Inventory Qty': '9' },
      ]),
    );
    expect(report).toMatchObject({ added: 0, refused: 1 });
    expect(report.problems).toEqual([{ line: 3, reason: 'a has S twice.' }]);
    expect(await names()).toEqual([]);
  });

  test('is named by the line that it starts on, after cells with line breaks', async () => {
    const report = await load(
      csv([
        { Handle: 'a', 'Body (HTML)': 'One\nTwo\nThree' },
        { Handle: 'b', 'Variant Price': 'free', 'Body (HTML)': 'One\nTwo' },
      ]),
    );
    expect(report.problems[0]?.line).toBe(5);
  });

  test('for SKUs of two products of the shop leaves both alone', async () => {
    const variants = (sku: string) => [{ sku, inventory: 3 }];
    const one = await stock(shop, { name: 'One', variants: variants('TAKEN-1') });
    await stock(shop, { name: 'Two', variants: variants('TAKEN-2') });
    const size = { 'Option1 Name': 'Size' };
    const report = await load(
      csv([
        { Handle: 'thief', ...size, 'Option1 Value': 'S', 'Variant SKU': 'TAKEN-1' },
        { Handle: 'thief', ...size, 'Option1 Value': 'M', 'Variant SKU': 'TAKEN-2' },
      ]),
    );
    expect(report).toMatchObject({ added: 0, changed: 0, refused: 1 });
    expect(report.problems).toEqual([{ line: 2, reason: expect.stringContaining('TAKEN-2') }]);
    expect((await getProduct(shop.context.ctx, one.id)).variants[0]?.available).toBe(3);
  });
});
