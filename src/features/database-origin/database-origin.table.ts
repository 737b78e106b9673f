import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/** What this database was used for. Triggers refuse to change or remove a row. */
export const databaseMarks = pgTable('database_marks', {
  mark: text('mark').primaryKey(),
  since: timestamptz('since').notNull().defaultNow(),
});
