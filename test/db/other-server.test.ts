import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { createCacheInvalidation } from '#features/cache-invalidation/cache-invalidation.ts';
import { openTestShop } from '../support/shop.ts';

test('a server that takes over makes everything count as changed, once', async () => {
  const shop = await openTestShop();
  const dataDir = await mkdtemp(join(tmpdir(), 'online-shop-'));
  const projectRoot = process.cwd();
  const postgres = await startEmbeddedPostgres({ dataDir, projectRoot, durable: false });
  const other = openDatabase(postgres.connection);
  await migrateDatabase(other, projectRoot);

  const database = { pool: shop.database.pool };
  const told: unknown[] = [];
  const invalidation = createCacheInvalidation(database, {
    isFresh: () => true,
    invalidate: (changes) => told.push(changes),
  });
  const check = () => invalidation.check({ sessionToken: null, cartToken: null });
  await check();
  await check();
  expect(told).toEqual([null]);

  database.pool = other.pool;
  await check();
  await check();
  expect(told).toEqual([null, null]);

  await other.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  await shop.close();
});
