import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countAccounts } from '#features/accounts/accounts.ts';
import { createDemoAccounts } from '#features/accounts/demo-accounts.ts';
import { recordDemo, servedProduction } from '#features/database-origin/database-origin.ts';
import {
  holdsOtherProducts,
  importProducts,
} from '#features/product-management/import/import-products.ts';
import { StartError } from '#shared/start-error.ts';
import type { ShopContext } from './create-context.ts';
import { withOriginLock } from './origin-lock.ts';

/**
 * Fills an empty database with the demo shop: products by the import that any file uses, then the
 * accounts. Leaves a database alone that has accounts or other products. Finishes an interrupted
 * load, because existing products stay unchanged. Refuses a database that served production, because
 * in demo mode anyone may sign in as anybody.
 */
export function loadDemoShop(context: ShopContext): Promise<void> {
  return withOriginLock(context, () => load(context));
}

async function load({ ctx, config }: ShopContext): Promise<void> {
  if (await servedProduction(ctx.db)) {
    throw new StartError(
      "This database is a production shop's, and in demo mode anyone could sign in to it. Set SHOP_MODE=production, or set DATABASE_URL or DATA_DIR to another database for a demo.",
    );
  }
  // This comes next, because payments and sign-ins of a demo prove nothing, whatever the database
  // held before.
  await recordDemo(ctx.db);
  if ((await countAccounts(ctx)) > 0) return;
  const file = await readFile(join(config.projectRoot, 'demo/products.csv'), 'utf8');
  if (await holdsOtherProducts(ctx, file)) return;
  const { categories } = await ctx.siteContent.read();
  const { problems } = await importProducts(ctx, file, {
    category: (categories.find(({ offers }) => offers) ?? categories[0])?.name ?? '',
    actor: 'demo shop',
  });
  for (const { line, reason } of problems) {
    ctx.log.warn('demo.row', { file: 'demo/products.csv', line, reason });
  }
  await createDemoAccounts(ctx);
}
