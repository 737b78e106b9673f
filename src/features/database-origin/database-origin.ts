/**
 * Owns the record of what a database was used for. Promises: a database that served a demo, or
 * production, stays recorded as such, whatever is deleted from it.
 */
import { eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { users } from '../accounts/accounts.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import { payments } from '../payments/payments.table.ts';
import { databaseMarks } from './database-origin.table.ts';

const DEMO = 'demo';
const PRODUCTION = 'production';

/** Records that this database serves a demo. */
export async function recordDemo(db: Executor): Promise<void> {
  await db.insert(databaseMarks).values({ mark: DEMO }).onConflictDoNothing();
}

/** Records that this database serves production. */
export async function recordProduction(db: Executor): Promise<void> {
  await db.insert(databaseMarks).values({ mark: PRODUCTION }).onConflictDoNothing();
}

/** Whether this database served production, now or once. */
export async function servedProduction(db: Executor): Promise<boolean> {
  return (await db.$count(databaseMarks, eq(databaseMarks.mark, PRODUCTION))) > 0;
}

/** What a demo has left in its database. */
export interface DemoRemains {
  since: Date;
  accounts: number;
  admins: number;
  orders: number;
  /** Payments that moved no money. */
  sandboxPayments: number;
}

/** What is left of the demo that this database served; null when it served none. */
export async function findDemoRemains(db: Executor): Promise<DemoRemains | null> {
  const [mark] = await db.select().from(databaseMarks).where(eq(databaseMarks.mark, DEMO));
  if (!mark) return null;
  return {
    since: mark.since,
    accounts: await db.$count(users),
    admins: await db.$count(users, eq(users.role, 'admin')),
    orders: await db.$count(orders),
    sandboxPayments: await db.$count(payments, eq(payments.provider, 'sandbox')),
  };
}
