import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#db/columns.ts';

/** How often something was tried of late; in the database, so that all processes count together. */
export const limits = pgTable('limits', {
  /** What is counted, with a hash of whom: no address and no e-mail is readable here. */
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** The next try is refused before then. */
  waitUntil: moment('wait_until').notNull(),
  /** From then on it counts from nothing. */
  endsAt: moment('ends_at').notNull(),
});
