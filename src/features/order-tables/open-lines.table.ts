import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * What is left of each line of an order that is not finished. Units of an unpaid order are reserved;
 * those of a paid one are to be shipped, until they are cancelled or sent. A copy for sums by variant,
 * which would otherwise read all orders that a variant ever had. Only triggers write it
 * (`note_open_lines`), after they have locked the order, and `npm run verify` compares it with the
 * orders. It has no foreign keys, because each of them would be looked up once more with every order.
 * A deleted order is only out of the lists, so it is in it. Those without a way of delivery leave it
 * with their deletion: they are from before parcels were recorded.
 */
export const openLines = pgTable(
  'open_lines',
  {
    orderId: text('order_id').notNull(),
    /** The position of the order's line. */
    position: integer('position').notNull(),
    variantId: text('variant_id').notNull(),
    units: integer('units').notNull(),
    isPaid: boolean('is_paid').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index('open_lines_of_variant').on(t.variantId, t.isPaid, t.units),
    check('open_lines_above_zero', sql`${t.units} > 0`),
  ],
);
