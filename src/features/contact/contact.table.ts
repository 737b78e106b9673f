import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/** Messages of the contact form. They are stored before anything is sent. */
export const contactMessages = pgTable('contact_messages', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});
