import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { staffJobs } from '../staff-jobs/staff-jobs.table.ts';

/** What was counted of each variant. It has no foreign key, because a variant may be gone by then. */
export const stockCountLines = pgTable(
  'stock_count_lines',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => staffJobs.id, { onDelete: 'cascade' }),
    /** The place in the count, from 1. */
    position: integer('position').notNull(),
    variantId: text('variant_id').notNull(),
    /** Units on the shelf. */
    counted: integer('counted').notNull(),
    /** Units that were expected there when the count was compared: on hand, and to be shipped. */
    expected: integer('expected').notNull(),
    /**
     * The newest movement of its stock when it was compared. Null for jobs of earlier versions: see
     * `StockCountInput`.
     */
    movement: bigint('movement', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.position] }),
    check('stock_count_lines_counted', sql`${t.counted} >= 0`),
  ],
);
