import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withDatabaseLock } from '#db/database-lock.ts';
import { countAccounts } from '#features/accounts/accounts.ts';
import { createDemoAccounts } from '#features/accounts/demo-accounts.ts';
import { recordDemo } from '#features/database-origin/database-origin.ts';
import {
  holdsOtherProducts,
  importProducts,
} from '#features/product-management/import/import-products.ts';
import type { ShopContext } from './create-context.ts';

/**
 * Fills an empty database with the demo shop: products by the import that any file uses, then the
 * accounts. Leaves a database alone that has accounts or other products. Finishes an interrupted
 * load, because existing products stay unchanged.
 */
export function loadDemoShop(context: ShopContext): Promise<void> {
  return withDatabaseLock(context.database, 'demo-shop', () => load(context));
}

async function load({ ctx, config }: ShopContext): Promise<void> {
  // Comes first: a demo's payments and sign-ins prove nothing, whatever the database held.
  await recordDemo(ctx.db);
  if ((await countAccounts(ctx)) > 0) return;
  const file = await readFile(join(config.projectRoot, 'demo/products.csv'), 'utf8');
  if (await holdsOtherProducts(ctx, file)) return;
  const { problems } = await importProducts(ctx, file, {
    category: ctx.shop.offerCategory,
    actor: 'demo shop',
  });
  for (const { line, reason } of problems) {
    ctx.log.warn('demo.row', { file: 'demo/products.csv', line, reason });
  }
  await createDemoAccounts(ctx);
}
