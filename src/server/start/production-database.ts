import { findDemoAccounts } from '#features/accounts/demo-accounts.ts';
import {
  type DemoRemains,
  findDemoRemains,
  recordProduction,
} from '#features/database-origin/database-origin.ts';
import { StartError } from '#shared/start-error.ts';
import type { ShopContext } from './create-context.ts';
import { withOriginLock } from './origin-lock.ts';

type Start = Pick<ShopContext, 'ctx' | 'config' | 'database'>;

/**
 * Refuses a database that serves a demo, or did once. People who know the published password may
 * have made its admins, and its card payments moved no money. `ALLOW_DEMO_DATABASE` is for an
 * operator who has checked the data. Accounts that anyone can sign in to are refused even then. Marks
 * an accepted database, so that demo mode refuses it.
 */
export function requireProductionDatabase(start: Start): Promise<void> {
  return withOriginLock(start, async () => {
    await refuseDemo(start);
    await recordProduction(start.ctx.db);
  });
}

async function refuseDemo({ ctx, config }: Start): Promise<void> {
  const [open] = await findDemoAccounts(ctx.db);
  if (open) {
    throw new StartError(
      `This database is a demo's: anyone may be able to sign in as ${open}. Set DATABASE_URL or DATA_DIR to a database of its own for production.`,
    );
  }
  const remains = await findDemoRemains(ctx.db);
  if (!remains) return;
  if (!config.overrides.includes('ALLOW_DEMO_DATABASE')) throw new StartError(refusal(remains));
  ctx.log.warn('start.demo-database', { ...remains });
}

function refusal({ accounts, admins, orders, sandboxPayments }: DemoRemains): string {
  const holds = [
    `accounts: ${accounts}`,
    `admins among them, whom the demo's admin may have made: ${admins}`,
    `orders: ${orders}`,
    `card payments that moved no money: ${sandboxPayments}`,
  ].join('; ');
  return `This database served a demo once and still holds its data (${holds}). Set DATABASE_URL or DATA_DIR to a new database for production, or set ALLOW_DEMO_DATABASE=yes once you have checked all of that.`;
}
