import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/** Counters of recent attempts, in the database, so that all processes count together. */
export const limits = pgTable(
  'limits',
  {
    /** What is counted, with a hash of whom. It holds no readable address or email. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** Attempts before this time are refused. */
    waitUntil: timestamptz('wait_until').notNull(),
    /** The count starts again at this time. */
    endsAt: timestamptz('ends_at').notNull(),
  },
  (t) => [index('limits_by_end').on(t.endsAt)],
);
