import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#db/columns.ts';
import type { EmailKind } from './outbox.schema.ts';

/** What must be told to the outside world, written in the transaction that causes it. */
export const outbox = pgTable(
  'outbox',
  {
    /** Also the Message-ID, so that sending twice is one message. */
    id: text('id').primaryKey(),
    kind: text('kind').$type<EmailKind>().notNull(),
    payload: jsonb('payload').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When it is tried next. Whoever sends it moves this on first: until then it is theirs. */
    sendAfter: moment('send_after').notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    /** Since when it has been tried so often that staff should look. */
    stuckAt: moment('stuck_at'),
    /** Since when nobody tries any more, until staff say so. */
    givenUpAt: moment('given_up_at'),
    /** Over the limit of its recipient: sent with all others of this key, as one email. */
    heldFor: text('held_for'),
  },
  (t) => [
    index('outbox_due').on(t.sendAfter).where(sql`sent_at is null and given_up_at is null`),
    index('outbox_unsent').on(t.createdAt.desc(), t.id.desc()).where(sql`sent_at is null`),
    index('outbox_held')
      .on(t.heldFor, t.sendAfter)
      .where(sql`held_for is not null and sent_at is null and given_up_at is null`),
    index('outbox_unsent_of_order').on(sql`(payload->>'orderId')`).where(sql`sent_at is null`),
  ],
);

export type OutboxRow = typeof outbox.$inferSelect;
