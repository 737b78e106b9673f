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
export const recordDemo = (db: Executor): Promise<void> => record(db, DEMO);

/** Records that this database serves production. */
export const recordProduction = (db: Executor): Promise<void> => record(db, PRODUCTION);

/** Whether this database served production, now or once. */
export const servedProduction = (db: Executor): Promise<boolean> => hasMark(db, PRODUCTION);

// A database that takes no writes for the moment can be started on if it has the mark.
async function record(db: Executor, mark: string): Promise<void> {
  if (await hasMark(db, mark)) return;
  await db.insert(databaseMarks).values({ mark }).onConflictDoNothing();
}

async function hasMark(db: Executor, mark: string): Promise<boolean> {
  return (await db.$count(databaseMarks, eq(databaseMarks.mark, mark))) > 0;
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
