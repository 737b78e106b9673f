import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';

/** The emails that the demo captured. The shop reads them only through the mail port. */
export const capturedEmails = pgTable(
  'mailbox_mails',
  {
    /** The Message-ID, so that an email that is sent twice is stored once. */
    id: text('id').primaryKey(),
    from: text('from').notNull(),
    to: text('to').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
  },
  (t) => [index('mailbox_mails_listed').on(t.receivedAt.desc(), t.id.desc())],
);
