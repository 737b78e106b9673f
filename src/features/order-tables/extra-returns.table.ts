import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { minor } from '#db/columns.ts';
import { literals } from '#db/literals.ts';
import { exchanges } from './exchanges.table.ts';
import { extraReturnKinds } from './extra-returns.schema.ts';
import { returnLines } from './returns.table.ts';

/**
 * What extra payments give back because an exchanged item came back: with the refund of the return,
 * or as the difference to a cheaper variant. Rows are only added. They lower what is due of the
 * payment, and a trigger refuses the transaction that keeps more than that.
 */
export const extraReturns = pgTable(
  'extra_returns',
  {
    /** The return and the line of which the item came back. */
    returnId: text('return_id').notNull(),
    position: integer('position').notNull(),
    /** The earlier return with the extra payment. */
    paidBy: text('paid_by').notNull(),
    kind: text('kind', { enum: extraReturnKinds }).notNull(),
    /** The share of the units in the payment, without tax. */
    netMinor: minor('net_minor').notNull(),
    /** How much of their share goes back, with its tax. */
    amountMinor: minor('amount_minor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.position, t.paidBy, t.kind] }),
    index('extra_returns_of_payment').on(t.paidBy),
    foreignKey({
      name: 'extra_returns_of_line',
      columns: [t.returnId, t.position],
      foreignColumns: [returnLines.returnId, returnLines.position],
    }),
    foreignKey({
      name: 'extra_returns_of_exchange',
      columns: [t.paidBy, t.position],
      foreignColumns: [exchanges.returnId, exchanges.position],
    }),
    check('extra_returns_net_above_zero', sql`${t.netMinor} > 0`),
    check('extra_returns_amount_not_negative', sql`${t.amountMinor} >= 0`),
    check('extra_returns_kind_is_known', sql`${t.kind} in (${literals(extraReturnKinds)})`),
  ],
);
