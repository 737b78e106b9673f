import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';

/**
 * What came in and went out on a day of the time zone of `sales_progress`: the sums of the ledger up
 * to there.
 */
export const dailySales = pgTable(
  'daily_sales',
  {
    day: date('day').notNull(),
    currency: text('currency').notNull(),
    /** Orders that were paid; extra payments for exchanges are none. */
    orders: integer('orders').notNull(),
    capturedMinor: minor('captured_minor').notNull(),
    /** Negative when the bank returned more refunds than there were. */
    refundedMinor: minor('refunded_minor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.currency] }),
    check('daily_sales_not_negative', sql`${t.orders} >= 0 and ${t.capturedMinor} >= 0`),
  ],
);

/** Up to which entry of the ledger `daily_sales` has the sums. One row. */
export const salesProgress = pgTable(
  'sales_progress',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    summedTo: bigint('summed_to', { mode: 'number' }).notNull(),
    /**
     * The newest entry at `seen_at`, by the database's clock. Minutes later, no entry with a lower id
     * can appear.
     */
    seenTo: bigint('seen_to', { mode: 'number' }).notNull(),
    seenAt: timestamptz('seen_at').notNull(),
    /** Whose days the sums are for. If the shop gets another one, they are added up again. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /**
     * As `summed_to`, unless a process of an earlier version has added days of UTC. Then all are
     * added up again.
     */
    zonedTo: bigint('zoned_to', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    check('sales_progress_one_row', sql`${t.isOnly}`),
    check('sales_progress_in_order', sql`${t.summedTo} between 0 and ${t.seenTo}`),
  ],
);
