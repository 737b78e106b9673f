import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/** What was removed by each rule of `retention-rules.ts`. */
export const removals = pgTable(
  'removals',
  {
    rule: text('rule').primaryKey(),
    /** Rows whose time is earlier may be gone. */
    removedBefore: timestamptz('removed_before').notNull(),
    /** How many rows were removed so far. */
    removed: bigint('removed', { mode: 'number' }).notNull(),
    lastAt: timestamptz('last_at').notNull(),
  },
  (t) => [check('removals_above_zero', sql`${t.removed} > 0`)],
);
