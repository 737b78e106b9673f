import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#db/columns.ts';

/** What the demo would have sent; the shop reads it through the mail port alone. */
export const capturedEmails = pgTable(
  'mailbox_mails',
  {
    /** The Message-ID: a mail that comes twice is kept once. */
    id: text('id').primaryKey(),
    from: text('from').notNull(),
    to: text('to').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    receivedAt: moment('received_at').notNull(),
  },
  (t) => [index('mailbox_mails_listed').on(t.receivedAt.desc(), t.id.desc())],
);
