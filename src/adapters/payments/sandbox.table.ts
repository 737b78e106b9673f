import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { minor } from '#db/columns.ts';

/** The card sandbox's own records. The shop reads them only through the payments port. */
export const sandboxIntents = pgTable(
  'sandbox_intents',
  {
    id: text('id').primaryKey(),
    clientSecret: text('client_secret').notNull().unique(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').notNull(),
    status: text('status', {
      enum: ['requires_payment_method', 'requires_action', 'succeeded', 'canceled'],
    }).notNull(),
    reference: text('reference').notNull(),
    last4: text('last4'),
    /** Unix seconds. */
    created: integer('created').notNull(),
    refundedMinor: minor('refunded_minor').notNull().default(0),
  },
  (t) => [
    check('sandbox_intents_refund_fits', sql`${t.refundedMinor} between 0 and ${t.amountMinor}`),
  ],
);

export const sandboxRefunds = pgTable('sandbox_refunds', {
  id: text('id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  intentId: text('intent_id')
    .notNull()
    .references(() => sandboxIntents.id),
  amountMinor: minor('amount_minor').notNull(),
  /** The shop's own id for it. */
  reference: text('reference'),
});
