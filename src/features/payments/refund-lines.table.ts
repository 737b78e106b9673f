import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { minor } from '#db/columns.ts';
import { orderLines } from '../order-tables/orders.table.ts';
import { refunds } from './payments.table.ts';

/**
 * Which lines of an order a refund is for. Rows are only added. Triggers lock the order and refuse
 * more than was paid for a line, and more than the refund.
 */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id),
    orderId: text('order_id').notNull(),
    /** The position of the order's line. */
    position: integer('position').notNull(),
    /** The units that it refunds; 0 where it lowers prices. */
    quantity: integer('quantity').notNull(),
    /** The units whose price it lowers. These are not refunded: the rest of their price may follow. */
    lowered: integer('lowered').notNull().default(0),
    amountMinor: minor('amount_minor').notNull(),
    /** How much of the amount is tax. */
    taxMinor: minor('tax_minor').notNull().default(0),
    /** Whether the units went back into the stock. */
    restocked: boolean('restocked').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.position] }),
    index('refund_lines_of_order').on(t.orderId, t.position),
    foreignKey({
      name: 'refund_lines_of_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    check(
      'refund_lines_refund_or_lower',
      sql`least(${t.quantity}, ${t.lowered}) = 0 and greatest(${t.quantity}, ${t.lowered}) > 0`,
    ),
    check('refund_lines_lowered_stay', sql`${t.lowered} = 0 or not ${t.restocked}`),
    check('refund_lines_amount_not_negative', sql`${t.amountMinor} >= 0`),
    check('refund_lines_tax_fits', sql`${t.taxMinor} between 0 and ${t.amountMinor}`),
  ],
);
