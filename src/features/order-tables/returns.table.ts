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
  unique,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '#db/columns.ts';
import { literals } from '#db/literals.ts';
import { postagePayers } from '../catalog/postage-payers.schema.ts';
import { orderLines, orders } from './orders.table.ts';
import { returnConditions, returnReasons } from './return-status.schema.ts';

/**
 * Units that a customer sends back. A row is never removed, and each time is written once. Triggers
 * refuse all other changes except the removal of the note. The key of a return's refund is
 * `return ` and its id: keys that people send have no space. A return can be of an earlier one: its
 * units are then those that the earlier one's exchanges sent.
 */
export const returns = pgTable(
  'returns',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    /** The earlier return whose exchange comes back; null when what was bought does. */
    ofReturnId: text('of_return_id'),
    /** The key of the request, so that a repeat is the same return. */
    key: text('key').notNull(),
    /** What the customer wrote. It is removed with the account. */
    note: text('note'),
    /** Who pays for the way back, as of the request; null for returns of earlier versions. */
    postagePaidBy: text('postage_paid_by', { enum: postagePayers }),
    requestedAt: timestamptz('requested_at').notNull(),
    approvedAt: timestamptz('approved_at'),
    declinedAt: timestamptz('declined_at'),
    /** Why staff declined it, for the customer. */
    declineReason: text('decline_reason'),
    /** When the customer withdrew the request. */
    withdrawnAt: timestamptz('withdrawn_at'),
    receivedAt: timestamptz('received_at'),
    closedAt: timestamptz('closed_at'),
  },
  (t) => [
    unique('returns_one_per_key').on(t.orderId, t.key),
    unique('returns_of_order').on(t.id, t.orderId),
    foreignKey({
      name: 'returns_of_exchange',
      columns: [t.ofReturnId, t.orderId],
      foreignColumns: [t.id, t.orderId],
    }),
    check('returns_key_fits', sql`char_length(${t.key}) between 1 and 200`),
    check('returns_payer_is_known', sql`${t.postagePaidBy} in (${literals(postagePayers)})`),
    check('returns_note_fits', sql`char_length(${t.note}) between 1 and 500`),
    check('returns_decline_reason_fits', sql`char_length(${t.declineReason}) between 1 and 500`),
    check(
      'returns_declined_has_reason',
      sql`(${t.declinedAt} is null) = (${t.declineReason} is null)`,
    ),
    check(
      'returns_have_one_decision',
      sql`num_nonnulls(${t.approvedAt}, ${t.declinedAt}, ${t.withdrawnAt}) <= 1`,
    ),
    check(
      'returns_go_in_order',
      sql`(${t.receivedAt} is null or ${t.approvedAt} is not null)
      and (${t.closedAt} is null or ${t.approvedAt} is not null)`,
    ),
  ],
);

/**
 * The units of a return, with what happened to them. Triggers lock the order. They refuse more
 * units than were delivered, and more than were shipped and have not come back. Units of an exchange
 * are counted apart from bought ones.
 */
export const returnLines = pgTable(
  'return_lines',
  {
    returnId: text('return_id').notNull(),
    orderId: text('order_id').notNull(),
    /** The position of the order's line. */
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    reason: text('reason', { enum: returnReasons }).notNull(),
    /** How many came; null until the return is received. */
    received: integer('received'),
    condition: text('condition', { enum: returnConditions }),
    /** Whether the received units went back into the stock. */
    restocked: boolean('restocked').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.position] }),
    index('return_lines_of_order').on(t.orderId, t.position),
    foreignKey({
      name: 'return_lines_of_return',
      columns: [t.returnId, t.orderId],
      foreignColumns: [returns.id, returns.orderId],
    }),
    foreignKey({
      name: 'return_lines_of_line',
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    check('return_lines_quantity_above_zero', sql`${t.quantity} > 0`),
    check('return_lines_received_fits', sql`${t.received} between 0 and ${t.quantity}`),
    check('return_lines_restocked_are_received', sql`not ${t.restocked} or ${t.received} > 0`),
    check('return_lines_reason_is_known', sql`${t.reason} in (${literals(returnReasons)})`),
    check(
      'return_lines_condition_is_known',
      sql`${t.condition} in (${literals(returnConditions)})`,
    ),
  ],
);
