import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { createCacheInvalidation } from '#features/cache-invalidation/cache-invalidation.ts';
import { createDeliveryReader } from '#features/delivery/read-settings.ts';
import { deliveryVersion } from '#features/delivery-version.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let dataDir: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
/** On a server of its own, as after a failover. */
let other: Database;

beforeAll(async () => {
  shop = await openTestShop();
  dataDir = await mkdtemp(join(tmpdir(), 'online-shop-'));
  const projectRoot = process.cwd();
  postgres = await startEmbeddedPostgres({ dataDir, projectRoot, durable: false });
  other = openDatabase(postgres.connection);
  await migrateDatabase(other, projectRoot);
});
afterAll(async () => {
  await other.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
  await shop.close();
});

test('a server that takes over makes everything count as changed, once', async () => {
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
});

test('settings of delivery are read from a server that takes over, though their number is the same', async () => {
  const reader = createDeliveryReader();
  const versionAt = async ({ db }: Database) => {
    const { rows } = await db.execute<{ version: string }>(
      sql`select ${deliveryVersion} as version`,
    );
    return rows[0]?.version ?? '';
  };
  const before = await reader.at(shop.database.db, await versionAt(shop.database));
  expect(await reader.at(other.db, await versionAt(shop.database))).toBe(before);

  const [number] = before.version.split('@');
  await other.pool.query(
    `insert into delivery_settings (version, cut_off_minute, working_days, days_off)
     values (${number}, 61, '{1}', '{}')`,
  );
  expect(await reader.at(other.db, await versionAt(other))).toMatchObject({
    zones: [],
    times: { cutOffMinute: 61 },
  });
});
