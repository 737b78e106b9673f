import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { minor, timestamptz } from '#db/columns.ts';
import { users } from '../accounts/accounts.table.ts';
import { orders } from '../order-tables/orders.table.ts';
import { returns } from '../order-tables/returns.table.ts';

/** The provider of a payment that came outside of the shop, which no provider knows. */
export const OUTSIDE = 'outside';

/**
 * One payment attempt, written before the provider is asked. Or money that came outside of the shop,
 * such as cash, which staff record.
 */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    /**
     * The provider's id of the intent; the specification calls it `transaction`. Null until the
     * provider responds, and for a payment outside of the shop.
     */
    intentId: text('intent_id').unique(),
    /** What staff wrote about a payment outside of the shop, for themselves. */
    reference: text('reference'),
    /**
     * The order that it pays. Null for an extra payment, and for a client that stores its cart
     * itself, until its order arrives.
     */
    orderId: text('order_id').references(() => orders.id),
    /** The return for whose dearer exchanges this is the extra payment; null for all others. */
    returnId: text('return_id').references(() => returns.id),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * `unknown`: the current provider does not know its intent, or could not stop it, so nobody can
     * tell whether it was or will be paid.
     */
    status: text('status', {
      enum: ['created', 'captured', 'refunded', 'cancelled', 'unknown'],
    }).notNull(),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** Sent to the provider, so that a repeated request makes no second intent. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** Which of its keys is in use. The provider repeats its own errors under the same key. */
    keyAttempt: integer('key_round').notNull().default(0),
    /** Whether the intent is for real money; null until the provider responds. */
    isLive: boolean('is_live'),
    last4: text('last4'),
    /** The provider's creation time of the intent, in Unix seconds. */
    providerCreated: integer('provider_created'),
    createdAt: timestamptz('created_at').notNull(),
    capturedAt: timestamptz('captured_at'),
    /** When to ask the provider about an open payment, unless an event arrives before. */
    nextCheckAt: timestamptz('next_check_at').notNull(),
  },
  (t) => [
    index('payments_by_order').on(t.orderId),
    index('payments_to_check').on(t.nextCheckAt).where(sql`status = 'created'`),
    index('payments_unknown_to_check').on(t.nextCheckAt).where(sql`status = 'unknown'`),
    index('payments_unknown').on(t.createdAt.desc(), t.id.desc()).where(sql`status = 'unknown'`),
    index('payments_open_without_order')
      .on(t.userId, t.createdAt)
      .where(sql`status = 'created' and order_id is null`),
    uniqueIndex('payments_one_capture_per_order').on(t.orderId).where(sql`status = 'captured'`),
    uniqueIndex('payments_one_open_per_order').on(t.orderId).where(sql`status = 'created'`),
    uniqueIndex('payments_one_capture_per_return')
      .on(t.returnId)
      .where(sql`return_id is not null and status = 'captured'`),
    uniqueIndex('payments_one_open_per_return')
      .on(t.returnId)
      .where(sql`return_id is not null and status = 'created'`),
    check('payments_are_for_one_thing', sql`${t.orderId} is null or ${t.returnId} is null`),
    check('payments_amount_positive', sql`${t.amountMinor} > 0`),
    check(
      'payments_captured_is_known',
      sql`${t.status} not in ('captured', 'refunded') or ${t.intentId} is not null or ${t.provider} = 'outside'`,
    ),
    check(
      'payments_outside_pay_something',
      sql`${t.provider} <> 'outside' or (${t.status} = 'captured' and num_nonnulls(${t.orderId}, ${t.returnId}) = 1 and ${t.intentId} is null)`,
    ),
    check(
      'payments_reference_is_outside',
      sql`${t.reference} is null or ${t.provider} = 'outside'`,
    ),
  ],
);

export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    amountMinor: minor('amount_minor').notNull(),
    /** How much of it is for the shipping. `refund_lines` has the parts for lines. */
    shippingMinor: minor('shipping_minor').notNull().default(0),
    /** How much of that is tax. */
    shippingTaxMinor: minor('shipping_tax_minor').notNull().default(0),
    currency: text('currency').notNull(),
    reason: text('reason').notNull(),
    /** A repeat with the same key is the same refund; null for the shop's own refunds. */
    key: text('key'),
    /**
     * `failed`: the provider refuses it for good, or the bank returned it. Staff close it with a
     * note: `settled` when they returned the money in another way, `withdrawn` when they did not.
     */
    status: text('status', {
      enum: ['requested', 'done', 'failed', 'settled', 'withdrawn'],
    }).notNull(),
    /** The provider's id of the refund. A refund that failed after it was accepted keeps it. */
    providerRefundId: text('provider_refund_id').unique(),
    createdAt: timestamptz('created_at').notNull(),
    doneAt: timestamptz('done_at'),
    /** Which of its keys is in use, as for payments. */
    keyAttempt: integer('key_round').notNull().default(0),
    /** The earliest time of the next attempt; null means at once. */
    nextAttemptAt: timestamptz('next_try_at'),
    /** The provider's message for a failed refund. */
    failure: text('failure'),
  },
  (t) => [
    index('refunds_by_payment').on(t.paymentId),
    index('refunds_to_carry_out').on(t.createdAt).where(sql`status = 'requested'`),
    index('refunds_failed').on(t.createdAt.desc(), t.id.desc()).where(sql`status = 'failed'`),
    index('refunds_settled').on(t.doneAt).where(sql`status = 'settled'`),
    unique('refunds_one_per_key').on(t.paymentId, t.key),
    check('refunds_amount_positive', sql`${t.amountMinor} > 0`),
    check('refunds_shipping_within_amount', sql`${t.shippingMinor} between 0 and ${t.amountMinor}`),
    check('refunds_shipping_tax_fits', sql`${t.shippingTaxMinor} between 0 and ${t.shippingMinor}`),
  ],
);

/** Whether a refund counts: the customer has the money. */
export const isRefunded = sql`${refunds.status} in ('done', 'settled')`;

/**
 * What was refunded of a payment, which the query calls `p`. Never more than its amount: a provider
 * may have carried out a refund that staff settled as well.
 */
export const refundedOfPayment = sql`(
  select least(p.amount_minor, coalesce(sum(amount_minor), 0))
  from ${refunds} where ${refunds.paymentId} = p.id and ${isRefunded}
)`;

/** What is still to be refunded of a payment `p`: requested refunds, and those that failed. */
export const refundOpenOfPayment = sql`(
  select coalesce(sum(amount_minor), 0)
  from ${refunds} where ${refunds.paymentId} = p.id and ${refunds.status} in ('requested', 'failed')
)`;

/**
 * How much of the payments of orders was given back, for lists: they would read all refunds. Only a
 * trigger of `refunds` writes it. It has no foreign key, because a check would lock the order.
 */
export const refundedOrders = pgTable(
  'refunded_orders',
  {
    orderId: text('order_id').primaryKey(),
    refundedMinor: minor('refunded_minor').notNull(),
    paidMinor: minor('paid_minor').notNull(),
    /** A column, because PostgreSQL has statistics of columns and none of comparisons. */
    share: text('share', { enum: ['none', 'part', 'all'] })
      .notNull()
      .generatedAlwaysAs(
        sql`case when refunded_minor <= 0 then 'none' when refunded_minor < paid_minor then 'part' else 'all' end`,
      ),
  },
  (t) => [index('refunded_orders_by_share').on(t.share, t.orderId)],
);

/**
 * Every amount in (positive) and out (negative). `refund-failed`: a refund that the bank returned
 * to the shop. Rows are only added.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind', { enum: ['capture', 'refund', 'refund-failed'] }).notNull(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    orderId: text('order_id').references(() => orders.id),
    refundId: text('refund_id').references(() => refunds.id),
    amountMinor: minor('amount_minor').notNull(),
    currency: text('currency').notNull(),
    at: timestamptz('at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_one_capture_per_payment').on(t.paymentId).where(sql`kind = 'capture'`),
    index('ledger_by_refund').on(t.refundId).where(sql`refund_id is not null`),
    check(
      'ledger_sign',
      sql`(${t.kind} = 'refund') = (${t.amountMinor} < 0) and ${t.amountMinor} <> 0`,
    ),
    check('ledger_refund_is_named', sql`(${t.kind} = 'capture') = (${t.refundId} is null)`),
  ],
);

/** Provider events, stored before they are processed. An event id counts once. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    type: text('type').notNull(),
    intentId: text('intent_id'),
    /** Empty once it is processed. */
    payload: jsonb('payload').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    processedAt: timestamptz('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (t) => [
    index('provider_events_open').on(t.receivedAt).where(sql`processed_at is null`),
    index('provider_events_done').on(t.processedAt).where(sql`processed_at is not null`),
  ],
);
