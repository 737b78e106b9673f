import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getProduct, listProducts } from '#features/catalog/catalog.ts';
import { noImages } from '#features/product-management/import/image-counts.ts';
import { importProducts } from '#features/product-management/import/import-products.ts';
import { type Cells, csv } from '../support/product-csv.ts';
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

const load = (text: string, category = 'Full Set') =>
  importProducts(shop.context.ctx, text, { category, actor: 'test import' });
const rowsOf = async (table: string) =>
  (await shop.database.pool.query(`select * from ${table} order by id`)).rows;
const names = async () =>
  (await listProducts(shop.context.ctx, { limit: 100 })).items.map(({ name }) => name);

const jumper = csv([
  {
    Handle: 'jumper',
    Title: 'Jumper',
    Type: '',
    Tags: 'wool, jersey, Women',
    'Body (HTML)': '<p>Warm &amp; <b>soft</b>.</p><p>Made well.</p>',
    'Option1 Name': 'Size',
    'Option1 Value': 'S',
    'Option2 Name': 'Color',
    'Option2 Value': 'Red',
    'Variant SKU': 'J-S-R',
    'Variant Inventory Qty': '4',
    'Image Src': '/pictures/j-1.webp',
    'Image Alt Text': 'Front',
  },
  {
    Handle: 'jumper',
    Title: '',
    'Option1 Value': 'M',
    'Option2 Value': 'Red',
    'Variant Inventory Qty': '0',
    'Variant Price': '12.50',
    'Image Src': '/pictures/j-2.webp',
    'Variant Image': '/pictures/j-m.webp',
  },
  {
    Handle: 'jumper',
    Title: '',
    'Option1 Value': 'M',
    'Option2 Value': 'Blue',
    'Variant Inventory Qty': '-3',
  },
  { Handle: 'jumper', Title: '', 'Variant Price': '', 'Image Src': '/pictures/j-3.webp' },
  {
    Handle: 'cap',
    Title: 'Cap',
    Type: 'Hats',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant Inventory Qty': '7',
  },
]);

describe('importing a file', () => {
  test('adds its products with variants, images and stock', async () => {
    expect(await load(jumper)).toEqual({
      added: 2,
      changed: 0,
      variants: 4,
      unchanged: 0,
      uncategorised: 1,
      refused: 0,
      toFetch: 0,
      images: noImages,
      unseenFormer: 0,
      problemCount: 1,
      problems: [{ line: 4, reason: '"-3" is less than no units, so jumper has 0.' }],
    });
    expect(await getProduct(shop.context.ctx, 'jumper')).toMatchObject({
      name: 'Jumper',
      category: 'Jersey',
      gender: 'Women',
      priceMinor: 1_000,
      descriptions: 'Warm & soft.\nMade well.',
      images: [
        { url: '/pictures/j-1.webp', alt: 'Front' },
        { url: '/pictures/j-2.webp', alt: 'Jumper' },
        { url: '/pictures/j-3.webp', alt: 'Jumper' },
      ],
      variants: [
        { sku: 'J-S-R', size: 'S', color: 'Red', priceMinor: 1_000, available: 4, imageUrl: null },
        {
          sku: 'jumper-2',
          size: 'M',
          color: 'Red',
          priceMinor: 1_250,
          available: 0,
          imageUrl: '/pictures/j-m.webp',
        },
        { sku: 'jumper-3', size: 'M', color: 'Blue', priceMinor: 1_000, available: 0 },
      ],
    });
    const cap = await getProduct(shop.context.ctx, 'cap');
    expect(cap).toMatchObject({ category: 'Full Set', gender: '', images: [], image: null });
    expect(cap.variants).toMatchObject([{ size: null, color: null, available: 7 }]);
    expect(await rowsOf('stock_movements')).toMatchObject([
      { quantity: 4, reason: 'opening', actor: 'test import', order_id: null },
      { quantity: 7, reason: 'opening', actor: 'test import', order_id: null },
    ]);
  });

  test('takes an option that is neither size nor color as the third one', async () => {
    const name = (...names: string[]) =>
      Object.fromEntries(names.map((one, index) => [`Option${index + 1} Name`, one]));
    const value = (...values: string[]) =>
      Object.fromEntries(values.map((one, index) => [`Option${index + 1} Value`, one]));
    const more = ['Option3 Name', 'Option3 Value'];
    const rows = [
      { Handle: 'chino', ...name('Length', 'Color', 'Size'), ...value('Long', 'Tan', 'M') },
      { Handle: 'chino', Title: '', ...value('Short', 'Tan', 'M') },
      { Handle: 'vest', ...name('Fit', 'Fabric'), ...value('Slim', 'Wool') },
      { Handle: 'boot', ...name('Shoe size', 'Width'), ...value('42', 'Wide') },
    ];
    const file = csv(rows, more);
    expect(await load(file)).toMatchObject({
      ...{ added: 3, variants: 4 },
      problems: [{ line: 4, reason: 'Fit and Fabric are one option, Fit / Fabric.' }],
    });
    const find = (slug: string) => getProduct(shop.context.ctx, slug);
    expect(await find('chino')).toMatchObject({
      optionName: 'Length',
      variants: [
        { size: 'M', color: 'Tan', option: 'Long' },
        { size: 'M', color: 'Tan', option: 'Short' },
      ],
    });
    expect(await find('vest')).toMatchObject({
      optionName: 'Fit / Fabric',
      variants: [{ size: null, color: null, option: 'Slim / Wool' }],
    });
    expect(await find('boot')).toMatchObject({
      optionName: 'Width',
      variants: [{ size: '42', color: null, option: 'Wide' }],
    });
    expect(await load(file)).toMatchObject({ changed: 0, unchanged: 3 });
    const renamed = [{ ...rows[0], ...name('Cut', 'Color', 'Size') }, rows[1] ?? {}];
    expect(await load(csv(renamed, more))).toMatchObject({ changed: 1, added: 0 });
    expect((await find('chino')).optionName).toBe('Cut');
  });

  test('changes nothing the second time', async () => {
    const tables = ['products', 'variants', 'product_images', 'stock_movements'];
    await load(jumper);
    const before = await Promise.all(tables.map(rowsOf));
    expect(await load(jumper)).toEqual({
      added: 0,
      changed: 0,
      variants: 0,
      unchanged: 2,
      uncategorised: 0,
      refused: 0,
      toFetch: 0,
      images: noImages,
      unseenFormer: 0,
      problemCount: 0,
      problems: [],
    });
    expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
  });

  test('lists the products in the order of the file', async () => {
    const titles = Array.from({ length: 12 }, (_, i) => `Number ${i}`);
    await load(csv(titles.map((Title) => ({ Handle: Title.replace(' ', '-'), Title }))));
    expect(await names()).toEqual(titles);
  });

  test('keeps handles apart that are equal in their first eighty characters', async () => {
    const long = 'x'.repeat(90);
    const report = await load(
      csv([{ Handle: 'short' }, { Handle: long }, { Handle: `${long}-2` }]),
    );
    expect(report.added).toBe(2);
    expect(report.problems).toEqual([{ line: 4, reason: expect.stringContaining(`${long}-2`) }]);
  });

  test('of several batches refuses what an earlier product of the file has, and adds the rest', async () => {
    const rows: Cells[] = Array.from({ length: 1_100 }, (_, i) => ({ Handle: `p-${i}` }));
    rows[0] = { Handle: 'p-0', 'Variant SKU': 'ONE' };
    rows[1_050] = { Handle: 'p-1050', 'Variant SKU': 'ONE' };
    rows[1_060] = { Handle: 'P 0' };
    const seen: [number, number][] = [];
    const options = { category: 'Shoes', actor: 'test import' };
    const report = await importProducts(shop.context.ctx, csv(rows), {
      ...options,
      onProgress: (done, total) => seen.push([done, total]),
    });
    expect(report).toMatchObject({ added: 1_098, unchanged: 0 });
    expect(report.problems).toEqual([
      {
        line: 1_052,
        reason: 'p-1050: The product at line 2 of the file has the SKU "ONE", too.',
      },
      {
        line: 1_062,
        reason: 'P 0: The product at line 2 of the file has the address "p-0", too.',
      },
    ]);
    expect(seen).toEqual([
      [500, 1_100],
      [1_000, 1_100],
      [1_100, 1_100],
    ]);
  });

  test('has larger batches while all products are new, and smaller ones after one that is not', async () => {
    await load(csv([{ Handle: 'p-2600' }]));
    const rows = Array.from({ length: 4_700 }, (_, i) => ({ Handle: `p-${i}`, Title: 'Tee' }));
    const seen: number[] = [];
    const report = await importProducts(shop.context.ctx, csv(rows), {
      category: 'Shoes',
      actor: 'test import',
      onProgress: (done) => seen.push(done),
    });
    expect(report).toMatchObject({ added: 4_699, changed: 1 });
    expect(seen).toEqual([500, 1_000, 2_500, 4_000, 4_500, 4_700]);
  });

  test('finds the product that the database refuses in few transactions, and decides about it once more', async () => {
    await load(csv([{ Handle: 'seed' }]));
    const staff = await shop.database.pool.connect();
    await staff.query(`begin; update products set slug = 'p-77', version = version + 1`);
    const rows = Array.from({ length: 400 }, (_, i) => ({ Handle: `p-${i}`, Title: 'Tee' }));
    const report = load(csv(rows));
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await shop.query(waiting)).length).toBe(1);
    await staff.query('commit');
    staff.release();
    expect(await report).toMatchObject({ added: 399, changed: 1, problems: [] });
    const writers = `select count(distinct xmin::text)::int as count from products`;
    expect((await shop.query(writers))[0].count).toBeLessThan(15);
  });

  test('adds each product once when two imports run at the same time', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => ({ Handle: `p-${i}` }));
    const reports = await Promise.all([load(csv(rows)), load(csv(rows.toReversed()))]);
    expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(60);
    expect(await rowsOf('products')).toHaveLength(60);
  });

  test('writes two batches at a time, except those that change what another product may want', async () => {
    const goods = (count: number, more: Cells, name = 'tee') =>
      csv(
        Array.from({ length: count }, (_, nr) => ({
          Handle: `${name}-${nr}`,
          Title: 'Tee',
          ...more,
        })),
      );
    const { pool } = shop.database;
    /** Loads a file while nobody can write to this table. That many batches wait for it. */
    const loadBeside = async (table: string, text: string, batches: number, query = '') => {
      const client = await pool.connect();
      await client.query(`begin; lock table ${table} in share row exclusive mode`);
      const loaded = load(text);
      const waiting = `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and starts_with(query, $1)`;
      const waits = async () => (await pool.query(waiting, [query])).rows;
      await expect.poll(waits).toHaveLength(batches);
      await sleep(300);
      expect(await waits()).toHaveLength(batches);
      await client.query('commit');
      client.release();
      return loaded;
    };
    const three = goods(1_001, { 'Variant Inventory Qty': '1' });
    expect(await loadBeside('stock_movements', three, 2)).toMatchObject({ added: 1_001 });
    // A batch writes the search index before its commit, when the one before has done so.
    const others = goods(1_001, { 'Variant Inventory Qty': '1' }, 'cap');
    const indexed = loadBeside('search_index', others, 1, 'set constraints');
    expect(await indexed).toMatchObject({ added: 1_001 });
    const dearer = goods(501, { 'Variant Price': '99.00', 'Variant Inventory Qty': '' });
    expect(await loadBeside('past_prices', dearer, 2)).toMatchObject({ changed: 501 });
    const pictured = { 'Variant Price': '98.00', 'Image Src': '/pictures/p.webp' };
    const other = goods(501, { ...pictured, 'Variant Inventory Qty': '' });
    expect(await loadBeside('past_prices', other, 1)).toMatchObject({ changed: 501 });
  });

  test('gives every variant of a product with a long handle a SKU of its own', async () => {
    const Handle = 'y'.repeat(100);
    const report = await load(
      csv([
        { Handle, 'Option1 Name': 'Size', 'Option1 Value': 'S' },
        { Handle, 'Option1 Value': 'M' },
      ]),
    );
    expect(report).toMatchObject({ added: 1, variants: 2, problems: [] });
  });

  test('takes SKUs that are names of the language', async () => {
    const report = await load(
      csv([
        { Handle: 'a', 'Variant SKU': 'function Object() { [native code] }' },
        { Handle: 'b', 'Variant SKU': '[object Object]', 'Variant Image': '/pictures/p.webp' },
      ]),
    );
    expect(report.problems).toEqual([]);
    const [variant] = (await getProduct(shop.context.ctx, 'b')).variants;
    expect(variant).toMatchObject({ sku: '[object Object]', imageUrl: '/pictures/p.webp' });
  });
});
