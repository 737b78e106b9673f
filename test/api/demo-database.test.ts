import { afterEach, expect, test } from 'vitest';
import { findDemoAccounts } from '#features/accounts/demo-accounts.ts';
import { loadDemoShop } from '#server/start/load-demo-shop.ts';
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
