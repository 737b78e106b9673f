import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listProducts } from '#features/catalog/catalog.ts';
import { importProducts } from '#features/catalog/import/import-products.ts';
import { expectSoundBooks } from '../support/audit.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const load = (text: string) =>
  importProducts(shop.context.ctx, text, { category: 'Full Set', actor: 'test import' });

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
  await expectSoundBooks(shop);
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
