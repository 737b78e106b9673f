import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpCategories } from '#features/catalog/catalog.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ maxConnections: 20 });
});
afterAll(() => shop.close());

test('twenty starts at once agree on the categories', async () => {
  const { pool } = shop.database;
  for (let round = 0; round < 20; round += 1) {
    await pool.query('delete from categories');
    await Promise.all(Array.from({ length: 20 }, () => setUpCategories(shop.context.ctx)));
  }
  const { rows } = await pool.query('select name from categories');
  expect(rows).toHaveLength(5);
});
