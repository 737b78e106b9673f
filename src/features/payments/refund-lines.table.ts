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
    quantity: integer('quantity').notNull(),
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
    check('refund_lines_quantity_above_zero', sql`${t.quantity} > 0`),
    check('refund_lines_amount_not_negative', sql`${t.amountMinor} >= 0`),
    check('refund_lines_tax_fits', sql`${t.taxMinor} between 0 and ${t.amountMinor}`),
  ],
);
