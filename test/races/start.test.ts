import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_SYNONYMS, setUpCategories } from '#features/catalog/catalog.ts';
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

test('a new shop gets its first synonyms once, and none again when staff have removed them', async () => {
  const { pool } = shop.database;
  const count = async () =>
    (await pool.query('select count(*)::int as n from search_synonyms')).rows[0].n;
  const start = () => setUpCategories(shop.context.ctx, FIRST_SYNONYMS);
  await pool.query('delete from categories');
  await Promise.all(Array.from({ length: 10 }, start));
  expect(await count()).toBe(FIRST_SYNONYMS.length);
  await pool.query('delete from search_synonyms');
  await start();
  expect(await count()).toBe(0);
});
