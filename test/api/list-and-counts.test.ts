import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProductOptions } from '#features/catalog/catalog.schema.ts';
import { browseWithCounts } from '#features/catalog/catalog.ts';
import { noFilter, type ProductFilter } from '#features/catalog/product-list.schema.ts';
import { stock } from '../support/goods.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let statements = 0;
beforeAll(async () => {
  shop = await openTestShop();
  const colored = (color: string) => ({ sku: `LC-${color}`, size: 'M', color, inventory: 1 });
  await stock(shop, { name: 'Navy', category: 'Jersey', variants: [colored('Navy')] });
  await stock(shop, { name: 'Bone', category: 'Jersey', variants: [colored('Bone')] });
  await stock(shop, { name: 'Rust', category: 'Cloths', variants: [colored('Rust')] });
  shop.database.pool.on('acquire', () => {
    statements += 1;
  });
});
afterAll(() => shop.close());

const scope: ProductFilter = { ...noFilter(), category: 'Jersey' };

/** The page of these colors, as the address names them. */
async function pageOf(colors: string[]) {
  const filter = { ...noFilter(), colors };
  const limitTo = (offered: ProductOptions) => ({
    ...filter,
    colors: offered.colors.filter((color) => colors.includes(color)),
  });
  const page = { sort: 'name', limit: 24, after: null } as const;
  const before = statements;
  const list = await browseWithCounts(shop.context.ctx, { scope, filter }, limitTo, page);
  return {
    names: list.found.items.map(({ name }) => name),
    total: list.facets?.total,
    filter: list.filter.colors,
    statements: statements - before,
  };
}

test('a page is of the values that its section offers, and is read once where it offers all', async () => {
  // The first page also reads what a process remembers.
  await pageOf([]);
  const both = await pageOf(['Bone', 'Navy']);
  expect(both).toMatchObject({ names: ['Bone', 'Navy'], total: 2, filter: ['Bone', 'Navy'] });
  expect(await pageOf(['Navy', 'Bone'])).toEqual(both);
  const one = await pageOf(['Navy']);
  expect(one).toMatchObject({ names: ['Navy'], total: 1, filter: ['Navy'] });
  // Rust is a color of another category.
  const limited = await pageOf(['Navy', 'Rust']);
  expect(limited).toMatchObject({ names: ['Navy'], total: 1, filter: ['Navy'] });
  expect(limited.statements).toBeGreaterThan(one.statements);
  expect(await pageOf(['Rust'])).toMatchObject({ names: ['Bone', 'Navy'], total: 2, filter: [] });
});
