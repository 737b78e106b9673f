import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
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
import { orders } from '../order-tables/orders.table.ts';
import { returns } from '../order-tables/returns.table.ts';
import { type DocumentContent, documentKinds } from './documents.schema.ts';

const isKnown = sql.raw(`in (${documentKinds.map((kind) => `'${kind}'`).join(', ')})`);

/**
 * Invoices, credit notes and debit notes. Rows are only added, also after the account is deleted. Triggers make
 * sure that the numbers of a kind have no gap. They are in the migrations, and so is the foreign
 * key to `refunds`, because the tables of refunds import this one.
 */
export const documents = pgTable(
  'documents',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: documentKinds }).notNull(),
    number: integer('number').notNull(),
    /** The number as it is printed, with the prefix of that time. */
    label: text('label').notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** The refund of a credit note; null for other documents. */
    refundId: text('refund_id'),
    /** The credit note that a debit note takes back; null for other documents. */
    cancelsId: text('cancels_id').references((): AnyPgColumn => documents.id),
    /** The return whose extra payment it is about; null for one about the order's own payment. */
    returnId: text('return_id').references(() => returns.id),
    totalMinor: minor('total_minor').notNull(),
    currency: text('currency').notNull(),
    content: jsonb('content').$type<DocumentContent>().notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (t) => [
    unique('documents_number_once').on(t.kind, t.number),
    uniqueIndex('documents_one_invoice_of_order')
      .on(t.orderId)
      .where(sql`kind = 'invoice' and return_id is null`),
    uniqueIndex('documents_one_invoice_of_return')
      .on(t.returnId)
      .where(sql`kind = 'invoice' and return_id is not null`),
    unique('documents_one_per_refund').on(t.refundId),
    uniqueIndex('documents_cancelled_once').on(t.cancelsId).where(sql`cancels_id is not null`),
    index('documents_of_order').on(t.orderId),
    index('documents_by_time').on(t.issuedAt, t.id),
    check('documents_kind_is_known', sql`${t.kind} ${isKnown}`),
    check(
      'documents_credit_note_has_refund',
      sql`(${t.kind} = 'credit_note') = (${t.refundId} is not null)`,
    ),
    check(
      'documents_debit_note_cancels',
      sql`(${t.kind} = 'debit_note') = (${t.cancelsId} is not null)`,
    ),
    check('documents_total_above_zero', sql`${t.totalMinor} > 0`),
    check(
      'documents_content_has_total',
      sql`(${t.content}->>'version') is not null and (${t.content}->>'totalMinor')::bigint is not distinct from ${t.totalMinor}`,
    ),
  ],
);

/** The counter of each kind. Its row is locked from the moment a number is taken to the commit. */
export const documentSeries = pgTable(
  'document_series',
  {
    kind: text('kind', { enum: documentKinds }).primaryKey(),
    firstNumber: integer('first_number').notNull(),
    /** The last number that was taken. While there is none, one less than the first one. */
    lastNumber: integer('last_number').notNull(),
    /** The time of the document with that number, or a later one; null while there is none. */
    lastIssuedAt: timestamptz('last_issued_at'),
    /**
     * Since when payments and refunds get their documents at once. It is null while documents of
     * earlier orders are being issued, so that numbers follow time.
     */
    openedAt: timestamptz('opened_at'),
    /** The last ledger entry whose document was issued later by the catch-up. */
    caughtUpTo: bigint('caught_up_to', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    check('document_series_kind_is_known', sql`${t.kind} ${isKnown}`),
    check('document_series_counts_up', sql`${t.lastNumber} >= ${t.firstNumber} - 1`),
  ],
);
