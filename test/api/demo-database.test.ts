import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { countAccounts } from '#features/accounts/accounts.ts';
import { findDemoAccounts } from '#features/accounts/demo-accounts.ts';
import { findDemoRemains, recordDemo } from '#features/database-origin/database-origin.ts';
import { loadDemoShop } from '#server/start/load-demo-shop.ts';
import { withOriginLock } from '#server/start/origin-lock.ts';
import { requireProductionDatabase } from '#server/start/production-database.ts';
import { openTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
afterEach(() => shop.close());

/** As a new owner might: everything of the demo that can be deleted is. */
async function tidyUp(): Promise<void> {
  await shop.database.pool.query("update users set email = 'owner@shop.example', name = 'Owner'");
  await shop.database.pool.query('update auth_accounts set password = null');
  expect(await findDemoAccounts(shop.context.ctx.db)).toEqual([]);
}

test('production refuses a database that was once a demo, and says what remains in it', async () => {
  shop = await openTestShop();
  await loadDemoShop(shop.context);
  await expect(requireProductionDatabase(shop.context)).rejects.toThrow(
    /^This database is a demo's: anyone may be able to sign in as/,
  );
  await shop.database.pool.query("delete from users where email = 'shopper@example.com'");
  await tidyUp();
  await expect(requireProductionDatabase(shop.context)).rejects.toThrow(
    /^This database served a demo once and still holds its data \(accounts: 1; admins .*: 1; orders: 0; .*ALLOW_DEMO_DATABASE=yes[^\n]*$/,
  );
  const config = { ...shop.context.config, overrides: ['ALLOW_DEMO_DATABASE' as const] };
  await requireProductionDatabase({ ...shop.context, config });
});

test('the override opens no database that anyone can sign in to', async () => {
  shop = await openTestShop();
  await loadDemoShop(shop.context);
  const config = { ...shop.context.config, overrides: ['ALLOW_DEMO_DATABASE' as const] };
  await expect(requireProductionDatabase({ ...shop.context, config })).rejects.toThrow(
    /sign in as admin@example\.com/,
  );
});

test('nothing takes the mark away', async () => {
  shop = await openTestShop();
  await loadDemoShop(shop.context);
  for (const statement of [
    'delete from database_marks',
    "update database_marks set mark = 'other'",
    'truncate database_marks',
  ]) {
    await expect(shop.database.pool.query(statement)).rejects.toThrow(/never changed or removed/);
  }
});

test('a database that served no demo is accepted, also by somebody at a demo address', async () => {
  shop = await openTestShop({ mode: 'production' });
  await shop.shopper('shopper');
  await requireProductionDatabase(shop.context);
});

test('demo mode refuses a database that served production, and changes nothing in it', async () => {
  shop = await openTestShop({ mode: 'production' });
  await requireProductionDatabase(shop.context);
  const context = { ...shop.context, config: { ...shop.context.config, mode: 'demo' as const } };
  await expect(loadDemoShop(context)).rejects.toThrow(
    /^This database is a production shop's[^\n]* Set SHOP_MODE=production, or [^\n]*$/,
  );
  expect(await findDemoRemains(shop.context.ctx.db)).toBeNull();
  expect(await countAccounts(shop.context.ctx)).toBe(0);
  // Production starts again.
  await requireProductionDatabase(shop.context);
});

test('a production shop without its mark, of an earlier release, is not taken for one', async () => {
  shop = await openTestShop();
  await shop.shopper('owner');
  await loadDemoShop(shop.context);
  expect(await findDemoRemains(shop.context.ctx.db)).not.toBeNull();
});

test('production waits for a demo that starts at the same moment, and is refused', async () => {
  shop = await openTestShop();
  const { context } = shop;
  const production = await withOriginLock(context, async () => {
    const started = Promise.allSettled([requireProductionDatabase(context)]);
    // Time enough to accept the database, for a start that does not wait.
    await sleep(300);
    await recordDemo(context.ctx.db);
    return { started };
  });
  expect(await production.started).toMatchObject([{ status: 'rejected' }]);
});
