import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';
import type { EmailKind } from './outbox.schema.ts';

/** Emails to send, written in the transaction of their cause. */
export const outbox = pgTable(
  'outbox',
  {
    /** Also the Message-ID, so that an email sent twice counts as one message. */
    id: text('id').primaryKey(),
    kind: text('kind').$type<EmailKind>().notNull(),
    payload: jsonb('payload').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** The next attempt. A sender moves it forward to claim the message until then. */
    sendAfter: timestamptz('send_after').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: timestamptz('sent_at'),
    /** When it had failed so often that staff should look. */
    stuckAt: timestamptz('stuck_at'),
    /** When attempts stopped. Staff can start them again. */
    givenUpAt: timestamptz('given_up_at'),
    /** The key of messages over their recipient's limit, which are sent as one email. */
    heldFor: text('held_for'),
  },
  (t) => [
    index('outbox_due').on(t.sendAfter).where(sql`sent_at is null and given_up_at is null`),
    index('outbox_unsent').on(t.createdAt.desc(), t.id.desc()).where(sql`sent_at is null`),
    index('outbox_sent').on(t.sentAt).where(sql`sent_at is not null`),
    index('outbox_held')
      .on(t.heldFor, t.sendAfter)
      .where(sql`held_for is not null and sent_at is null and given_up_at is null`),
    index('outbox_unsent_of_order').on(sql`(payload->>'orderId')`).where(sql`sent_at is null`),
  ],
);

export type OutboxRow = typeof outbox.$inferSelect;
